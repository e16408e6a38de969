// Blocks of lists of components, and scratch for sorting them.
#pragma once

#include <limits>
#include <new>

#include "block_pool.hpp"
#include "list_sorter.hpp"

INSUM_RT_BEGIN

/// Memory without a bound, as a list_memory is told of it.
struct unbounded_memory {
  static bool take(std::size_t) { return true; }
  static bool is_bounded() { return false; }
};

/// The blocks of lists, and scratch as long as the longest of them. `Memory`: take(bytes) says whether there
/// is as much more.
template <class E>
class list_memory {
 public:
  using list = component_list<E>;

  /// For no more than `most` components at a time.
  explicit list_memory(std::int64_t most) : most_(most) {}

  /// The capacity of all lists.
  std::int64_t held() const { return held_; }
  E* scratch() const { return scratch_; }
  /// As long as that list has room for.
  template <class Memory>
  bool make_scratch(const list& x, Memory& memory) {
    return enlarge_scratch(order_of(x.capacity()), memory);
  }
  /// A longer block for a list, at first of `first`: twice as long, or `least`, and of no more than `most`
  /// components. False where it may not be longer, or there is no memory.
  template <class Memory>
  bool enlarge(list& x, Memory& memory, std::int64_t first, std::int64_t least, std::int64_t most) {
    const std::int64_t before = x.capacity(), left = left_for(x), allowed = left < most ? left : most;
    std::int64_t wanted = before == 0 ? first : 2 * before;
    if (wanted < least) wanted = least;
    if (wanted > allowed) wanted = allowed;
    if (wanted <= before) return false;
    while (!(enlarge_scratch(order_of(wanted), memory) && move(x, order_of(wanted), allowed, memory))) {
      wanted /= 2;  // less would do
      if (before != 0 || wanted == 0) return false;
    }
    return true;
  }
  /// The same of `wanted` components, without scratch.
  template <class Memory>
  bool lengthen(list& x, Memory& memory, std::int64_t wanted, std::int64_t most) {
    const std::int64_t left = left_for(x), allowed = most < left ? most : left,
                       next = wanted < allowed ? wanted : allowed;
    return next > x.capacity() && move(x, order_of(next), next, memory);
  }
  /// A block for a list without one, and scratch; throws std::bad_alloc where there is no memory.
  template <class Memory>
  void make(list& x, Memory& memory, std::int64_t wanted) {
    const int order = order_of(wanted);
    if (!enlarge_scratch(order, memory) || !move(x, order, most_, memory)) throw std::bad_alloc();
  }
  /// Of a list whose components are elsewhere.
  void give(const list& x) {
    held_ -= x.capacity();
    pool_.give(x.begin, order_of(x.capacity()));
  }
  /// As if all lists had been given back, and the scratch.
  void recycle() {
    pool_.recycle();
    scratch_ = nullptr;
    scratch_order_ = -1;
    held_ = 0;
  }

 private:
  static int order_of(std::int64_t capacity) {
    return detail::bit_width(static_cast<std::uint64_t>(capacity) * sizeof(E) - 1);
  }
  static std::int64_t capacity_of(int order) {
    return static_cast<std::int64_t>((std::size_t{1} << order) / sizeof(E));
  }
  std::int64_t left_for(const list& x) const { return most_ - held_ + x.capacity(); }
  template <class Memory>
  E* take(int order, Memory& memory) {
    return static_cast<E*>(pool_.take(order, [&](std::size_t bytes) { return memory.take(bytes); }));
  }
  template <class Memory>
  bool enlarge_scratch(int order, Memory& memory) {
    if (scratch_order_ >= order) return true;
    E* const block = take(order, memory);
    if (block == nullptr) return false;
    if (scratch_ != nullptr) pool_.give(scratch_, scratch_order_);
    scratch_ = block;
    scratch_order_ = order;
    return true;
  }
  template <class Memory>
  bool move(list& x, int order, std::int64_t most, Memory& memory) {
    E* const block = take(order, memory);
    if (block == nullptr) return false;
    const std::int64_t n = x.size(), fit = capacity_of(order), capacity = fit < most ? fit : most;
    if (n != 0)
      __builtin_memcpy(static_cast<void*>(block), x.begin, static_cast<std::size_t>(n) * sizeof(*block));
    held_ += capacity - x.capacity();
    if (x.begin != nullptr) pool_.give(x.begin, order_of(x.capacity()));
    x = {block + n, block + capacity, block, x.sorted, x.known, x.apart};
    return true;
  }

  block_pool pool_;
  std::int64_t most_;
  std::int64_t held_ = 0;
  E* scratch_ = nullptr;
  int scratch_order_ = -1;
};

INSUM_RT_END
