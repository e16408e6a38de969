// The exception of readers of files.
#pragma once
#include <cstdint>
#include <string>

#include "errors.hpp"

namespace insum {

/// A data file that cannot be read. `line` is 1-based; for the binary part of a file it is the line of the
/// header's end.
class parse_error : public error {
 public:
  parse_error(const std::string& file, std::int64_t line, const std::string& reason)
      : error(file + ":" + std::to_string(line) + ": " + reason), file_(file), line_(line), reason_(reason) {}

  const std::string& file() const { return file_; }
  std::int64_t line() const { return line_; }
  const std::string& reason() const { return reason_; }

 private:
  std::string file_;
  std::int64_t line_;
  std::string reason_;
};

}  // namespace insum
