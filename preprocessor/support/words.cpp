#include "support/words.h"

#include <algorithm>
#include <cctype>

namespace insum {

namespace {

bool is_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

std::set<std::string> words_in(std::string_view cpp) {
  std::set<std::string> out;
  for (auto begin = cpp.begin(); begin != cpp.end();) {
    begin = std::find_if(begin, cpp.end(), is_part);
    const auto end = std::find_if_not(begin, cpp.end(), is_part);
    if (begin != end) out.emplace(begin, end);
    begin = end;
  }
  return out;
}

bool has_word(std::string_view cpp, std::string_view word) {
  for (std::size_t at = cpp.find(word); at != std::string_view::npos; at = cpp.find(word, at + 1)) {
    const bool begins = at == 0 || !is_part(cpp[at - 1]);
    const std::size_t end = at + word.size();
    if (begins && (end == cpp.size() || !is_part(cpp[end]))) return true;
  }
  return false;
}

}  // namespace insum
