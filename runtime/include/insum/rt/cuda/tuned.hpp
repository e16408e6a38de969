// What the widths of launches mean: models of what is fast, and between what INSUM_TUNE=1 searches.
#pragma once

#include "../../tuning/launches.hpp"
#include "product.hpp"

INSUM_RT_BEGIN

namespace cuda {

inline constexpr tuning::bounds lanes_between = {1, warp_lanes}, threads_between = {64, block_threads},
                                rows_between = {32, 128};  // of tiles of a product

/// Widths: the lanes of a group, and the threads of a block. `lanes`: as many as suit the loop that they
/// share.
inline tuning::tuned_launch tuned_groups(tuning::launch_site& site, cudaStream_t stream, std::int64_t items,
                                         std::int64_t lanes) {
  return {site, stream, {items, lanes}, {lanes_between, threads_between}, {lanes, block_threads}};
}

/// Width: the threads of a block.
inline tuning::tuned_launch tuned_lanes(tuning::launch_site& site, cudaStream_t stream, std::int64_t items) {
  return {site, stream, {items}, {threads_between}, {block_threads}};
}

/// Width: the rows of a tile. All tiles have as many elements; the model takes the one that wastes least.
inline tuning::tuned_launch tuned_product(tuning::launch_site& site, cudaStream_t stream,
                                          const product_sizes& sizes) {
  const std::int64_t rows = sizes.rows <= 32 ? 32 : sizes.columns <= 32 ? 128 : 64;
  return {site, stream, {sizes.batch, sizes.rows, sizes.columns, sizes.depth}, {rows_between}, {rows}};
}

}  // namespace cuda

INSUM_RT_END
