// Macros without parameters in the C++ of a block.
#pragma once
#include <map>
#include <optional>
#include <string>

namespace clang {
class Preprocessor;
}

namespace insum::frontend {

/// Those that C++ names, and what they stand for.
using Macros = std::map<std::string, std::string>;
void collect_macros(const std::string& cpp, const clang::Preprocessor& preprocessor, Macros& out);

/// Of a literal, with a sign and in parentheses or not.
std::optional<double> number_in(std::string cpp);

}  // namespace insum::frontend
