// Names in generated code.
#pragma once
#include <string>

namespace insum {

/// Keywords of C++20, alternative tokens too: none of them can name a tensor, an index, a kernel or a variable.
bool is_cpp_keyword(const std::string& word);

}  // namespace insum
