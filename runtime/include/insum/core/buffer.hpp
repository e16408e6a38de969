// The array of all storage types: contiguous, aligned, and without the cost of setting what is written next.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace insum {

namespace detail {

template <class R, class T>
concept array_of = requires(const R& range) {
  { range.data() } -> std::convertible_to<const T*>;
  { range.size() } -> std::convertible_to<std::size_t>;
};

}  // namespace detail

/// Like std::vector, with these differences: `resize(n)` leaves new elements unset, so that the threads that
/// use an array can be the first to touch it; buffer<bool> has bool elements and a data(); memory starts at a
/// cache line.
template <class T>
class buffer {
  static_assert(std::is_trivially_copyable_v<T>, "a buffer's elements are copied as bytes");

 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using iterator = T*;
  using const_iterator = const T*;
  static constexpr std::size_t alignment = 64;

  buffer() noexcept = default;
  explicit buffer(std::size_t size) { resize(size); }
  buffer(std::size_t size, const T& value) { resize(size, value); }
  buffer(std::initializer_list<T> values) { assign(values.begin(), values.size()); }
  template <std::input_iterator Iterator>
  buffer(Iterator first, Iterator last) {
    for (; first != last; ++first) push_back(static_cast<T>(*first));
  }
  /// Copies any contiguous container of the same elements, std::vector<T> for one.
  template <detail::array_of<T> Range>
    requires(!std::same_as<std::remove_cvref_t<Range>, buffer>)
  buffer(const Range& range) {  // NOLINT: implicit as between containers of the same elements
    assign(range.data(), static_cast<std::size_t>(range.size()));
  }
  buffer(const buffer& other) { assign(other.data_, other.size_); }
  buffer(buffer&& other) noexcept { swap(other); }
  buffer& operator=(const buffer& other) {
    if (this != &other) assign(other.data_, other.size_);
    return *this;
  }
  buffer& operator=(buffer&& other) noexcept {
    swap(other);
    return *this;
  }
  buffer& operator=(std::initializer_list<T> values) {
    assign(values.begin(), values.size());
    return *this;
  }
  ~buffer() { free_block(); }

  T* data() noexcept { return data_; }
  const T* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  std::size_t capacity() const noexcept { return capacity_; }
  bool empty() const noexcept { return size_ == 0; }
  T* begin() noexcept { return data_; }
  T* end() noexcept { return data_ + size_; }
  const T* begin() const noexcept { return data_; }
  const T* end() const noexcept { return data_ + size_; }
  T& operator[](std::size_t i) noexcept { return data_[i]; }
  const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  T& front() noexcept { return data_[0]; }
  const T& front() const noexcept { return data_[0]; }
  T& back() noexcept { return data_[size_ - 1]; }
  const T& back() const noexcept { return data_[size_ - 1]; }

  void reserve(std::size_t capacity) {
    if (capacity > capacity_) reallocate(capacity);
  }
  /// New elements are unset.
  void resize(std::size_t size) {
    if (size > capacity_) reallocate(size_ == 0 ? size : grown(size));
    size_ = size;
  }
  void resize(std::size_t size, T value) {
    const std::size_t old = size_;
    resize(size);
    for (std::size_t i = old; i < size; ++i) data_[i] = value;
  }
  void assign(std::size_t size, T value) {
    size_ = 0;
    resize(size, value);
  }
  void push_back(T value) {
    resize(size_ + 1);
    data_[size_ - 1] = value;
  }
  void pop_back() noexcept { --size_; }
  void clear() noexcept { size_ = 0; }
  void shrink_to_fit() {
    if (capacity_ > size_) reallocate(size_);
  }
  void swap(buffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    std::swap(release_, other.release_);
  }
  /// Takes over a block of `capacity` elements at a cache line, the first `size` of which are set; `release`
  /// is called with it and its length in bytes when it is no longer needed.
  void adopt(T* data, std::size_t size, std::size_t capacity, void (*release)(void*, std::size_t)) noexcept {
    free_block();
    data_ = data;
    size_ = size;
    capacity_ = capacity;
    release_ = release;
  }

  friend bool operator==(const buffer& a, const buffer& b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i)
      if (!(a.data_[i] == b.data_[i])) return false;
    return true;
  }

 private:
  void assign(const T* source, std::size_t size) {
    size_ = 0;
    resize(size);
    if (size != 0) std::memcpy(static_cast<void*>(data_), source, size * sizeof(T));
  }
  std::size_t grown(std::size_t size) const {
    const std::size_t doubled = capacity_ + capacity_ / 2;
    return size > doubled ? size : doubled;
  }
  void reallocate(std::size_t capacity) {
    if (capacity > static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(T))
      throw std::length_error("insum::buffer is too long");
    T* fresh = nullptr;
    if (capacity != 0)
      fresh = static_cast<T*>(::operator new(capacity * sizeof(T), std::align_val_t{alignment}));
    if (fresh != nullptr && size_ != 0) std::memcpy(static_cast<void*>(fresh), data_, size_ * sizeof(T));
    free_block();
    data_ = fresh;
    capacity_ = capacity;
    release_ = nullptr;
  }
  void free_block() noexcept {
    if (release_ != nullptr)
      release_(static_cast<void*>(data_), capacity_ * sizeof(T));
    else
      ::operator delete(data_, std::align_val_t{alignment});
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  void (*release_)(void*, std::size_t) = nullptr;  ///< of an adopted block
};

}  // namespace insum
