// Matrix products: sums over a depth of the products of two factors, one of which does not depend on the
// column, and one not on the row. Blocks of threads bring tiles of both to shared memory, whatever their
// layout is: gathered, permuted or computed. What is in runs comes by copies that nobody waits for before it
// is multiplied. Sums stay in registers until they are complete.
#pragma once

#include "product_factor.hpp"
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

/// One tile of the result.
template <class Tile, bool LeftByDepth, bool RightByColumn, class Left, class Right, class Result>
class block_product {
  using element = typename Tile::element;
  using left_tile = std::conditional_t<LeftByDepth, staged<Tile, Tile::rows, Tile::depth>,
                                       staged<Tile, Tile::depth, Tile::rows>>;
  using right_tile = std::conditional_t<RightByColumn, staged<Tile, Tile::depth, Tile::columns>,
                                        staged<Tile, Tile::columns, Tile::depth>>;
  static constexpr int stages = Tile::stages;
  struct alignas(16) memory {
    typename left_tile::memory lefts[stages];
    typename right_tile::memory rights[stages];
  };
  static_assert(sizeof(memory) <= Tile::shared_bytes);

 public:
  __device__ block_product(const product_sizes& sizes, const Left& left, const Right& right,
                           const Result& result)
      : sizes_(sizes), left_(left), right_(right), result_(result) {}

  /// All threads of the block call it.
  __device__ void run(std::int64_t batch, std::int64_t row, std::int64_t column) {
    memory& tiles = block_memory();
    const factor_view<element, !LeftByDepth, Left> left(left_, batch, sizes_.rows, sizes_.depth);
    const factor_view<element, !RightByColumn, Right> right(right_, batch, sizes_.depth, sizes_.columns);
    const auto bring = [&](std::int64_t step) {
      if (step * Tile::depth < sizes_.depth) {
        left.template bring<left_tile>(tiles.lefts[step % stages], row, step * Tile::depth);
        right.template bring<right_tile>(tiles.rights[step % stages], step * Tile::depth, column);
      }
      end_copy_group();
    };
    typename sums_of<Tile>::type sums;
    for (int step = 0; step < stages - 1; ++step) bring(step);
    for (std::int64_t step = 0; step * Tile::depth < sizes_.depth; ++step) {
      wait_for_copies<stages - 2>();
      __syncthreads();  // what all threads brought is there, and nobody reads the step before any more
      bring(step + stages - 1);
      sums.add(tiles.lefts[step % stages],
               LeftByDepth ? tile_strides{left_tile::pitch, 1} : tile_strides{1, left_tile::pitch},
               tiles.rights[step % stages],
               RightByColumn ? tile_strides{right_tile::pitch, 1} : tile_strides{1, right_tile::pitch});
    }
    sums.for_each([&](int r, int c, auto sum) {
      if (row + r < sizes_.rows && column + c < sizes_.columns)
        call_product(result_, batch, row + r, column + c, sum);
    });
    wait_for_copies<0>();
    __syncthreads();  // before the next tile is brought
  }

 private:
  __device__ static memory& block_memory() {
    if constexpr (Tile::has_dynamic_memory) {
      return *static_cast<memory*>(dynamic_shared());
    } else {
      __shared__ memory tiles;
      return tiles;
    }
  }

  const product_sizes& sizes_;
  const Left& left_;
  const Right& right_;
  const Result& result_;
};

}  // namespace detail

/// result(i, j, sum(k: left(i, k) * right(k, j))) for all rows i and columns j, once each. Where sizes.batch
/// counts several products, their number is the first argument of all three. A factor is a function, or a
/// product_array, with gaps or without. All threads of the grid call it, in blocks of product_threads.
/// LeftByDepth, RightByColumn: where neighbours of the factors are next to each other in memory.
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

/// What a launch of a product chooses.
struct product_widths {
  int rows, columns, ahead;
};

namespace detail {

template <class T, int Rows, int Columns, class Launch>
void with_tile_of(const product_sizes& sizes, int ahead, const Launch& launch) {
  const auto with = [&](auto tile) {
    using chosen = decltype(tile);
    shape size = shape_of(tiles_of<chosen>(sizes), block_threads);
    size.threads = product_threads;
    size.shared_bytes = chosen::has_dynamic_memory ? chosen::shared_bytes : 0;
    launch(tile, size);
  };
  if (ahead == 4)
    with(product_tile<T, Rows, Columns, 4>());
  else
    with(product_tile<T, Rows, Columns, 2>());
}

}  // namespace detail

/// Calls launch(tile, shape) with the tile that has these widths: tuning::product_widths.
template <class T, class Launch>
void with_product_tile(const product_sizes& sizes, const product_widths& chosen, const Launch& launch) {
  const int columns = chosen.columns, ahead = chosen.ahead;
  if (chosen.rows == 32 && columns == 32)
    detail::with_tile_of<T, 32, 32>(sizes, ahead, launch);
  else if (chosen.rows == 32 && columns == 64)
    detail::with_tile_of<T, 32, 64>(sizes, ahead, launch);
  else if (chosen.rows == 32)
    detail::with_tile_of<T, 32, 128>(sizes, ahead, launch);
  else if (chosen.rows == 64 && columns == 32)
    detail::with_tile_of<T, 64, 32>(sizes, ahead, launch);
  else if (chosen.rows == 64)
    detail::with_tile_of<T, 64, 64>(sizes, ahead, launch);
  else
    detail::with_tile_of<T, 128, 32>(sizes, ahead, launch);
}

}  // namespace cuda

INSUM_RT_END
