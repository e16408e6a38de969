// Arrays of results whose length shows only while they are computed.
#pragma once

#include "memory.hpp"

INSUM_RT_BEGIN

/// A growable array of plain values. New elements of resize() and append() are unset; the capacity doubles.
/// Throws std::bad_alloc, and is then as it was before.
template <class T>
class grow {
  static_assert(std::is_trivially_copyable_v<T>, "elements are moved as bytes");
  static_assert(alignof(T) <= alignof(std::max_align_t), "malloc aligns no further");

 public:
  using value_type = T;

  grow() noexcept = default;
  grow(grow&& other) noexcept { swap(other); }
  grow& operator=(grow&& other) noexcept {
    grow taken(std::move(other));
    swap(taken);
    return *this;
  }
  grow(const grow&) = delete;
  grow& operator=(const grow&) = delete;
  ~grow() { detail::free_block(static_cast<void*>(data_), bytes_); }

  std::int64_t size() const noexcept { return size_; }
  std::size_t size_in_bytes() const noexcept { return static_cast<std::size_t>(size_) * sizeof(T); }
  T* data() noexcept { return data_; }
  const T* data() const noexcept { return data_; }
  T& operator[](std::int64_t i) noexcept { return data_[i]; }
  const T& operator[](std::int64_t i) const noexcept { return data_[i]; }

  INSUM_RT_INLINE void push(const T& value) {
    const T copy = value;  // `value` may be an element
    if (__builtin_expect(size_ == capacity_, 0)) make_room(1);
    data_[size_++] = copy;
  }
  /// Adds `count` unset elements; the first of them, which stay where they are until the array grows again.
  INSUM_RT_INLINE T* append(std::int64_t count) {
    reserve_more(count);
    T* const first = data_ + size_;
    size_ += count;
    return first;
  }
  void extend(std::int64_t count, const T& value) {
    const T copy = value;
    T* const first = append(count);
    for (std::int64_t i = 0; i < count; ++i) first[i] = copy;
  }
  /// Space for `capacity` elements in all.
  void reserve(std::int64_t capacity) {
    if (capacity > capacity_) reallocate(capacity);
  }
  /// Space for `count` elements more, with room to grow.
  INSUM_RT_INLINE void reserve_more(std::int64_t count) {
    if (__builtin_expect(count > capacity_ - size_, 0)) make_room(count);
  }
  void resize(std::int64_t size) {
    reserve(size);
    size_ = size;
  }
  void clear() noexcept { size_ = 0; }

  /// Hands the memory of a large array over to container.adopt(data, size, capacity, release), with no more
  /// room than whole pages; false, and nothing has changed, where it is small.
  template <class Container>
  bool give_to(Container& container) noexcept {
    const std::size_t used = size_in_bytes();
    if (!detail::is_mapped(bytes_) || !detail::is_mapped(used)) return false;
    bytes_ = detail::trim_block(static_cast<void*>(data_), bytes_, used);
    container.adopt(data_, static_cast<std::size_t>(size_), bytes_ / sizeof(T), detail::free_block);
    data_ = nullptr;
    size_ = capacity_ = 0;
    bytes_ = 0;
    return true;
  }

 private:
  void swap(grow& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    std::swap(bytes_, other.bytes_);
  }
  INSUM_RT_COLD void make_room(std::int64_t count) {
    constexpr std::int64_t first_capacity = 16;
    std::int64_t wanted = 0;
    if (__builtin_add_overflow(size_, count, &wanted)) throw std::bad_alloc();
    if (wanted < 2 * capacity_) wanted = 2 * capacity_;
    reallocate(wanted < first_capacity ? first_capacity : wanted);
  }
  void reallocate(std::int64_t capacity) {
    if (static_cast<std::size_t>(capacity) > detail::most_bytes / sizeof(T)) throw std::bad_alloc();
    std::size_t bytes = static_cast<std::size_t>(capacity) * sizeof(T);
    data_ = static_cast<T*>(detail::enlarge_block(static_cast<void*>(data_), bytes_, bytes));
    bytes_ = bytes;
    capacity_ = static_cast<std::int64_t>(bytes / sizeof(T));
  }

  T* data_ = nullptr;
  std::int64_t size_ = 0;
  std::int64_t capacity_ = 0;
  std::size_t bytes_ = 0;  ///< of the block
};

INSUM_RT_END
