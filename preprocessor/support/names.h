// Names in generated code.
#pragma once
#include <string>
#include <string_view>

namespace insum {

/// Keywords of C++20, alternative tokens too: none of them can name a tensor, an index, a kernel or a
/// variable.
bool is_cpp_keyword(const std::string& word);

/// Letters and digits of `text`, all else as single underscores between them: never reserved for the
/// implementation
/// ("__", "_A"), not empty, and no digit first. May be a keyword.
std::string to_identifier(const std::string& text);

/// The text as a C string literal.
std::string c_string(std::string_view text);

}  // namespace insum
