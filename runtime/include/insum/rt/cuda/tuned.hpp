// What the widths of launches mean, and models of what is fast: where INSUM_TUNE=1 begins to search.
#pragma once

#include <span>

#include "../../tuning/launches.hpp"
#include "product.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// Widths: the lanes of a group, and the threads of a block. `lanes`: as many as suit the loop that they
/// share. `threads`: as the model has it.
inline tuning::tuned_launch tuned_groups(tuning::launch_site& site, cudaStream_t stream, std::int64_t items,
                                         std::int64_t lanes, int threads = block_threads) {
  return {site, stream, {items, lanes}, tuning::bounds_of(tuning::group_widths), {lanes, threads}};
}

/// Width: the threads of a block.
inline tuning::tuned_launch tuned_lanes(tuning::launch_site& site, cudaStream_t stream, std::int64_t items) {
  return {site, stream, {items}, tuning::bounds_of(tuning::lane_widths), {block_threads}};
}

namespace detail {

/// What the busiest of so many processors has to do with tiles of this size: elements of the result, those
/// that lie outside of it included, each with what bringing the factors costs beside a multiplication.
inline double product_cost(const product_sizes& sizes, int rows, int columns, int processors) {
  const double tiles = static_cast<double>(sizes.batch) * static_cast<double>(tiles_over(sizes.rows, rows)) *
                       static_cast<double>(tiles_over(sizes.columns, columns));
  const double each = static_cast<double>(rows * columns) + 32.0 * (rows + columns);
  return max(tiles / processors, 1.0) * each;
}

/// As product_cost, of a tile of 128 rows that warpgroups multiply: bringing the factors is what takes time,
/// in steps that are twice as deep. Measured on an H100.
inline double warpgroup_cost(const product_sizes& sizes, int columns, int processors) {
  constexpr double of_line = 45;
  const double tiles = static_cast<double>(sizes.batch) * static_cast<double>(tiles_over(sizes.rows, 128)) *
                       static_cast<double>(tiles_over(sizes.columns, columns));
  const double deeper = static_cast<double>(tiles_over(sizes.depth, 64) * 64) /
                        static_cast<double>(max(tiles_over(sizes.depth, 32) * 32, std::int64_t{1}));
  return max(tiles / processors, 1.0) * of_line * (128 + columns) * deeper;
}

/// Blocks that wait for their factors leave a processor to others, where it has some. Where it has few, and
/// the depth is long enough, more steps are on their way.
inline int modelled_steps_ahead(const product_sizes& sizes, int rows, int columns, int processors) {
  constexpr std::int64_t few_blocks = 2, long_depth = 256;
  if (sizes.depth < long_depth || !tuning::is_product_variant(rows, columns, 4)) return 2;
  const std::int64_t across = tiles_over(sizes.rows, rows) * tiles_over(sizes.columns, columns);
  return sizes.batch <= few_blocks * processors / max(across, std::int64_t{1}) ? 4 : 2;
}

/// Whether the tile's steps fit into the shared memory of any device, else of those that have more.
inline bool fits(std::int64_t rows, std::int64_t columns, bool has_memory) {
  return has_memory || rows * columns <= 4096;
}

template <bool HasMemory, bool HasWarpgroups>
bool is_variant(const tuning::search::widths& tried) {
  if (tuning::is_warpgroup_variant(tried[0], tried[1], tried[2])) return HasWarpgroups;
  return tuning::is_product_variant(tried[0], tried[1], tried[2]) && fits(tried[0], tried[1], HasMemory);
}

inline product_widths modelled_product(const product_sizes& sizes, int processors, bool has_memory,
                                       bool has_warpgroups = false) {
  product_widths best{64, 64, 2};
  double least = product_cost(sizes, best.rows, best.columns, processors);
  for (const int rows : {32, 64, 128})
    for (const int columns : {32, 64, 128}) {
      const double cost = product_cost(sizes, rows, columns, processors);
      const bool is_there = tuning::is_product_variant(rows, columns, 2) && fits(rows, columns, has_memory);
      if (is_there && cost < least) best = {rows, columns, 2}, least = cost;
    }
  best.ahead = modelled_steps_ahead(sizes, best.rows, best.columns, processors);
  if (!has_warpgroups) return best;
  for (const int columns : {128, 256}) {
    const double cost = warpgroup_cost(sizes, columns, processors);
    if (tuning::is_warpgroup_variant(128, columns, 4) && cost < least) best = {128, columns, 4}, least = cost;
  }
  return best;
}

inline tuning::tuned_launch tuned_product(tuning::launch_site& site, cudaStream_t stream,
                                          const product_sizes& sizes, std::span<const tuning::width> widths,
                                          bool has_warpgroups) {
  using largest = product_tile<double, 128, 128, 2>;  // needs most
  const bool has_memory = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) >= largest::shared_bytes;
  const product_widths start = modelled_product(sizes, processors(), has_memory, has_warpgroups);
  return {site,
          stream,
          {sizes.batch, sizes.rows, sizes.columns, sizes.depth},
          tuning::bounds_of(widths),
          {start.rows, start.columns, start.ahead},
          has_warpgroups ? is_variant<true, true>
          : has_memory   ? is_variant<true, false>
                         : is_variant<false, false>};
}

}  // namespace detail

/// Widths: the rows and columns of a tile, and the steps that are on their way.
inline tuning::tuned_launch tuned_product(tuning::launch_site& site, cudaStream_t stream,
                                          const product_sizes& sizes) {
  return detail::tuned_product(site, stream, sizes, tuning::product_widths, false);
}
/// ... of factors of this type, which warpgroups may multiply. `kernel_of`: gives the kernel for a tile.
template <class T, class KernelOf>
tuning::tuned_launch tuned_product(tuning::launch_site& site, cudaStream_t stream, const product_sizes& sizes,
                                   const KernelOf& kernel_of) {
  bool has_warpgroups = false;
  if (detail::device_has_warpgroups()) {
    static const bool has_code = detail::has_warpgroup_code(kernel_of(warpgroup_tile<T, 128, 128>()));
    has_warpgroups = has_code;
  }
  return detail::tuned_product(site, stream, sizes, tuning::warpgroup_product_widths, has_warpgroups);
}
inline product_widths product_widths_of(const tuning::tuned_launch& chosen) {
  return {chosen.width(0), chosen.width(1), chosen.width(2)};
}

}  // namespace cuda

INSUM_RT_END
