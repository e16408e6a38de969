// The bytes of a file, unpacked where they are gzip, in pieces.
#pragma once
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "../core/buffer.hpp"
#include "../core/parse_error.hpp"
#ifdef INSUM_HAS_ZLIB
#include <zlib.h>
#endif

namespace insum::io {

/// A file or a range of memory to read from. Errors are kept as text: the caller knows the line.
class input {
 public:
  explicit input(const std::string& path) : name_(path), file_(std::fopen(path.c_str(), "rb")) {
    if (file_ == nullptr)
      throw parse_error(path, 1, std::string("cannot be opened: ") + std::strerror(errno));
    raw_.resize(std::size_t{1} << 16);
    if (std::fseek(file_, 0, SEEK_END) == 0) {
      raw_size_ = static_cast<std::int64_t>(std::ftell(file_));
      std::rewind(file_);
    }
    start();
  }
  /// `bytes` must outlive the object.
  input(std::string_view bytes, std::string name)
      : name_(std::move(name)), next_(bytes.data()), available_(bytes.size()) {
    raw_size_ = static_cast<std::int64_t>(bytes.size());
    start();
  }
  input(const input&) = delete;
  input& operator=(const input&) = delete;
  ~input() {
#ifdef INSUM_HAS_ZLIB
    if (inflating_) inflateEnd(&stream_);
#endif
    if (file_ != nullptr) std::fclose(file_);
  }

  const std::string& name() const { return name_; }
  /// Why reading stopped early; empty at a proper end.
  const std::string& error() const { return error_; }

  /// Fills up to `room` bytes; 0 at the end or on an error.
  std::size_t read(char* to, std::size_t room) {
    if (!error_.empty() || room == 0) return 0;
    return gzip_ ? read_gzip(to, room) : read_raw(to, room);
  }

  /// How many of `declared` items of at least `bytes_each` the input may well hold: what to reserve memory
  /// for, so that a wrong number in a header costs nothing.
  std::size_t plausible(std::int64_t declared, std::int64_t bytes_each) const {
    constexpr std::int64_t usual_ratio = 8;  // of compression
    const std::int64_t size = raw_size_ < 0                ? (1 << 20)
                              : raw_size_ > INT64_MAX / 16 ? INT64_MAX / 16
                                                           : raw_size_;
    const std::int64_t most = size * (gzip_ ? usual_ratio : 1) / bytes_each + 1;
    return static_cast<std::size_t>(declared < most ? declared : most);
  }

 private:
  void start() {
    fill_raw();
    gzip_ = has_magic();
    if (!gzip_) return;
#ifdef INSUM_HAS_ZLIB
    if (inflateInit2(&stream_, 15 + 16) != Z_OK)
      error_ = "zlib cannot be started";
    else
      inflating_ = true;
#else
    error_ = "the file is compressed, and this program was built without zlib";
#endif
  }
  bool has_magic() const { return available_ >= 2 && next_[0] == '\x1f' && next_[1] == '\x8b'; }

  /// Keeps at least two bytes available where the file has them.
  void fill_raw() {
    if (file_ == nullptr || available_ >= 2) return;
    if (available_ == 1) raw_[0] = *next_;
    available_ += std::fread(raw_.data() + available_, 1, raw_.size() - available_, file_);
    next_ = raw_.data();
    if (std::ferror(file_) != 0) error_ = std::string("cannot be read: ") + std::strerror(errno);
  }
  std::size_t read_raw(char* to, std::size_t room) {
    if (available_ != 0) {
      const std::size_t count = room < available_ ? room : available_;
      std::memcpy(to, next_, count);
      next_ += count;
      available_ -= count;
      return count;
    }
    if (file_ == nullptr) return 0;
    const std::size_t count = std::fread(to, 1, room, file_);
    if (std::ferror(file_) != 0) error_ = std::string("cannot be read: ") + std::strerror(errno);
    return count;
  }
#ifdef INSUM_HAS_ZLIB
  std::size_t read_gzip(char* to, std::size_t room) {
    constexpr std::size_t most = std::size_t{1} << 30;  // zlib counts in unsigned int
    if (room > most) room = most;
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(room);
    while (stream_.avail_out != 0 && !ended_) {
      fill_raw();
      if (!error_.empty()) break;
      if (available_ == 0) {
        error_ = "the compressed data end early";
        break;
      }
      step();
    }
    return room - stream_.avail_out;
  }
  /// One call of inflate; at the end of a member, the next one if there is one.
  void step() {
    const std::size_t given = available_ < (std::size_t{1} << 30) ? available_ : std::size_t{1} << 30;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(next_));
    stream_.avail_in = static_cast<uInt>(given);
    const int result = inflate(&stream_, Z_NO_FLUSH);
    const std::size_t used = given - stream_.avail_in;
    next_ += used;
    available_ -= used;
    if (result == Z_STREAM_END) {
      fill_raw();
      ended_ = available_ == 0;
      if (!ended_ && !has_magic()) error_ = "bytes follow the end of the compressed data";
      if (!ended_) inflateReset(&stream_);
    } else if (result != Z_OK && !(result == Z_BUF_ERROR && used != 0)) {
      error_ = std::string("the compressed data are damaged: ") +
               (stream_.msg != nullptr ? stream_.msg : "unexpected end");
    }
  }
  z_stream stream_ = {};
  bool inflating_ = false;
  bool ended_ = false;
#else
  std::size_t read_gzip(char*, std::size_t) { return 0; }
#endif

  std::string name_;
  std::FILE* file_ = nullptr;
  buffer<char> raw_;
  const char* next_ = nullptr;
  std::size_t available_ = 0;
  std::int64_t raw_size_ = -1;
  bool gzip_ = false;
  std::string error_;
};

}  // namespace insum::io
