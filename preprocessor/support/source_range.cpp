#include "support/source_range.h"

#include <algorithm>

#include "support/internal_error.h"

namespace insum {

SourceRange join(SourceRange a, SourceRange b) {
  if (!a.valid()) return b;
  if (!b.valid()) return a;
  internal_check(a.file == b.file, "a source range across files");
  return {a.file, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

SourceFile::SourceFile(std::string path, std::string text) : path_(std::move(path)), text_(std::move(text)) {
  line_starts_.push_back(0);
  for (std::uint32_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
}

LineColumn SourceFile::position(std::uint32_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<int>(next - line_starts_.begin());
  return {line, static_cast<int>(offset - *(next - 1)) + 1};
}

std::string_view SourceFile::line(int number) const {
  const auto index = static_cast<std::size_t>(number - 1);
  internal_check(number >= 1 && index < line_starts_.size(), "a line outside its file");
  const std::uint32_t begin = line_starts_[index];
  std::uint32_t end = index + 1 < line_starts_.size() ? line_starts_[index + 1] - 1
                                                      : static_cast<std::uint32_t>(text_.size());
  if (end > begin && text_[end - 1] == '\r') --end;
  return std::string_view(text_).substr(begin, end - begin);
}

std::string_view SourceFile::line_end() const {
  const std::size_t first = text_.find('\n');
  return first != std::string::npos && first > 0 && text_[first - 1] == '\r' ? "\r\n" : "\n";
}

FileId SourceFiles::add(std::string path, std::string text) {
  files_.emplace_back(std::move(path), std::move(text));
  return static_cast<FileId>(files_.size() - 1);
}

std::string_view SourceFiles::text(SourceRange range) const {
  return std::string_view((*this)[range.file].text()).substr(range.begin, range.end - range.begin);
}

}  // namespace insum
