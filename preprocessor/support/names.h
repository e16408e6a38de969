// Names in generated code.
#pragma once
#include <string>

namespace insum {

/// True for the keywords and alternative tokens of C++20.
bool is_cpp_keyword(const std::string& word);

}  // namespace insum
