// Lines and words of a text input, and the numbers in them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "input.hpp"

namespace insum::io {

/// Cuts an input into lines or words; knows the line for messages. Lines and words stay valid until the next
/// call.
class scanner {
 public:
  static constexpr std::int64_t window = 1 << 20;

  explicit scanner(input& source) : source_(source) { bytes_.resize(source.plausible(window, 1) + 64); }

  std::int64_t line() const { return line_; }
  [[noreturn]] void fail(const std::string& reason) const {
    throw parse_error(source_.name(), line_, reason);
  }
  std::size_t plausible(std::int64_t declared, std::int64_t bytes_each) const {
    return source_.plausible(declared, bytes_each);
  }

  /// The next line without its end ("\n" or "\r\n"); false at the end of the input. line() is then the line's
  /// number.
  bool next_line(std::string_view& text) {
    ++line_;
    std::size_t searched = 0;
    for (;;) {
      const char* from = bytes_.data() + begin_;
      const void* newline = std::memchr(from + searched, '\n', end_ - begin_ - searched);
      if (newline != nullptr) {
        const std::size_t length = static_cast<std::size_t>(static_cast<const char*>(newline) - from);
        begin_ += length + 1;
        text = without_return({from, length});
        return true;
      }
      searched = end_ - begin_;
      if (!refill()) break;
    }
    if (begin_ == end_) return false;
    text = without_return({bytes_.data() + begin_, end_ - begin_});
    begin_ = end_;
    return true;
  }

  /// The next word, cut at blanks, commas and line ends; false at the end of the input. Not to be mixed with
  /// next_line within a line: call start_words() first.
  bool next_word(std::string_view& text) {
    for (;;) {
      while (begin_ != end_ && is_separator(bytes_[begin_])) {
        line_ += bytes_[begin_] == '\n' ? 1 : 0;
        ++begin_;
      }
      if (begin_ != end_) break;
      if (!refill()) return false;
    }
    std::size_t length = 1;
    while (begin_ + length != end_ || refill()) {
      if (is_separator(bytes_[begin_ + length])) break;
      ++length;
    }
    text = {bytes_.data() + begin_, length};
    begin_ += length;
    return true;
  }
  /// After next_line: words count lines from the line that follows.
  void start_words() { ++line_; }

 private:
  static bool is_separator(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ','; }
  static std::string_view without_return(std::string_view text) {
    return !text.empty() && text.back() == '\r' ? text.substr(0, text.size() - 1) : text;
  }
  /// Reads more behind what is left; false when there is no more.
  bool refill() {
    const std::size_t left = end_ - begin_;
    if (left >= static_cast<std::size_t>(window))
      fail("more than " + std::to_string(window) + " bytes without an end");
    if (begin_ != 0) std::memmove(bytes_.data(), bytes_.data() + begin_, left);
    if (left == bytes_.size()) bytes_.resize(2 * left);
    begin_ = 0;
    end_ = left + source_.read(bytes_.data() + left, bytes_.size() - left);
    if (!source_.error().empty()) fail(source_.error());
    return end_ != left;
  }

  input& source_;
  buffer<char> bytes_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::int64_t line_ = 0;
};

/// Bytes of a file for a message: shortened, and harmless to print.
inline std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text.substr(0, 40)) result += c >= ' ' && c <= '~' ? c : '?';
  return result + (text.size() > 40 ? "...'" : "'");
}

}  // namespace insum::io
