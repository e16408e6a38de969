// The memory of a workspace, counted, and with a bound that is never exceeded.
#pragma once

#include "../core/errors.hpp"
#include "../rt/grow.hpp"

#include <limits>

INSUM_RT_BEGIN

namespace detail {

[[noreturn]] INSUM_RT_COLD inline void throw_no_memory(std::size_t needed) {
  throw memory_error(insum::detail::message() << "a workspace needs " << insum::detail::whole_number(needed)
                                              << " bytes, for which there is no memory");
}
[[noreturn]] INSUM_RT_COLD inline void throw_above_bound(std::size_t needed, std::size_t bound) {
  throw memory_error(insum::detail::message()
                     << "a workspace needs " << insum::detail::whole_number(needed) << " bytes; no more than "
                     << insum::detail::whole_number(bound) << " are allowed");
}

}  // namespace detail

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
    if (!try_take(bytes)) detail::throw_above_bound(in_use() + bytes, bound_);
  }
  void give_back(std::size_t bytes) { __atomic_fetch_sub(&used_, bytes, __ATOMIC_RELAXED); }

 private:
  std::size_t bound_;
  std::size_t used_ = 0;
  std::size_t peak_ = 0;
};

/// For `assume(memory <= bytes)`: 1 or more, and less is taken as 1.
template <class N>
memory_budget budget_of(N bytes) {
  return memory_budget(bytes < 1 ? 1 : static_cast<std::size_t>(bytes));
}

namespace detail {

/// Bytes of a budget, given back at the end.
class counted_bytes {
 public:
  explicit counted_bytes(memory_budget& budget, std::size_t bytes = 0) : budget_(&budget) { take(bytes); }
  counted_bytes(const counted_bytes&) = delete;
  counted_bytes& operator=(const counted_bytes&) = delete;
  ~counted_bytes() { give_back(); }
  void take(std::size_t bytes) {
    budget_->take(bytes);
    bytes_ += bytes;
  }
  void give_back() { budget_->give_back(std::exchange(bytes_, 0)); }
  std::size_t bytes() const { return bytes_; }
  memory_budget& budget() const { return *budget_; }

 private:
  memory_budget* budget_;
  std::size_t bytes_ = 0;
};

/// What `count` elements of `size` bytes take; all that can be told where that is more.
inline std::size_t bytes_of_elements(std::int64_t count, std::size_t size) {
  const auto elements = static_cast<std::size_t>(count);
  return elements > most_bytes / size ? most_bytes : elements * size;
}

/// Whether f() found memory. Where there is another way, that there is none is no error.
template <class F>
bool finds_memory(F&& f) {
  try {
    f();
    return true;
  } catch (const memory_error&) {
  } catch (const std::bad_alloc&) {
  }
  return false;
}

}  // namespace detail

/// The bytes of a temporary of a kernel, which count while this is there. Throws memory_error, which has its
/// name, before it is allocated.
template <class T>
class counted_temporary {
 public:
  counted_temporary(memory_budget& budget, const char* name, std::int64_t count) try
      : bytes_(budget, detail::bytes_of_elements(count, sizeof(T))) {
  } catch (error& thrown) {
    thrown.put_in_front(insum::detail::message() << name << ": ");
    throw;
  }

 private:
  detail::counted_bytes bytes_;
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

  /// Room for `count` elements, none of them of before, and no more later: others may have longer blocks.
  void allocate(std::int64_t count) { reallocate(count, 0, false); }
  /// Room for `capacity` elements, of which the first `kept` are those of before. Where it throws, it has
  /// them still.
  void reallocate(std::int64_t capacity, std::int64_t kept, bool grows = true) {
    if (static_cast<std::size_t>(capacity) > detail::most_bytes / sizeof(E))
      detail::throw_no_memory(detail::most_bytes);
    const detail::no_kept_blocks exact(budget_->is_bounded());
    if (kept == 0) release();
    std::size_t bytes = static_cast<std::size_t>(capacity) * sizeof(E);
    const std::size_t counted = detail::bytes_taken(bytes);
    budget_->take(counted);
    try {
      if (budget_->is_bounded() || bytes > bytes_)
        move_to(bytes, kept, grows);
      else
        bytes = bytes_;  // the block is longer than what was asked for
    } catch (const std::bad_alloc&) {
      budget_->give_back(counted);
      detail::throw_no_memory(counted);
    }
    budget_->give_back(std::exchange(counted_, counted));
    bytes_ = bytes;
    capacity_ = capacity;
  }
  void release() {
    const detail::no_kept_blocks exact(budget_->is_bounded());
    detail::free_block(static_cast<void*>(data_), bytes_);
    budget_->give_back(std::exchange(counted_, 0));
    data_ = nullptr;
    bytes_ = 0;
    capacity_ = 0;
  }
  void swap(counted_array& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    std::swap(bytes_, other.bytes_);
    std::swap(counted_, other.counted_);
  }

 private:
  /// A bound counts both blocks while elements are copied, so they are two.
  void move_to(std::size_t& bytes, std::int64_t kept, bool grows) {
    if (!budget_->is_bounded()) {
      data_ = static_cast<E*>(grows ? detail::enlarge_block(static_cast<void*>(data_), bytes_, bytes)
                                    : detail::fitting_block(bytes));
      return;
    }
    void* const fresh = bytes == 0 ? nullptr : detail::enlarge_block(nullptr, 0, bytes);
    if (kept != 0)
      __builtin_memcpy(fresh, static_cast<const void*>(data_), static_cast<std::size_t>(kept) * sizeof(E));
    detail::free_block(static_cast<void*>(data_), bytes_);
    data_ = static_cast<E*>(fresh);
  }

  memory_budget* budget_;
  E* data_ = nullptr;
  std::int64_t capacity_ = 0;
  std::size_t bytes_ = 0;    ///< of the block
  std::size_t counted_ = 0;  ///< of the budget
};

INSUM_RT_END
