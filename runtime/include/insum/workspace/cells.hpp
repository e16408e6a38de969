// A value for each key of a short range of keys, by which components are put in order and combined.
#pragma once

#include "../rt/bits.hpp"
#include "../rt/coordinate_sort.hpp"

INSUM_RT_BEGIN

/// Where keys are few and in cache, this takes no longer than to sort.
template <class T, class Op>
class cell_combiner {
 public:
  /// Of `cells` keys that there may be, for n components.
  static bool pays(std::int64_t cells, std::int64_t n) { return cells <= most && cells <= least_filled * n; }

  /// Before add(): of `cells` keys.
  void prepare(std::int64_t cells) {
    cells_ = cells;
    if (values_.size() >= cells) return;
    values_.clear(), bits_.clear(), blocks_.clear();
    values_.extend(cells, Op::template identity<T>());
    bits_.extend(bitmap::words(cells), 0);
    blocks_.extend(bitmap::blocks_of_words(cells), 0);
  }
  /// Components whose keys are in [low, low + cells).
  template <class E>
  void add(const E* x, std::int64_t n, std::uint64_t low) {
    const bitmap touched{bits_.data(), blocks_.data()};
    T* const values = values_.data();
    for (const E* const end = x + n; x != end; ++x) {
      const auto cell = static_cast<std::int64_t>(x->key - low);
      update<Op>(values[cell], x->value);
      touched.set(cell);
    }
  }
  /// Writes what was added in order, no key twice, and forgets it; where that ends.
  template <class E>
  E* take(E* to, std::uint64_t low) {
    const T identity = Op::template identity<T>();
    T* const values = values_.data();
    bitmap{bits_.data(), blocks_.data()}.take_words(
        0, cells_ - 1, [&](std::int64_t first, std::uint64_t word) {
          for (; word != 0; word &= word - 1) {
            const std::int64_t cell = first + __builtin_ctzll(word);
            *to++ = {low + static_cast<std::uint64_t>(cell), values[cell]};
            values[cell] = identity;
          }
        });
    return to;
  }

 private:
  using bitmap = detail::two_level_bits;
  static constexpr std::int64_t most = std::int64_t{1} << 17, least_filled = 8;

  std::int64_t cells_ = 0;
  grow<T> values_;  ///< of the identity, between take() and add()
  grow<std::uint64_t> bits_, blocks_;
};

INSUM_RT_END
