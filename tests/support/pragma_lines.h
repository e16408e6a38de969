// Finds `#pragma insum` directives in text by eye, for tests of the parser that need no C++ frontend.
#pragma once
#include <string_view>
#include <vector>

#include "support/source_range.h"

namespace insum::test {

/// Blocks of directives: maximal runs with nothing but blank lines and // comments between them.
inline std::vector<std::vector<SourceRange>> pragma_blocks(FileId file, std::string_view text) {
  std::vector<std::vector<SourceRange>> blocks;
  bool in_block = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t line_end = std::min(text.find('\n', begin), text.size());
    std::size_t end = line_end;
    const std::string_view line = text.substr(begin, line_end - begin);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != line.npos && line.substr(first).starts_with("#pragma insum")) {
      while (end < text.size() && text[text.find_last_not_of(" \t\r", end - 1)] == '\\')
        end = std::min(text.find('\n', end + 1), text.size());
      if (!in_block) blocks.emplace_back();
      blocks.back().push_back(
          {file, static_cast<std::uint32_t>(begin + first), static_cast<std::uint32_t>(end)});
      in_block = true;
    } else if (first != line.npos && !line.substr(first).starts_with("//")) {
      in_block = false;
    }
    begin = end + 1;
  }
  return blocks;
}

}  // namespace insum::test
