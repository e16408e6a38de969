// Products of a batch that add to the same rows of a result one after another, as groups of stored blocks do.
// A block of threads takes a run of them, and keeps its sums in registers as long as the next product goes to
// the same rows.
#pragma once

#include "product.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

/// One tile of the result, for products from `first` to `last`: their steps are one sequence, so that copies
/// for the next product are on their way while one is added.
template <class Tile, bool LeftByDepth, bool RightByColumn, class Left, class Right, class Result>
class block_run : block_product<Tile, LeftByDepth, RightByColumn, Left, Right, Result> {
  using base = block_product<Tile, LeftByDepth, RightByColumn, Left, Right, Result>;
  using typename base::element, typename base::left_view, typename base::right_view, typename base::stage;

 public:
  /// All threads of the block call it, with first < last.
  __device__ static void run(const product_sizes& sizes, const Left& of_left, const Right& of_right,
                             const Result& result, std::int64_t first, std::int64_t last, std::int64_t row,
                             std::int64_t column) {
    const auto steps = static_cast<int>(tiles_over(sizes.depth, Tile::depth));
    if (steps == 0) return;
    stage* const tiles = base::block_memory();
    bringing next(sizes, of_left, of_right, first, last, steps, row, column);
    for (int ahead = 0; ahead < base::stages - 1; ++ahead) next.bring(tiles[ahead]);
    typename base::sums_type sums;
    typename base::turn at{0};
    for (std::int64_t product = first; product < last; ++product) {
      const auto key = result.key(product), key_of_next = result.key(min(product + 1, last - 1));
      for (int step = 0; step < steps; ++step) {
        for (; step < steps && next.is_whole(); ++step) {  // most of the work
          base::wait_for_step();
          next.bring_whole(tiles[at.brought()]);
          base::add(sums, tiles[at.added]);
          at.advance();
        }
        if (step == steps) break;
        base::wait_for_step();
        next.bring(tiles[at.brought()]);
        base::add(sums, tiles[at.added]);
        at.advance();
      }
      if (product + 1 < last && key == key_of_next) continue;
      base::store(sums, sizes, result, {product, row, column});
      sums = {};
    }
    wait_for_copies<0>();
    __syncthreads();  // before the next tile is brought
  }

 private:
  /// The step that is brought next. Where its whole tiles are is known a step before.
  class bringing {
   public:
    __device__ bringing(const product_sizes& sizes, const Left& of_left, const Right& of_right,
                        std::int64_t first, std::int64_t last, int steps, std::int64_t row,
                        std::int64_t column)
        : left_(of_left, first, sizes.rows, sizes.depth, row),
          right_(of_right, first, sizes.depth, sizes.columns, column),
          product_(first),
          last_(last),
          steps_(steps) {
      find();
    }

    __device__ bool is_whole() const { return left_from_ && right_from_; }
    /// A group of copies.
    __device__ void bring_whole(stage& to) {
      left_.bring_whole(to.left, left_from_), right_.bring_whole(to.right, right_from_);
      advance();
      end_copy_group();
    }
    /// ... of any step; an empty one after the last.
    __device__ void bring(stage& to) {
      if (product_ < last_) {
        left_from_ ? left_.bring_whole(to.left, left_from_) : left_.bring(to.left, step_);
        right_from_ ? right_.bring_whole(to.right, right_from_) : right_.bring(to.right, step_);
        advance();
      }
      end_copy_group();
    }

   private:
    __device__ void advance() {
      if (++step_ == steps_) {
        step_ = 0;
        if (++product_ == last_) {
          left_from_ = nullptr;
          return;
        }
      }
      find();
    }
    /// Of both factors at once: they often read the same coordinates.
    __device__ void find() {
      left_.move_to(product_), right_.move_to(product_);
      left_from_ = right_from_ = nullptr;
      if (left_.reaches(step_) && right_.reaches(step_))
        left_from_ = left_.whole(step_), right_from_ = right_.whole(step_);
    }

    left_view left_;
    right_view right_;
    std::int64_t product_, last_;
    int step_ = 0, steps_;
    const element *left_from_ = nullptr, *right_from_ = nullptr;
  };
};

/// The tiles of a product, those of a column next to each other. Blocks that run at a time share a band of
/// them: as many columns of the right factors as the second level of the cache keeps.
template <class Tile>
struct tiles_in_bands {
  std::int64_t down, all, of_band;
  INSUM_HOST_DEVICE explicit tiles_in_bands(const product_sizes& sizes)
      : down(tiles_over(sizes.rows, Tile::rows)),
        all(down * tiles_over(sizes.columns, Tile::columns)),
        of_band(min(all, down * (columns_of_band / Tile::columns))) {}

 private:
  static constexpr std::int64_t columns_of_band = 1024;
};

/// How many runs the products of a batch make for each of so many tiles, with so many blocks at a time: runs
/// have nearly as many products each, and a block that ends one has `result` more to do, as a part of what a
/// product takes.
inline std::int64_t runs_of_products(std::int64_t batch, std::int64_t tiles, std::int64_t at_a_time,
                                     double result) {
  std::int64_t best = 1;
  double least = 0;
  constexpr int most_rounds = 8;
  constexpr double gain = 0.97;  // of more rounds
  for (int rounds = 1; rounds <= most_rounds; ++rounds) {
    const std::int64_t runs = min(max(rounds * at_a_time / tiles, std::int64_t{1}), batch);
    const double longest = static_cast<double>((batch + runs - 1) / runs);
    const std::int64_t blocks = runs * tiles;
    const double time = static_cast<double>((blocks + at_a_time - 1) / at_a_time) * (longest + result);
    if (rounds == 1 || time < gain * least) best = runs, least = time;
  }
  return best;
}

/// The blocks of a launch: each has one tile of one run.
template <class Tile>
unsigned blocks_of_runs(const product_sizes& sizes, int processors) {
  const tiles_in_bands<Tile> tiles(sizes);
  constexpr std::int64_t of_processor = Tile::elements <= 8    ? 6
                                        : Tile::elements <= 32 ? 4
                                                               : max(Tile::blocks, 256 / Tile::threads);
  constexpr double depth_of_result = 64;  // an atomic addition takes as long as so many products
  const std::int64_t runs =
      runs_of_products(sizes.batch, tiles.of_band, of_processor * processors,
                       depth_of_result / static_cast<double>(max(sizes.depth, std::int64_t{1})));
  constexpr std::int64_t most = INT32_MAX;  // others take turns
  return static_cast<unsigned>(min(runs * tiles.all, most));
}

}  // namespace detail

/// A matrix_product of a batch whose result has keys, which are compared for neighbours.
template <class Tile, bool LeftByDepth, bool RightByColumn, class Left, class Right, class Result>
__device__ void products_in_runs(const product_sizes& sizes, const Left& left, const Right& right,
                                 const Result& result) {
  static_assert(detail::has_key<Result>);
  using block = detail::block_run<Tile, LeftByDepth, RightByColumn, Left, Right, Result>;
  const detail::tiles_in_bands<Tile> tiles(sizes);
  const std::int64_t runs = min(max(gridDim.x / tiles.all, std::int64_t{1}), sizes.batch);
  for (std::int64_t one = blockIdx.x; one < runs * tiles.all; one += gridDim.x) {
    const std::int64_t first = one / (runs * tiles.of_band) * tiles.of_band, in_band = one - first * runs,
                       wide = min(tiles.of_band, tiles.all - first), run = in_band / wide,
                       tile = first + in_band % wide;
    block::run(sizes, left, right, result, sizes.batch * run / runs, sizes.batch * (run + 1) / runs,
               tile % tiles.down * Tile::rows, tile / tiles.down * Tile::columns);
  }
}

/// with_product_tile for products_in_runs.
template <class T, class Launch>
void with_product_runs(const product_sizes& sizes, const product_widths& chosen, const Launch& launch) {
  with_product_tile<T, false>(sizes, chosen, [&](auto tile, shape size) {
    if (size.blocks > 0) size.blocks = detail::blocks_of_runs<decltype(tile)>(sizes, processors());
    launch(tile, size);
  });
}

}  // namespace cuda

INSUM_RT_END
