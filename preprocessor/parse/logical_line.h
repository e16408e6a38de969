// A directive as a C++ compiler sees it after splicing lines, with the way back to the user's bytes.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "support/source_range.h"

namespace insum::parse {

struct LogicalLine {
  std::string text;                    // without backslash-newlines
  std::vector<std::uint32_t> offsets;  // of each byte of `text` in the file, and one more for the end
  FileId file = -1;

  /// The place of text[begin, end) in the file; an empty range is a place between two bytes.
  SourceRange range(std::size_t begin, std::size_t end) const;
};

/// Joins the physical lines of `where`. As gcc and clang do, blanks between the backslash and the line break
/// are allowed.
LogicalLine splice(SourceRange where, const SourceFiles& files);

}  // namespace insum::parse
