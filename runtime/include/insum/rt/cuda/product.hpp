// Matrix products: sums over a depth of the products of two factors, one of which does not depend on the
// column, and one not on the row. Blocks of threads bring tiles of both to shared memory, whatever their
// layout is: gathered, permuted or computed. What is in runs comes by copies that nobody waits for before it
// is multiplied. Sums stay in registers until they are complete.
#pragma once

#include "../../tuning/widths.hpp"
#include "product_factor.hpp"
#include "product_result.hpp"
#include "product_tile.hpp"
#include "product_warpgroups.hpp"

INSUM_RT_BEGIN

namespace cuda {

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

template <class Tile>
std::int64_t tiles_of(const product_sizes& sizes) {
  return checked_mul(
      sizes.batch, checked_mul(tiles_over(sizes.rows, Tile::rows), tiles_over(sizes.columns, Tile::columns)));
}

/// One tile of the result.
template <class Tile, bool LeftByDepth, bool RightByColumn, class Left, class Right, class Result>
class block_product {
 protected:
  using element = typename Tile::element;
  using left_tile = std::conditional_t<LeftByDepth, staged<Tile, Tile::rows, Tile::depth>,
                                       staged<Tile, Tile::depth, Tile::rows>>;
  using right_tile = std::conditional_t<RightByColumn, staged<Tile, Tile::depth, Tile::columns>,
                                        staged<Tile, Tile::columns, Tile::depth>>;
  using left_view = factor_view<left_tile, !LeftByDepth, 1, Left>;
  using right_view = factor_view<right_tile, !RightByColumn, 0, Right>;
  using sums_type = typename sums_of<Tile, LeftByDepth, RightByColumn>::type;
  static constexpr int stages = Tile::stages;
  struct alignas(16) stage {
    typename left_tile::memory left;
    typename right_tile::memory right;
  };
  static_assert(sizeof(stage) * stages <= Tile::shared_bytes);

  /// The stages in turn: the one that is added, and the one before, which is brought again.
  struct turn {
    int added;
    __device__ void advance() { added = added + 1 == stages ? 0 : added + 1; }
    __device__ int brought() const { return added == 0 ? stages - 1 : added - 1; }
  };

 public:
  /// All threads of the block call it.
  __device__ static void run(const product_sizes& sizes, const Left& of_left, const Right& of_right,
                             const Result& result, const tile_place& at) {
    stage* const tiles = block_memory();
    const left_view left(of_left, at.batch, sizes.rows, sizes.depth, at.row);
    const right_view right(of_right, at.batch, sizes.depth, sizes.columns, at.column);
    const auto steps = static_cast<int>(tiles_over(sizes.depth, Tile::depth));
    sums_type sums;
    turn now{1 % stages};
    // The step that is brought next is stages - 1 further; places of whole tiles are known a step before.
    const element *left_from = left.whole(0), *right_from = right.whole(0);
    for (int step = 1 - stages; step < steps; ++step) {
      for (; step >= 0 && left_from && right_from; ++step) {  // most of the work
        wait_for_step();
        left.bring_whole(tiles[now.brought()].left, left_from);
        right.bring_whole(tiles[now.brought()].right, right_from);
        end_copy_group();
        left_from = left.whole(step + stages), right_from = right.whole(step + stages);
        add(sums, tiles[now.added]);
        now.advance();
      }
      wait_for_step();
      if (step + stages - 1 < steps) {
        stage& to = tiles[now.brought()];
        left_from ? left.bring_whole(to.left, left_from) : left.bring(to.left, step + stages - 1);
        right_from ? right.bring_whole(to.right, right_from) : right.bring(to.right, step + stages - 1);
      }
      end_copy_group();
      left_from = left.whole(step + stages), right_from = right.whole(step + stages);
      if (step >= 0) add(sums, tiles[now.added]);
      now.advance();
    }
    store(sums, sizes, result, at);
    wait_for_copies<0>();
    __syncthreads();  // before the next tile is brought
  }

 protected:
  __device__ static void add(sums_type& sums, const stage& of) {
    sums.add(of.left, left_tile::pitch, of.right, right_tile::pitch);
  }
  __device__ static void store(const sums_type& sums, const product_sizes& sizes, const Result& result,
                               const tile_place& at) {
    const std::int64_t rows = sizes.rows - at.row,
                       columns = min(std::int64_t{Tile::columns}, sizes.columns - at.column);
    sums.for_each_row([&](int r) {
      return start_row(result, r < rows, at.batch, at.row + r, at.column, static_cast<int>(columns));
    });
  }
  /// What all threads brought for the next step is there, and nobody reads the step before any more.
  __device__ static void wait_for_step() {
    wait_for_copies<stages - 2>();
    __syncthreads();
  }
  __device__ static stage* block_memory() {
    if constexpr (Tile::has_dynamic_memory) {
      return static_cast<stage*>(dynamic_shared());
    } else {
      __shared__ stage tiles[stages];
      return tiles;
    }
  }
};

}  // namespace detail

/// result(i, j, sum(k: left(i, k) * right(k, j))) for all rows i and columns j, once each. Where sizes.batch
/// counts several products, their number is the first argument of all three. A factor is a function, or a
/// product_array, with gaps or without. All threads of the grid call it, in blocks of Tile::threads.
/// LeftByDepth, RightByColumn: where neighbours of the factors are next to each other in memory.
template <class Tile, bool LeftByDepth, bool RightByColumn, class Left, class Right, class Result>
__device__ void matrix_product([[maybe_unused]] const product_sizes& sizes, [[maybe_unused]] const Left& left,
                               [[maybe_unused]] const Right& right, [[maybe_unused]] const Result& result) {
  if constexpr (detail::is_for_warpgroups<Tile>) {
#if INSUM_RT_HAS_WARPGROUPS
    detail::warpgroup_product<Tile, LeftByDepth, RightByColumn, Left, Right, Result>::run(sizes, left, right,
                                                                                          result);
#endif
  } else {
    using block = detail::block_product<Tile, LeftByDepth, RightByColumn, Left, Right, Result>;
    const detail::tile_order<Tile> order(sizes);
    for (std::int64_t tile = blockIdx.x; tile < order.count(); tile += gridDim.x)
      block::run(sizes, left, right, result, order.place_of(tile));
  }
}

/// What a launch of a product chooses.
struct product_widths {
  int rows, columns, ahead;
};

namespace detail {

template <class Tile, class Launch>
void with_tile(const product_sizes& sizes, const Launch& launch) {
  shape size = shape_of(tiles_of<Tile>(sizes), block_threads);
  if constexpr (is_for_warpgroups<Tile>) size.blocks = min(size.blocks, static_cast<unsigned>(processors()));
  size.threads = Tile::threads;
  size.shared_bytes = Tile::has_dynamic_memory ? Tile::shared_bytes : 0;
  launch(Tile(), size);
}

template <class T, int Rows, int Columns, bool Warpgroups, class Launch>
void with_tile_of(const product_sizes& sizes, int ahead, const Launch& launch) {
  if constexpr (tuning::is_warpgroup_variant(Rows, Columns, 4)) {
    if constexpr (Warpgroups)
      if (ahead == 4 && device_has_warpgroups())
        return with_tile<warpgroup_tile<T, Rows, Columns>>(sizes, launch);
  } else if constexpr (tuning::is_product_variant(Rows, Columns, 4)) {
    if (ahead == 4) return with_tile<product_tile<T, Rows, Columns, 4>>(sizes, launch);
  }
  constexpr int columns = min(Columns, 128), side = min(Rows, columns);
  constexpr bool few = tuning::has_few_tiles;
  with_tile<product_tile<T, few ? side : Rows, few ? side : columns, 2>>(sizes, launch);
}

}  // namespace detail

/// Calls launch(tile, shape) with the tile that has these widths: tuning::product_widths.
template <class T, bool Warpgroups = detail::has_warpgroup_tiles<T>, class Launch>
void with_product_tile(const product_sizes& sizes, const product_widths& chosen, const Launch& launch) {
  const auto with_rows = [&](auto rows) {
    constexpr int high = decltype(rows)::value;
    if (chosen.columns == 32)
      detail::with_tile_of<T, high, 32, Warpgroups>(sizes, chosen.ahead, launch);
    else if (chosen.columns == 64)
      detail::with_tile_of<T, high, 64, Warpgroups>(sizes, chosen.ahead, launch);
    else if (high < 128 || chosen.columns == 128)
      detail::with_tile_of<T, high, 128, Warpgroups>(sizes, chosen.ahead, launch);
    else
      detail::with_tile_of<T, 128, 256, Warpgroups>(sizes, chosen.ahead, launch);
  };
  if (chosen.rows == 32)
    with_rows(std::integral_constant<int, 32>());
  else if (chosen.rows == 64)
    with_rows(std::integral_constant<int, 64>());
  else
    with_rows(std::integral_constant<int, 128>());
}

}  // namespace cuda

INSUM_RT_END
