// Components in several pieces, which are sorted and combined into another place.
#pragma once

#include "cells.hpp"

INSUM_RT_BEGIN

namespace detail {

/// Components behind each other.
template <class E>
struct component_piece {
  const E* data;
  std::int64_t count;
  bool is_sorted;  ///< no key twice
};

}  // namespace detail

/// Sorts what pieces hold and combines equal keys by Op, in the order of the pieces. Each component is moved
/// once for each digit of the keys, from its piece and in cache, and the result is written in order.
template <class T, class Op>
class piece_sorter {
 public:
  using component_type = detail::keyed_entry<T>;
  using piece = detail::component_piece<component_type>;

  /// What is left of the n components of all pieces, whose keys are in [low, high], goes `to` a place with
  /// room for n, where unsorted pieces may be. How many are left.
  std::int64_t sort(const piece* begin, const piece* end, std::int64_t n, std::uint64_t low,
                    std::uint64_t high, component_type* to) {
    constexpr std::int64_t few = 24;
    if (n == 0) return 0;
    if (end - begin == 1 && begin->is_sorted) {
      copy(to, begin->data, n);
      return n;
    }
    if (high - low < most_range && cell_combiner<T, Op>::pays(static_cast<std::int64_t>(high - low) + 1, n)) {
      cells_.prepare(static_cast<std::int64_t>(high - low) + 1);
      for (const piece* p = begin; p != end; ++p) cells_.add(p->data, p->count, low);
      return cells_.take(to, low) - to;
    }
    const component_type* const sorted =
        n <= few ? sort_few(begin, end, n) : sort_by_digits(begin, end, n, low, high);
    return detail::combine_equal<Op>(sorted, n, to);
  }

 private:
  static constexpr std::uint64_t most_range = std::uint64_t{1} << 62;  ///< its length has 63 bits

  static void copy(component_type* to, const component_type* from, std::int64_t n) {
    __builtin_memcpy(static_cast<void*>(to), from, static_cast<std::size_t>(n) * sizeof(*from));
  }
  const component_type* sort_few(const piece* begin, const piece* end, std::int64_t n) {
    scratch_[0].resize(n);
    component_type* to = scratch_[0].data();
    for (const piece* p = begin; p != end; to += p++->count) copy(to, p->data, p->count);
    detail::insertion_sort(scratch_[0].data(), n);
    return scratch_[0].data();
  }
  const component_type* sort_by_digits(const piece* begin, const piece* end, std::int64_t n,
                                       std::uint64_t low, std::uint64_t high) {
    for (auto& x : scratch_) x.resize(n);
    component_type *from = scratch_[0].data(), *to = scratch_[1].data();
    detail::digit_sorter digits(n, detail::bit_width(high - low), low);
    for (const piece* p = begin; p != end; ++p) digits.count(p->data, p->count);
    digits.start_pass();
    for (const piece* p = begin; p != end; ++p) digits.deal(p->data, p->count, from);
    for (int pass = 1; pass < digits.passes(); ++pass) {
      digits.start_pass();
      digits.deal(from, n, to);
      std::swap(from, to);
    }
    return from;
  }

  cell_combiner<T, Op> cells_;
  grow<component_type> scratch_[2];
};

INSUM_RT_END
