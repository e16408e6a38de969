// The memory of a workspace, counted, and with a bound that is never exceeded.
#pragma once

#include "../core/errors.hpp"
#include "../rt/memory.hpp"

#include <limits>

namespace insum {

/// A workspace needs more memory than it was allowed.
class memory_error : public error {
 public:
  memory_error(std::size_t needed, std::size_t bound)
      : error(detail::message() << "a workspace needs " << static_cast<std::int64_t>(needed)
                                << " bytes; no more than " << static_cast<std::int64_t>(bound)
                                << " are allowed") {}
};

}  // namespace insum

INSUM_RT_BEGIN

/// Bytes in use, which several threads may count.
class memory_budget {
 public:
  /// 0: no bound.
  explicit memory_budget(std::size_t bound = 0) : bound_(bound) {}
  memory_budget(const memory_budget&) = delete;
  memory_budget& operator=(const memory_budget&) = delete;

  bool is_bounded() const { return bound_ != 0; }
  std::size_t bound() const { return bound_; }
  std::size_t in_use() const { return __atomic_load_n(&used_, __ATOMIC_RELAXED); }
  /// The most that was in use at one time.
  std::size_t peak() const { return __atomic_load_n(&peak_, __ATOMIC_RELAXED); }

  bool try_take(std::size_t bytes) {
    std::size_t used = in_use();
    do {
      if (bound_ != 0 && (bytes > bound_ || used > bound_ - bytes)) return false;
    } while (
        !__atomic_compare_exchange_n(&used_, &used, used + bytes, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    std::size_t peak = __atomic_load_n(&peak_, __ATOMIC_RELAXED);
    while (peak < used + bytes && !__atomic_compare_exchange_n(&peak_, &peak, used + bytes, true,
                                                               __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return true;
  }
  void take(std::size_t bytes) {
    if (!try_take(bytes)) throw memory_error(in_use() + bytes, bound_);
  }
  void give_back(std::size_t bytes) { __atomic_fetch_sub(&used_, bytes, __ATOMIC_RELAXED); }

 private:
  std::size_t bound_;
  std::size_t used_ = 0;
  std::size_t peak_ = 0;
};

/// An array whose memory counts. Its elements are unset.
template <class E>
class counted_array {
  static_assert(std::is_trivially_copyable_v<E>, "components are copied as bytes");

 public:
  explicit counted_array(memory_budget& budget) : budget_(&budget) {}
  counted_array(counted_array&& other) noexcept : budget_(other.budget_) { swap(other); }
  counted_array& operator=(counted_array&& other) noexcept {
    swap(other);
    return *this;
  }
  ~counted_array() { release(); }

  E* data() { return data_; }
  const E* data() const { return data_; }
  std::int64_t capacity() const { return capacity_; }

  /// Room for `capacity` elements, of which the first `kept` are those of before.
  void reallocate(std::int64_t capacity, std::int64_t kept) {
    if (static_cast<std::size_t>(capacity) > detail::most_bytes / sizeof(E)) throw std::bad_alloc();
    const std::size_t counted = static_cast<std::size_t>(capacity) * sizeof(E);
    if (kept == 0) release();
    budget_->take(counted);
    std::size_t bytes = counted;
    try {
      if (budget_->is_bounded() || kept == 0)
        move_to(allocate(bytes), kept);
      else if (bytes > bytes_)
        data_ = static_cast<E*>(detail::enlarge_block(static_cast<void*>(data_), bytes_, bytes));
      else
        bytes = bytes_;  // the block is longer than what was asked for
    } catch (const std::bad_alloc&) {
      budget_->give_back(counted);
      throw;
    }
    budget_->give_back(static_cast<std::size_t>(capacity_) * sizeof(E));
    bytes_ = bytes;
    capacity_ = capacity;
  }
  void release() {
    free();
    budget_->give_back(static_cast<std::size_t>(capacity_) * sizeof(E));
    data_ = nullptr;
    bytes_ = 0;
    capacity_ = 0;
  }
  void swap(counted_array& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    std::swap(bytes_, other.bytes_);
  }

 private:
  /// Of just this length where there is a bound; blocks that are kept for the next kernel may be longer.
  void* allocate(std::size_t& bytes) {
    if (bytes == 0) return nullptr;
    if (!budget_->is_bounded()) return detail::enlarge_block(nullptr, 0, bytes);
    void* const block = std::malloc(bytes);
    if (block == nullptr) throw std::bad_alloc();
    return block;
  }
  void move_to(void* fresh, std::int64_t kept) {
    if (kept != 0)
      __builtin_memcpy(fresh, static_cast<const void*>(data_), static_cast<std::size_t>(kept) * sizeof(E));
    free();
    data_ = static_cast<E*>(fresh);
  }
  void free() {
    if (budget_->is_bounded())
      std::free(static_cast<void*>(data_));
    else
      detail::free_block(static_cast<void*>(data_), bytes_);
  }

  memory_budget* budget_;
  E* data_ = nullptr;
  std::int64_t capacity_ = 0;
  std::size_t bytes_ = 0;
};

INSUM_RT_END
