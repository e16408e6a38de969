// Writing files, compressed where their name says so.
#pragma once
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "../core/buffer.hpp"
#include "../core/types.hpp"
#ifdef INSUM_HAS_ZLIB
#include <zlib.h>
#endif

namespace insum::io {

/// A file being written; gzip if its name ends in ".gz". Call close(), which throws where the destructor
/// cannot.
class output {
 public:
  explicit output(const std::string& path) : path_(path) {
    bytes_.reserve(capacity);
    if (path.size() > 3 && path.compare(path.size() - 3, 3, ".gz") == 0) {
#ifdef INSUM_HAS_ZLIB
      gzip_ = gzopen(path.c_str(), "wb6");
      if (gzip_ == nullptr) fail(std::strerror(errno));
#else
      fail("this program was built without zlib");
#endif
    } else {
      file_ = std::fopen(path.c_str(), "wb");
      if (file_ == nullptr) fail(std::strerror(errno));
    }
  }
  output(const output&) = delete;
  output& operator=(const output&) = delete;
  ~output() {
    if (file_ != nullptr) std::fclose(file_);
#ifdef INSUM_HAS_ZLIB
    if (gzip_ != nullptr) gzclose(gzip_);
#endif
  }

  void write(std::string_view text) {
    if (bytes_.size() + text.size() > capacity) flush();
    if (text.size() > capacity) {
      put(text.data(), text.size());
      return;
    }
    const std::size_t old = bytes_.size();
    bytes_.resize(old + text.size());
    if (!text.empty()) std::memcpy(bytes_.data() + old, text.data(), text.size());
  }
  void write(std::int64_t number) { write_number(number); }
  /// A value so that reading it gives the same again; complex values as two words.
  template <value_like T>
  void write_value(T value) {
    if constexpr (is_complex<T>) {
      write_number(value.real());
      write(" ");
      write_number(value.imag());
    } else if constexpr (std::is_same_v<T, bool>) {
      write(value ? "1" : "0");
    } else if constexpr (insum::detail::is_small_float<T>) {
      write_number(static_cast<float>(value));
    } else {
      write_number(value);
    }
  }
  void close() {
    flush();
    if (file_ != nullptr && std::fclose(std::exchange(file_, nullptr)) != 0) fail(std::strerror(errno));
#ifdef INSUM_HAS_ZLIB
    if (gzip_ != nullptr && gzclose(std::exchange(gzip_, nullptr)) != Z_OK) fail(std::strerror(errno));
#endif
  }

 private:
  static constexpr std::size_t capacity = std::size_t{1} << 16;

  [[noreturn]] void fail(const char* reason) const {
    throw std::runtime_error(path_ + ": cannot be written: " + reason);
  }
  template <class Number>
  void write_number(Number number) {
    char text[64];
    const std::to_chars_result result = std::to_chars(text, text + sizeof text, number);
    write({text, static_cast<std::size_t>(result.ptr - text)});
  }
  void flush() {
    put(bytes_.data(), bytes_.size());
    bytes_.clear();
  }
  void put(const char* data, std::size_t size) {
    if (size == 0) return;
#ifdef INSUM_HAS_ZLIB
    if (gzip_ != nullptr) {
      constexpr std::size_t most = std::size_t{1} << 30;  // zlib counts in unsigned int
      for (std::size_t done = 0; done < size;) {
        const std::size_t piece = size - done < most ? size - done : most;
        if (gzwrite(gzip_, data + done, static_cast<unsigned>(piece)) == 0)
          fail("the compressed file cannot grow");
        done += piece;
      }
      return;
    }
#endif
    if (std::fwrite(data, 1, size, file_) != size) fail(std::strerror(errno));
  }

  std::string path_;
  std::FILE* file_ = nullptr;
#ifdef INSUM_HAS_ZLIB
  gzFile gzip_ = nullptr;
#endif
  buffer<char> bytes_;
};

}  // namespace insum::io
