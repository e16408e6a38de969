// The words of C++ text: what looks like a name or a number.
#pragma once
#include <set>
#include <string>
#include <string_view>

namespace insum {

std::set<std::string> words_in(std::string_view cpp);

/// `word`, which may have other characters inside (s.f), and no part of a longer word.
bool has_word(std::string_view cpp, std::string_view word);

}  // namespace insum
