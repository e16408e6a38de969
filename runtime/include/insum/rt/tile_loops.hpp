// Loops over tiles: one body for whole vectors and for the tail, whose last vector is used in part.
#pragma once

#include "reduce.hpp"
#include "tile.hpp"

INSUM_RT_BEGIN

namespace detail {

template <class T, int U, class F>
INSUM_RT_INLINE void for_smaller_tiles(std::int64_t j, std::int64_t end, F& f) {
  if constexpr (U >= 1) {
    constexpr std::int64_t width = U * lanes<T>;
    if (end - j >= width) {
      f(full_tile<T, U>{}, j);
      j += width;
    }
    for_smaller_tiles<T, U / 2>(j, end, f);
  } else if (lanes<T> > 1 && j < end) {
    f(tail_tile<T>(end - j), j);
  }
}

}  // namespace detail

/// Calls f(tile, j) for tiles that cover [begin, end) in order, j being the first element: tiles of MaxU
/// vectors, then at most one each of MaxU/2, ..., 2 and 1, then the tail. MaxU is a power of two. f is a
/// generic lambda, marked INSUM_RT_LAMBDA.
template <class T, int MaxU = detail::has_native_vector<T> ? max_tile_vectors : 1, class F>
INSUM_RT_INLINE void for_tiles(std::int64_t begin, std::int64_t end, F&& f) {
  static_assert(MaxU > 0 && (MaxU & (MaxU - 1)) == 0, "the number of vectors is a power of two");
  constexpr std::int64_t width = MaxU * lanes<T>;
  std::int64_t j = begin;
  for (; end - j >= width; j += width) f(full_tile<T, MaxU>{}, j);
  detail::for_smaller_tiles<T, MaxU / 2>(j, end, f);
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
  if (lanes<T> > 1 && k < end) {
    const tail_tile<T> tail(end - k);
    pack<T, 1> last = broadcast<T, 1>(identity);
    f(tail, k, last);
    total = Op::apply(total, tail.pad(last, identity));
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

}  // namespace detail

/// g(p, result) for each p in [first, last), where result combines [begin, end) by Op: f(tile, k, p, acc)
/// updates acc with the elements of p's tile that starts at k. Four p are computed together, so that what
/// does not depend on p is loaded once and the last steps are shared. g is called in order of p, after all f
/// of its p.
template <class T, class Op, class F, class G>
INSUM_RT_INLINE void reduce_rows(std::int64_t first, std::int64_t last, std::int64_t begin, std::int64_t end,
                                 F&& f, G&& g) {
  const T identity = Op::template identity<T>();
  std::int64_t p = first;
  for (; last - p >= 4; p += 4) {
    pack<T, 1> sums[4] = {broadcast<T, 1>(identity), broadcast<T, 1>(identity), broadcast<T, 1>(identity),
                          broadcast<T, 1>(identity)};
    for_tiles<T, 1>(begin, end, [&](auto tile, std::int64_t k) INSUM_RT_LAMBDA {
      detail::reduce_row<Op>(tile, k, p, identity, sums[0], f);
      detail::reduce_row<Op>(tile, k, p + 1, identity, sums[1], f);
      detail::reduce_row<Op>(tile, k, p + 2, identity, sums[2], f);
      detail::reduce_row<Op>(tile, k, p + 3, identity, sums[3], f);
    });
    T results[4];
    reduce_four<Op>(sums, results);
    for (int d = 0; d < 4; ++d) g(p + d, results[d]);
  }
  for (; p < last; ++p)
    g(p, reduce_tiles<T, Op>(
             begin, end, [&](auto tile, std::int64_t k, auto& acc) INSUM_RT_LAMBDA { f(tile, k, p, acc); }));
}

/// Whether tiles of T are gathered from an array of S through indices of type I by instructions for that.
/// Otherwise a loop over the stored entries of a row is faster one by one.
template <class T, class S, class I>
inline constexpr bool has_vector_gather = std::is_same_v<T, S> && detail::has_masked_gather<T, I>;

/// Combines the entries [begin, end) of a row by Op: f(tile, p, acc) updates the pack acc with a tile of
/// entries, each(p, sum) updates the scalar sum with entry p. ByTiles (a has_vector_gather) says which of the
/// two is used.
template <class T, class Op, bool ByTiles, class F, class G>
INSUM_RT_INLINE T reduce_entries(std::int64_t begin, std::int64_t end, F&& f, G&& each) {
  if constexpr (ByTiles) {
    return reduce_tiles<T, Op>(begin, end, f);
  } else {
    T sum = Op::template identity<T>();
    for (std::int64_t p = begin; p < end; ++p) each(p, sum);
    return sum;
  }
}

INSUM_RT_END
