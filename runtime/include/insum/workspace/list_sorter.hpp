// Lists of components that are sorted and combined in place, in time and memory that stay in cache.
#pragma once

#include "../rt/bits.hpp"
#include "components.hpp"
#include "runs.hpp"

INSUM_RT_BEGIN

/// A list and the place of what is added next: its first components are sorted, no key twice.
template <class E>
struct component_list {
  E *end, *most;  ///< pointers, which components cannot alias
  E* begin;
  std::int64_t sorted;

  std::int64_t size() const { return end - begin; }
  std::int64_t capacity() const { return most - begin; }
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
    x.sorted = x.size();
  }

 private:
  static constexpr bool is_packed = std::is_same_v<typename Keys::key_type, std::uint64_t>;
  /// A value for every key there may be takes no longer than to sort, where they are few and in cache.
  static constexpr int most_cell_bits = 17, least_filled = 8;
  static bool has_cells([[maybe_unused]] const list& x, [[maybe_unused]] int bits) {
    if constexpr (is_packed)
      return bits <= most_cell_bits && (std::int64_t{1} << bits) <= least_filled * x.size();
    else
      return false;
  }

  void combine_in_cells(list& x, int bits) {
    if constexpr (is_packed) {
      using bitmap = detail::two_level_bits;
      const std::int64_t cells = std::int64_t{1} << bits;
      make_cells(cells);
      const std::uint64_t low = detail::low_bits(bits), high = x.begin->key & ~low;
      const bitmap touched{bits_.data(), blocks_.data()};
      T* const values = values_.data();
      for (const component_type* e = x.begin; e != x.end; ++e) {
        const auto cell = static_cast<std::int64_t>(e->key & low);
        update<Op>(values[cell], e->value);
        touched.set(cell);
      }
      const T identity = Op::template identity<T>();
      component_type* to = x.begin;
      touched.take_words(0, cells - 1, [&](std::int64_t first, std::uint64_t word) {
        for (; word != 0; word &= word - 1) {
          const std::int64_t cell = first + __builtin_ctzll(word);
          *to++ = {high | static_cast<std::uint64_t>(cell), values[cell]};
          values[cell] = identity;
        }
      });
      x.end = to;
    }
  }
  void make_cells(std::int64_t cells) {
    if (values_.size() >= cells) return;
    values_.clear(), bits_.clear(), blocks_.clear();
    values_.extend(cells, Op::template identity<T>());
    bits_.extend(detail::two_level_bits::words(cells), 0);
    blocks_.extend(detail::two_level_bits::blocks_of_words(cells), 0);
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
  grow<T> values_;  ///< of the identity, for combine_in_cells()
  grow<std::uint64_t> bits_, blocks_;
};

INSUM_RT_END
