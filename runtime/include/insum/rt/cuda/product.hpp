// Matrix products: sums over a depth of the products of two factors, one of which does not depend on the
// column, and one not on the row. Blocks of threads bring tiles of both to shared memory, whatever their
// layout is: gathered, permuted or computed. Sums stay in registers until they are complete.
#pragma once

#include "product_tile.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// So many products, of so many rows and columns, and sums of so many products each.
struct product_sizes {
  std::int64_t batch, rows, columns, depth;
};

/// Whether tiles pay against loops over elements. The emulation takes every other size for large.
inline bool is_large_product(std::int64_t rows, std::int64_t columns, std::int64_t depth) {
#ifdef INSUM_CUDA_EMULATION
  return (rows + columns + depth) % 2 == 0;
#else
  constexpr std::int64_t least = 8;
  return rows >= least && columns >= least && depth >= least;
#endif
}

namespace detail {

INSUM_HOST_DEVICE constexpr std::int64_t tiles_over(std::int64_t n, int tile) {
  return n / tile + (n % tile != 0);
}

template <class Tile>
std::int64_t tiles_of(const product_sizes& sizes) {
  return checked_mul(
      sizes.batch, checked_mul(tiles_over(sizes.rows, Tile::rows), tiles_over(sizes.columns, Tile::columns)));
}

/// A tile of a factor in shared memory: neighbours are next to each other along the inner of its two
/// directions, and lines are so far apart that the lanes of an instruction meet different banks.
template <class T, int Outer, int Inner>
struct staged {
  static constexpr int pitch = Inner + (sizeof(T) == 2 ? 8 : 4);
  static constexpr int chunk = 16 / static_cast<int>(sizeof(T)), chunks = Inner / chunk;
  static_assert(Inner % chunk == 0 && Outer * chunks % product_threads == 0);
  using memory = T[Outer * pitch];

  /// Each thread of the block brings its chunks: value(outer, inner) of all their places.
  template <class Value>
  __device__ static void bring(T* to, const Value& value) {
    INSUM_RT_UNROLL(1)
    for (int n = static_cast<int>(threadIdx.x); n < Outer * chunks; n += product_threads) {
      const int outer = n / chunks, inner = n % chunks * chunk;
      INSUM_RT_UNROLL(8)
      for (int e = 0; e < chunk; ++e) to[outer * pitch + inner + e] = value(outer, inner + e);
    }
  }
};

/// One tile of the result.
template <class Tile, bool LeftByDepth, bool RightByColumn, class Left, class Right, class Result>
class block_product {
  using element = typename Tile::element;
  using left_tile = std::conditional_t<LeftByDepth, staged<element, Tile::rows, Tile::depth>,
                                       staged<element, Tile::depth, Tile::rows>>;
  using right_tile = std::conditional_t<RightByColumn, staged<element, Tile::depth, Tile::columns>,
                                        staged<element, Tile::columns, Tile::depth>>;

 public:
  __device__ block_product(const product_sizes& sizes, const Left& left, const Right& right,
                           const Result& result)
      : sizes_(sizes), left_(left), right_(right), result_(result) {}

  /// All threads of the block call it.
  __device__ void run(std::int64_t batch, std::int64_t row, std::int64_t column) {
    alignas(16) __shared__ typename left_tile::memory lefts[stages];
    alignas(16) __shared__ typename right_tile::memory rights[stages];
    const auto bring = [&](std::int64_t step) {
      if (step * Tile::depth >= sizes_.depth) return;
      bring_left(lefts[step % stages], batch, row, step * Tile::depth);
      bring_right(rights[step % stages], batch, step * Tile::depth, column);
    };
    typename sums_of<Tile>::type sums;
    for (int step = 0; step < stages - 1; ++step) bring(step);
    for (std::int64_t step = 0; step * Tile::depth < sizes_.depth; ++step) {
      __syncthreads();  // nobody reads what was brought for the step before any more
      bring(step + stages - 1);
      sums.add(lefts[step % stages],
               LeftByDepth ? tile_strides{left_tile::pitch, 1} : tile_strides{1, left_tile::pitch},
               rights[step % stages],
               RightByColumn ? tile_strides{right_tile::pitch, 1} : tile_strides{1, right_tile::pitch});
    }
    sums.for_each([&](int r, int c, auto sum) {
      if (row + r < sizes_.rows && column + c < sizes_.columns)
        call(result_, batch, row + r, column + c, sum);
    });
    __syncthreads();  // before the next tile is brought
  }

 private:
  static constexpr int stages = 3;

  __device__ void bring_left(element* to, std::int64_t batch, std::int64_t row, std::int64_t depth) const {
    left_tile::bring(to, [&](int outer, int inner) {
      const std::int64_t r = row + (LeftByDepth ? outer : inner), k = depth + (LeftByDepth ? inner : outer);
      return r < sizes_.rows && k < sizes_.depth ? static_cast<element>(call(left_, batch, r, k))
                                                 : element(0.0f);
    });
  }

  __device__ void bring_right(element* to, std::int64_t batch, std::int64_t depth,
                              std::int64_t column) const {
    right_tile::bring(to, [&](int outer, int inner) {
      const std::int64_t k = depth + (RightByColumn ? outer : inner),
                         c = column + (RightByColumn ? inner : outer);
      return k < sizes_.depth && c < sizes_.columns ? static_cast<element>(call(right_, batch, k, c))
                                                    : element(0.0f);
    });
  }

  /// A product by itself has functions without its number.
  template <class Function, class... More>
  __device__ static auto call(const Function& function, std::int64_t batch, std::int64_t a, std::int64_t b,
                              More... more) {
    if constexpr (std::is_invocable_v<const Function&, std::int64_t, std::int64_t, More...>)
      return function(a, b, more...);
    else
      return function(batch, a, b, more...);
  }

  const product_sizes& sizes_;
  const Left& left_;
  const Right& right_;
  const Result& result_;
};

}  // namespace detail

/// result(i, j, sum(k: left(i, k) * right(k, j))) for all rows i and columns j, once each. Where sizes.batch
/// counts several products, their number is the first argument of all three. All threads of the grid call it,
/// in blocks of product_threads. LeftByDepth, RightByColumn: where neighbours of the factors are next to each
/// other in memory.
template <class Tile, bool LeftByDepth, bool RightByColumn, class Left, class Right, class Result>
__device__ void matrix_product(const product_sizes& sizes, const Left& left, const Right& right,
                               const Result& result) {
  detail::block_product<Tile, LeftByDepth, RightByColumn, Left, Right, Result> block(sizes, left, right,
                                                                                     result);
  const std::int64_t down = detail::tiles_over(sizes.rows, Tile::rows),
                     across = detail::tiles_over(sizes.columns, Tile::columns), each = down * across;
  for (std::int64_t tile = blockIdx.x; tile < sizes.batch * each; tile += gridDim.x) {
    const std::int64_t rest = tile % each;
    block.run(tile / each, rest / across * Tile::rows, rest % across * Tile::columns);
  }
}

/// Calls launch(tile, shape) with the tile that wastes least of a product of these sizes.
template <class T, class Launch>
void with_product_tile(const product_sizes& sizes, const Launch& launch) {
  const auto with = [&](auto tile) {
    using chosen = decltype(tile);
    shape size = shape_of(detail::tiles_of<chosen>(sizes), block_threads);
    size.threads = product_threads;
    launch(tile, size);
  };
  if (sizes.rows <= 32)
    with(product_tile<T, 1>());
  else if (sizes.columns <= 32)
    with(product_tile<T, 4>());
  else
    with(product_tile<T, 2>());
}

}  // namespace cuda

INSUM_RT_END
