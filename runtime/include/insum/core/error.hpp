// The exceptions of the runtime library.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

namespace insum {

/// A tensor whose arrays break the rules of its format, or a size that a format cannot hold. `position` is -1
/// where the error concerns the array as a whole (its length).
class storage_error : public std::runtime_error {
 public:
  storage_error(const std::string& array, std::int64_t position, std::int64_t value,
                const std::string& reason)
      : std::runtime_error(describe(array, position, value, reason)),
        array_(array),
        position_(position),
        value_(value) {}

  const std::string& array() const { return array_; }
  std::int64_t position() const { return position_; }
  std::int64_t value() const { return value_; }

 private:
  static std::string describe(const std::string& array, std::int64_t position, std::int64_t value,
                              const std::string& reason) {
    const std::string what = position < 0 ? array : array + "[" + std::to_string(position) + "]";
    return what + " = " + std::to_string(value) + ": " + reason;
  }

  std::string array_;
  std::int64_t position_;
  std::int64_t value_;
};

/// A data file that cannot be read. `line` is 1-based; for the binary part of a file it is the line of the
/// header's end.
class parse_error : public std::runtime_error {
 public:
  parse_error(const std::string& file, std::int64_t line, const std::string& reason)
      : std::runtime_error(file + ":" + std::to_string(line) + ": " + reason),
        file_(file),
        line_(line),
        reason_(reason) {}

  const std::string& file() const { return file_; }
  std::int64_t line() const { return line_; }
  const std::string& reason() const { return reason_; }

 private:
  std::string file_;
  std::int64_t line_;
  std::string reason_;
};

}  // namespace insum
