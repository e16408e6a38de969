// Loops over tiles of several rows: what does not depend on the row is loaded once for all of them.
#pragma once

#include "tile_loops.hpp"

INSUM_RT_BEGIN

/// A value, such as the pack of a sum, for each row of a group.
template <class P, int R>
struct row_values {
  P row[static_cast<std::size_t>(R)];

  INSUM_RT_INLINE P& operator[](std::size_t i) { return row[i]; }
  INSUM_RT_INLINE const P& operator[](std::size_t i) const { return row[i]; }
};

/// R rows, from `first` on.
template <int R>
class row_group {
 public:
  static constexpr int count = R;
  INSUM_RT_INLINE explicit constexpr row_group(std::int64_t first) : first_(first) {}

  /// x for each row.
  template <class P>
  INSUM_RT_INLINE row_values<P, R> copies(const P& x) const {
    return copies(x, detail::sequence<R>{});
  }
  /// f(i, row) for each row in order. i is the row's number in the group, as a constant: values of rows stay
  /// in registers.
  template <class F>
  INSUM_RT_INLINE void each(F&& f) const {
    each(f, detail::sequence<R>{});
  }

 private:
  template <class P, std::size_t... I>
  INSUM_RT_INLINE static row_values<P, R> copies(const P& x, std::index_sequence<I...>) {
    return {{(static_cast<void>(I), x)...}};
  }
  template <class F, std::size_t... I>
  INSUM_RT_INLINE void each(F& f, std::index_sequence<I...>) const {
    (f(std::integral_constant<std::size_t, I>{}, first_ + static_cast<std::int64_t>(I)), ...);
  }
  std::int64_t first_;
};

namespace detail {

/// Rows that take turns with a tile's columns: what they share stays in the nearer caches.
inline constexpr std::int64_t row_block = 32;

/// f(rows, tile, j) for groups of R rows, as many as there are, and tiles of at most U vectors. Returns the
/// first row that is left.
template <class T, int R, int U, class F>
INSUM_RT_INLINE std::int64_t take_rows(std::int64_t first, std::int64_t last, std::int64_t begin,
                                       std::int64_t end, F& f) {
  const std::int64_t full = last - (last - first) % R;
  for (std::int64_t i = first; i < full; i += row_block) {
    const std::int64_t stop = full - i < row_block ? full : i + row_block;
    for_tiles<T, U>(begin, end, [&](auto tile, std::int64_t j) INSUM_RT_LAMBDA {
      for (std::int64_t p = i; p < stop; p += R) f(row_group<R>(p), tile, j);
    });
  }
  return full;
}

}  // namespace detail

/// Calls f(rows, tile, j) for groups of rows that cover [first, last) and tiles that cover [begin, end), j
/// being the tile's first element; each column meets its rows in ascending order. Groups have 8, 4, 2 or 1
/// rows, and tiles the more vectors the fewer rows there are, so that Packs packs for each row, at most 2,
/// stay in registers. f is a generic lambda, marked INSUM_RT_LAMBDA, whose calls touch elements of their own.
template <class T, int Packs = 1, class F>
INSUM_RT_INLINE void for_row_tiles(std::int64_t first, std::int64_t last, std::int64_t begin,
                                   std::int64_t end, F&& f) {
  static_assert(Packs == 1 || Packs == 2, "a row has one pack or two");
  if (first >= last) return;
  std::int64_t i = first;
  constexpr bool most_registers = native_vector_bytes == 64;
  // Without AVX a scalar takes two instructions to become a vector: few rows for many vectors are faster.
  constexpr bool broadcasts = native_vector_bytes > 16;
  if constexpr (detail::has_native_vector<T> && Packs == 1) {
    constexpr int vectors = most_registers ? 3 : 1;
    if constexpr (broadcasts) {
      if (vectors > 1 || end - begin < 2 * lanes<T>)
        i = detail::take_rows<T, 8, vectors>(i, last, begin, end, f);
      i = detail::take_rows<T, 4, 2>(i, last, begin, end, f);
    }
    i = detail::take_rows<T, 2, 4>(i, last, begin, end, f);
  } else if constexpr (detail::has_native_vector<T> && most_registers) {
    i = detail::take_rows<T, 4, 3>(i, last, begin, end, f);
  }
  for (; i < last; ++i)
    for_tiles<T>(begin, end, [&](auto tile, std::int64_t j) INSUM_RT_LAMBDA { f(row_group<1>(i), tile, j); });
}

INSUM_RT_END
