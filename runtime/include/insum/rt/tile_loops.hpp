// Loops over tiles: one body for whole vectors and for the tail, whose last vector is used in part.
#pragma once

#include "reduce.hpp"
#include "tile.hpp"

INSUM_RT_BEGIN

namespace detail {

/// Vectors of the next smaller tiles: half of U, rounded up.
constexpr int smaller(int U) { return U == 1 ? 0 : (U + 1) / 2; }

/// f for `rest` elements, 0 < rest < lanes, with a constant for up to N.
template <class T, int N = most_constant_count<T>, class F>
INSUM_RT_INLINE void for_tail(std::int64_t rest, std::int64_t j, F& f) {
  constexpr bool others = most_constant_count<T> + 1 < lanes<T>;
  if constexpr (N == 0) {
    if constexpr (others) f(tail_tile<T>(rest), j);
  } else if ((N == 1 && !others) || rest == N) {
    f(tail_tile<T, N>{}, j);
  } else {
    for_tail<T, N - 1>(rest, j, f);
  }
}

template <class T, int U, class F>
INSUM_RT_INLINE void for_smaller_tiles(std::int64_t& j, std::int64_t end, F& f) {
  if constexpr (U >= 1) {
    constexpr std::int64_t width = U * lanes<T>;
    if (end - j >= width) {
      f(full_tile<T, U>{}, j);
      j += width;
    }
    for_smaller_tiles<T, smaller(U)>(j, end, f);
  }
}

}  // namespace detail

/// Calls f(tile, j) for tiles that cover [begin, end) in order, j being the first element: tiles of MaxU
/// vectors, then at most one each of MaxU/2 (rounded up), ..., 2 and 1, then the tail. f is a generic lambda,
/// marked INSUM_RT_LAMBDA.
template <class T, int MaxU = detail::has_native_vector<T> ? max_tile_vectors : 1, class F>
INSUM_RT_INLINE void for_tiles(std::int64_t begin, std::int64_t end, F&& f) {
  static_assert(MaxU > 0, "a tile has at least one vector");
  constexpr std::int64_t width = MaxU * lanes<T>;
  std::int64_t j = begin;
  if (end - j >= lanes<T>) {  // Less than a vector is over soon: one question is enough.
    for (; end - j >= width; j += width) f(full_tile<T, MaxU>{}, j);
    detail::for_smaller_tiles<T, detail::smaller(MaxU)>(j, end, f);
  }
  if (lanes<T> > 1 && j < end) detail::for_tail<T>(end - j, j, f);
}

/// The number of elements in a tile, as a constant.
template <class Tile>
struct width_of {
  INSUM_RT_INLINE constexpr operator std::int64_t() const { return Tile{}.width(); }
};

/// The same where one tile is all.
template <class T, class Tile, class F>
INSUM_RT_INLINE void for_tiles(std::int64_t begin, width_of<Tile>, F&& f) {
  f(Tile{}, begin);
}

/// f(width), with a constant for widths that are one whole tile: rows of one are over soon, and which tiles
/// there are is decided before all of them. f is a generic lambda, marked INSUM_RT_LAMBDA.
template <class T, class F>
INSUM_RT_INLINE void for_width(std::int64_t width, F&& f) {
  if constexpr (detail::has_native_vector<T>) {
    if (width == 1 * lanes<T>) return f(width_of<full_tile<T, 1>>{});
    if (width == 2 * lanes<T>) return f(width_of<full_tile<T, 2>>{});
    if (width == 4 * lanes<T>) return f(width_of<full_tile<T, 4>>{});
    if constexpr (max_tile_vectors >= 8)
      if (width == 8 * lanes<T>) return f(width_of<full_tile<T, 8>>{});
    if (width == 1) return f(width_of<tail_tile<T, 1>>{});
    if constexpr (detail::most_constant_count<T> > 1) {
      if (width == 2) return f(width_of<tail_tile<T, 2>>{});
      if (width == 3) return f(width_of<tail_tile<T, 3>>{});
    }
  }
  f(width);
}

/// Combines [begin, end) by Op: f(tile, k, acc) updates the accumulator pack acc, which starts from Op's
/// identity, with the elements of the tile that starts at k. U vectors accumulate independently. Elements of
/// acc beyond the tail's width may hold anything.
template <class T, class Op, int U = detail::has_native_vector<T> ? 4 : 1, class F>
INSUM_RT_INLINE T reduce_tiles(std::int64_t begin, std::int64_t end, F&& f) {
  static_assert(U > 0, "at least one vector accumulates");
  const T identity = Op::template identity<T>();
  constexpr std::int64_t width = U * lanes<T>;
  std::int64_t k = begin;
  pack<T, 1> total = broadcast<T, 1>(identity);
  if (U > 1 && end - k >= width) {
    pack<T, U> wide = broadcast<T, U>(identity);
    for (; end - k >= width; k += width) f(full_tile<T, U>{}, k, wide);
    total = detail::reduce_vectors<Op>(wide);
  }
  for (; end - k >= lanes<T>; k += lanes<T>) f(full_tile<T, 1>{}, k, total);
  if (k < end) {
    const auto last = [&](auto tail, std::int64_t at) INSUM_RT_LAMBDA {
      pack<T, 1> sum = broadcast<T, 1>(identity);
      f(tail, at, sum);
      total = Op::apply(total, tail.pad(sum, identity));
    };
    detail::for_tail<T>(end - k, k, last);
  }
  return reduce<Op>(total);
}

namespace detail {

/// One tile of a row; a tail accumulates apart, because its unused lanes may come to hold anything.
template <class Op, class Tile, class T, class F>
INSUM_RT_INLINE void reduce_row(const Tile& tile, std::int64_t k, std::int64_t p, T identity, pack<T, 1>& sum,
                                F& f) {
  if constexpr (Tile::full) {
    f(tile, k, p, sum);
  } else {
    pack<T, 1> last = broadcast<T, 1>(identity);
    f(tile, k, p, last);
    sum = Op::apply(sum, tile.pad(last, identity));
  }
}

/// Rows p, p + 1, ... of reduce_rows, one for each of D.
template <class T, class Op, std::size_t... D, class F, class G>
INSUM_RT_INLINE void reduce_group(std::int64_t p, std::int64_t begin, std::int64_t end, F& f, G& g,
                                  std::index_sequence<D...>) {
  const T identity = Op::template identity<T>();
  pack<T, 1> sums[] = {(static_cast<void>(D), broadcast<T, 1>(identity))...};
  for_tiles<T, 1>(begin, end, [&](auto tile, std::int64_t k) INSUM_RT_LAMBDA {
    (reduce_row<Op>(tile, k, p + static_cast<std::int64_t>(D), identity, sums[D], f), ...);
  });
  T results[sizeof...(D)];
  if constexpr (sizeof...(D) == 4)
    reduce_four<Op>(sums, results);
  else
    ((results[D] = reduce<Op>(sums[D])), ...);
  (g(p + static_cast<std::int64_t>(D), results[D]), ...);
}

/// A row of N elements of which each is a tile of its own.
template <class T, class Op, class F, std::size_t... K>
INSUM_RT_INLINE T reduce_one_by_one(std::int64_t begin, std::int64_t p, F& f, std::index_sequence<K...>) {
  pack<T, 1> sum = broadcast<T, 1>(Op::template identity<T>());
  (f(tail_tile<T, 1>{}, begin + static_cast<std::int64_t>(K), p, sum), ...);
  return sum.v[0][0];
}

/// Rows of more elements take no longer as a part of a vector, those of as many as it has lanes less.
template <class T>
inline constexpr int most_one_by_one = lanes<T> - 1 < 6 ? lanes<T> - 1 : 6;

/// reduce_rows for rows of so few elements that combining whole vectors takes longer: N of them, or fewer.
/// False where rows have more.
template <class T, class Op, int N, bool Light, class F, class G>
INSUM_RT_INLINE bool reduce_short_rows(std::int64_t first, std::int64_t last, std::int64_t begin,
                                       std::int64_t end, F& f, G& g) {
  if constexpr (N == 0) {
    return false;
  } else {
    if (end - begin != N) return reduce_short_rows<T, Op, N - 1, Light>(first, last, begin, end, f, g);
    for (std::int64_t p = first; p < last; ++p) {
      if constexpr (Light) {
        g(p, reduce_one_by_one<T, Op>(begin, p, f, sequence<N>{}));
      } else {
        pack<T, 1> sum = broadcast<T, 1>(Op::template identity<T>());
        f(tail_tile<T, N>{}, begin, p, sum);
        g(p, reduce_first<Op, N>(sum));
      }
    }
    return true;
  }
}

}  // namespace detail

/// Of reduce_rows: what f does with an element takes so little that a few take no longer one by one.
inline constexpr bool light = true;

/// g(p, result) for each p in [first, last), where result combines [begin, end) by Op: f(tile, k, p, acc)
/// updates acc with the elements of p's tile that starts at k. Four p are computed together, so that what
/// does not depend on p is loaded once and the last steps are shared. g is called in order of p, after all f
/// of its p; f of the next three may have run before it.
template <class T, class Op, bool Light = false, class F, class G>
INSUM_RT_INLINE void reduce_rows(std::int64_t first, std::int64_t last, std::int64_t begin, std::int64_t end,
                                 F&& f, G&& g) {
  if constexpr (detail::has_native_vector<T>) {
    constexpr int most = Light ? detail::most_one_by_one<T> : detail::most_constant_count<T>;
    if (detail::reduce_short_rows<T, Op, most, Light>(first, last, begin, end, f, g)) return;
  }
  std::int64_t p = first;
  for (; last - p >= 4; p += 4) detail::reduce_group<T, Op>(p, begin, end, f, g, detail::sequence<4>{});
  if (last - p >= 2) {
    detail::reduce_group<T, Op>(p, begin, end, f, g, detail::sequence<2>{});
    p += 2;
  }
  if (p < last)
    g(p, reduce_tiles<T, Op>(
             begin, end, [&](auto tile, std::int64_t k, auto& acc) INSUM_RT_LAMBDA { f(tile, k, p, acc); }));
}

/// Combines the entries [begin, end) of a row by Op: each(p, sum) updates the scalar sum with entry p, for
/// every p in order. Long rows have four sums, none of which waits for another. The loops stay as written:
/// compilers gather the entries of a row into vectors and then add them up one by one, which takes longer.
template <class T, class Op, class F>
INSUM_RT_INLINE T reduce_entries(std::int64_t begin, std::int64_t end, F&& each) {
  T sum = Op::template identity<T>();
  std::int64_t p = begin;
  if (end - p >= 8) {
    T second = sum, third = sum, fourth = sum;
    for (; end - p >= 4; p += 4) {
      each(p, sum);
      each(p + 1, second);
      each(p + 2, third);
      each(p + 3, fourth);
      __asm__("" : "+r"(p));
    }
    sum = Op::template apply<T>(Op::template apply<T>(sum, second), Op::template apply<T>(third, fourth));
  }
  for (; p < end; ++p) {
    each(p, sum);
    __asm__("" : "+r"(p));
  }
  return sum;
}

INSUM_RT_END
