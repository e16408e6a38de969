// What a workspace is told, and the accumulation array that it makes from that.
#pragma once

#include <memory>

#include "concept.hpp"
#include "memory.hpp"

namespace insum {

/// What a workspace may be told.
struct workspace_options {
  static constexpr std::int64_t automatic = -1;
  std::int64_t capacity =
      automatic;               ///< components of the accumulation array; automatic: few first, then more
  std::size_t memory = 0;      ///< bytes that the workspace may have in use at any time; 0: any number
  bool pipeline = false;       ///< sort and merge on another thread while more is inserted
  bool double_buffer = false;  ///< two all arrays: each merge goes from one to the other
  bool deterministic = false;  ///< parallel producers: the bits depend on their ranges, not on threads
};

}  // namespace insum

INSUM_RT_BEGIN

namespace detail {

template <class A>
concept is_never_full = requires { requires A::never_full; };

/// Capacities: three stages, each with its slope.
struct capacity_policy {
  static constexpr std::int64_t first = std::int64_t{1} << 10;
  static constexpr std::int64_t second = std::int64_t{1} << 13;
  static constexpr std::int64_t most = std::int64_t{1} << 15;  // stays in cache
  static constexpr std::int64_t next(std::int64_t capacity) {
    if (capacity < second) return 8 * capacity;
    if (capacity < most) return 4 * capacity < most ? 4 * capacity : most;
    return capacity;
  }
};

/// An accumulation array whose memory counts.
template <class A>
class counted_accumulation {
 public:
  counted_accumulation(memory_budget& budget, const coordinates<A::rank>& sizes, std::int64_t capacity)
      : budget_(&budget), bytes_(A::bytes(sizes, capacity)), capacity_(capacity) {
    budget.take(bytes_);
    try {
      array_ = std::make_unique<A>(sizes, capacity);
    } catch (...) {
      budget.give_back(bytes_);
      throw;
    }
  }
  ~counted_accumulation() { budget_->give_back(bytes_); }
  counted_accumulation(const counted_accumulation&) = delete;
  counted_accumulation& operator=(const counted_accumulation&) = delete;
  A& operator*() { return *array_; }
  A* operator->() { return array_.get(); }
  std::int64_t capacity() const { return capacity_; }

 private:
  memory_budget* budget_;
  std::size_t bytes_;
  std::int64_t capacity_;
  std::unique_ptr<A> array_;
};

}  // namespace detail

INSUM_RT_END
