// Lists of components that are sorted and combined in place, in time and memory that stay in cache.
#pragma once

#include "cells.hpp"
#include "components.hpp"
#include "runs.hpp"

INSUM_RT_BEGIN

/// A list and the place of what is added next: its first components are sorted, no key twice.
template <class E>
struct component_list {
  E *end, *most;  ///< pointers, which components cannot alias
  E* begin;
  std::int64_t sorted;
  /// Its first `known` components are at no less than `apart` coordinates: those that are sorted, or more.
  std::int64_t known = 0, apart = 0;

  std::int64_t size() const { return end - begin; }
  std::int64_t capacity() const { return most - begin; }
  /// All of it, or so many of its first components.
  void set_sorted(std::int64_t n) { sorted = known = apart = n; }
};

/// Sorts a list and combines equal keys by Op, which differ in their lowest `bits` bits only.
template <class T, class Op, class Keys>
class list_sorter {
 public:
  using component_type = component_of<T, Keys>;
  using list = component_list<component_type>;

  explicit list_sorter(const Keys& keys) : keys_(keys) {}
  /// Where memory is bounded nothing is used that does not count.
  void use_cells(bool wanted) { uses_cells_ = wanted; }
  /// `scratch` has room for all components.
  void sort(list& x, component_type* scratch, int bits) {
    if (x.size() == x.sorted) return;
    if (uses_cells_ && has_cells(x, bits))
      combine_in_cells(x, bits);
    else
      sort_and_merge(x, scratch, bits);
    x.set_sorted(x.size());
  }

 private:
  static constexpr bool is_packed = std::is_same_v<typename Keys::key_type, std::uint64_t>;
  static bool has_cells([[maybe_unused]] const list& x, [[maybe_unused]] int bits) {
    if constexpr (is_packed)
      return bits < 63 && cell_combiner<T, Op>::pays(std::int64_t{1} << bits, x.size());
    else
      return false;
  }
  void combine_in_cells([[maybe_unused]] list& x, [[maybe_unused]] int bits) {
    if constexpr (is_packed) {
      const std::uint64_t low = x.begin->key & ~detail::low_bits(bits);
      cells_.prepare(std::int64_t{1} << bits);
      cells_.add(x.begin, x.size(), low);
      x.end = cells_.take(x.begin, low);
    }
  }

  /// By radix, of what is sorted already as well: it takes less time than to merge as much.
  void sort_again(list& x, component_type* scratch, int bits) {
    if constexpr (is_packed) {
      detail::sort_keys(x.begin, scratch, x.size(), bits);
      x.end = x.begin + detail::combine_equal<Op>(x.begin, x.size());
    }
  }
  void sort_and_merge(list& x, component_type* scratch, int bits) {
    component_type* const tail = x.begin + x.sorted;
    const std::int64_t added = x.size() - x.sorted;
    if constexpr (is_packed) {
      if (x.sorted <= added) return sort_again(x, scratch, bits);
      detail::sort_keys(tail, scratch, added, bits);
    } else {
      detail::sort_components(tail, scratch, added, keys_);
    }
    const std::int64_t left = detail::combine_equal<Op>(tail, added);
    x.end = tail + left;
    if (x.sorted == 0 || tail[-1].key < tail[0].key) return;
    const auto copy = [&](const component_type* from, std::int64_t n) {
      __builtin_memcpy(static_cast<void*>(scratch), from, static_cast<std::size_t>(n) * sizeof(*from));
    };
    if (x.sorted <= left) {
      copy(x.begin, x.sorted);
      x.end = x.begin + detail::merge_components<Op>(scratch, x.sorted, tail, left, x.begin);
    } else {
      copy(tail, left);
      x.end = x.begin + detail::merge_backwards<Op>(x.begin, x.sorted, scratch, left, x.end);
    }
  }

  const Keys& keys_;
  bool uses_cells_ = true;
  cell_combiner<T, Op> cells_;
};

INSUM_RT_END
