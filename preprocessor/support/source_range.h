// Places in the user's files. A range is a pair of byte offsets; lines and columns are computed on demand.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace insum {

using FileId = std::int32_t;

/// Bytes [begin, end) of a file. The default value is "nowhere".
struct SourceRange {
  FileId file = -1;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool valid() const { return file >= 0; }
  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

/// From the beginning of `a` to the end of `b`, which must be of the same file.
SourceRange join(SourceRange a, SourceRange b);

struct LineColumn {
  int line = 0;    // 1-based
  int column = 0;  // 1-based, in bytes as Clang counts them
};

/// A file's name, as the user gave it, and its bytes, unchanged.
class SourceFile {
 public:
  SourceFile(std::string path, std::string text);
  const std::string& path() const { return path_; }
  const std::string& text() const { return text_; }
  LineColumn position(std::uint32_t offset) const;
  /// The line's text without its line break.
  std::string_view line(int number) const;
  /// The line break of the first line: "\n" or "\r\n".
  std::string_view line_end() const;

 private:
  std::string path_, text_;
  std::vector<std::uint32_t> line_starts_;
};

/// All files of one run.
class SourceFiles {
 public:
  FileId add(std::string path, std::string text);
  const SourceFile& operator[](FileId id) const { return files_.at(static_cast<std::size_t>(id)); }
  std::string_view text(SourceRange range) const;
  LineColumn position(SourceRange range) const { return (*this)[range.file].position(range.begin); }

 private:
  std::deque<SourceFile> files_;
};

}  // namespace insum
