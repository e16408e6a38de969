#include "parse/logical_line.h"

namespace insum::parse {

namespace {

/// The length of the backslash-newline at the beginning of `text`, or 0.
std::size_t splice_length(std::string_view text) {
  if (!text.starts_with('\\')) return 0;
  std::size_t i = 1;
  while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
  if (i < text.size() && text[i] == '\r') ++i;
  return i < text.size() && text[i] == '\n' ? i + 1 : 0;
}

}  // namespace

SourceRange LogicalLine::range(std::size_t begin, std::size_t end) const {
  if (end <= begin) return {file, offsets[begin], offsets[begin]};
  return {file, offsets[begin], offsets[end - 1] + 1};
}

LogicalLine splice(SourceRange where, const SourceFiles& files) {
  LogicalLine line;
  line.file = where.file;
  const std::string_view text = files.text(where);
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t skipped = splice_length(text.substr(i))) {
      i += skipped;
      continue;
    }
    line.text += text[i];
    line.offsets.push_back(where.begin + static_cast<std::uint32_t>(i));
    ++i;
  }
  line.offsets.push_back(where.begin + static_cast<std::uint32_t>(text.size()));
  return line;
}

}  // namespace insum::parse
