// The exceptions that generated kernels throw. Every rewritten file includes this header: <stdexcept> and
// <string> would cost each of them a fifth of a second, so messages are held and composed here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <type_traits>

namespace insum {

namespace detail {

template <class Text>
concept text_like = requires(const Text& text) {
  { text.data() };
  { text.size() };
};

/// An immutable, zero-terminated text. Copies share it, because copying an exception must not throw.
class shared_text {
 public:
  shared_text(const char* text, std::size_t length) : block_(allocate("", 0, text, length)) {}
  template <text_like Front>
  shared_text(const Front& front, const shared_text& rest)
      : block_(allocate(front.data(), front.size(), rest.data(), rest.size())) {}
  shared_text(const shared_text& other) noexcept : block_(other.block_) {
    __atomic_add_fetch(&block_->owners, 1, __ATOMIC_RELAXED);
  }
  shared_text& operator=(const shared_text& other) noexcept {
    shared_text copy(other);
    block* const mine = block_;
    block_ = copy.block_;
    copy.block_ = mine;
    return *this;
  }
  ~shared_text() {
    if (__atomic_sub_fetch(&block_->owners, 1, __ATOMIC_ACQ_REL) == 0) ::operator delete(block_);
  }
  const char* c_str() const noexcept { return reinterpret_cast<const char*>(block_ + 1); }
  const char* data() const noexcept { return c_str(); }
  std::size_t size() const noexcept { return block_->length; }
  friend bool operator==(const shared_text& a, const char* b) noexcept {
    return __builtin_strcmp(a.c_str(), b) == 0;
  }

 private:
  struct block {
    std::size_t owners;
    std::size_t length;
  };
  static block* allocate(const char* front, std::size_t front_length, const char* text, std::size_t length) {
    const std::size_t all = front_length + length;
    block* const result = new (::operator new(sizeof(block) + all + 1)) block{1, all};
    char* const to = reinterpret_cast<char*>(result + 1);
    __builtin_memcpy(to, front, front_length);
    __builtin_memcpy(to + front_length, text, length);
    to[all] = '\0';
    return result;
  }
  block* block_;
};

/// A whole number as it is, also one that only an unsigned type holds.
struct whole_number {
  template <class T>
  constexpr explicit whole_number(T value)
      : is_negative(below_zero(value)),
        // Negated as unsigned: the smallest number has no positive counterpart.
        magnitude(is_negative ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value)) {}
  bool is_negative;
  std::uint64_t magnitude;

 private:
  template <class T>
  static constexpr bool below_zero([[maybe_unused]] T value) {
    if constexpr (std::is_signed_v<T>)
      return value < T{};
    else
      return false;  // nvcc warns of the comparison
  }
};

/// Composes a message; what exceeds the buffer is cut off.
class message {
 public:
  message& operator<<(const char* text) { return append(text, __builtin_strlen(text)); }
  template <text_like Text>
  message& operator<<(const Text& text) {
    return append(text.data(), text.size());
  }
  message& operator<<(whole_number number) {
    char digits[20];
    std::size_t first = sizeof digits;
    std::uint64_t rest = number.magnitude;
    do digits[--first] = static_cast<char>('0' + static_cast<int>(rest % 10));
    while ((rest /= 10) != 0);
    if (number.is_negative) append("-", 1);
    return append(digits + first, sizeof digits - first);
  }
  message& operator<<(std::int64_t number) { return *this << whole_number(number); }
  message& operator<<(int number) { return *this << static_cast<std::int64_t>(number); }
  const char* data() const { return text_; }
  std::size_t size() const { return size_; }

 private:
  message& append(const char* text, std::size_t length) {
    const std::size_t room = sizeof text_ - size_;
    if (length > room) length = room;
    __builtin_memcpy(text_ + size_, text, length);
    size_ += length;
    return *this;
  }
  char text_[1024];
  std::size_t size_ = 0;
};

}  // namespace detail

/// Base of insum's exceptions. what() is one sentence that names the objects and values involved.
class error : public std::exception {
 public:
  explicit error(const char* text) : text_(text, __builtin_strlen(text)) {}
  template <detail::text_like Text>
  explicit error(const Text& text) : text_(text.data(), text.size()) {}
  const char* what() const noexcept override { return text_.c_str(); }
  /// Says where it happened, in front of what().
  template <detail::text_like Text>
  void put_in_front(const Text& place) {
    text_ = detail::shared_text(place, text_);
  }

 private:
  detail::shared_text text_;
};

/// Sizes that must be equal differ, or a size is negative or too large.
class size_error : public error {
 public:
  using error::error;
};

/// More memory is needed than there is, or than was allowed.
class memory_error : public error {
 public:
  using error::error;
};

/// A coordinate or position that was read from an array is out of its range.
class index_error : public error {
 public:
  using error::error;
};

/// A tensor whose arrays break the rules of its format, or overlap with another's. `position` is -1 where the
/// error concerns the array as a whole (its length).
class storage_error : public error {
 public:
  /// `value`: of any integer type, which the text shows as it is.
  template <class Array, class Value, class Reason>
  storage_error(const Array& array, std::int64_t position, Value value, const Reason& reason)
      : error(describe(array, position, detail::whole_number(value), reason)),
        array_(as_text(array)),
        position_(position),
        value_(static_cast<std::int64_t>(value)) {}
  /// About the array as a whole, where no value says more.
  template <class Array, class Reason>
  storage_error(const Array& array, const Reason& reason)
      : error(detail::message() << array << ": " << reason),
        array_(as_text(array)),
        position_(-1),
        value_(0) {}

  const detail::shared_text& array() const { return array_; }
  std::int64_t position() const { return position_; }
  std::int64_t value() const { return value_; }

 private:
  template <class Text>
  static detail::shared_text as_text(const Text& text) {
    const detail::message copy = detail::message() << text;
    return {copy.data(), copy.size()};
  }
  template <class Array, class Reason>
  static detail::message describe(const Array& array, std::int64_t position, detail::whole_number value,
                                  const Reason& reason) {
    detail::message text;
    text << array;
    if (position >= 0) text << "[" << position << "]";
    return text << " = " << value << ": " << reason;
  }

  detail::shared_text array_;
  std::int64_t position_;
  std::int64_t value_;
};

}  // namespace insum
