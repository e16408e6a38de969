// How much the parts of a launch add to each level of a sparse result, and where each part begins there.
#pragma once

#include "atomic.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

/// A number for each part, and the sum of each warp, which may have 32 parts: a scan goes over these only.
/// Sums are exact, so Count need not hold what is too much for a level.
template <class Count>
struct part_counts {
  std::int64_t* sums;
  Count* counts;
  std::int64_t parts, warps;

  static std::int64_t warps_of(const shape& size) {
    return (size.groups() * size.lanes + warp_lanes - 1) / warp_lanes;
  }
  /// All lanes of the warp call it, those of a group with the same count.
  template <class Group>
  __device__ void set(int level, const Group& group, std::int64_t count) const {
    if (group.leads()) counts[level * parts + group.index()] = static_cast<Count>(count);
    const std::int64_t sum = sum_of(lanes_of_block(), group.leads() ? count : 0);
    if (threadIdx.x % warp_lanes == 0) sums[level * warps + warp()] = sum;
  }
  template <class Group>
  __device__ Count count(int level, const Group& group) const {
    return counts[level * parts + group.index()];
  }
  /// Once sums are those of the warps before: where the part begins that adds `count`. All lanes of the warp
  /// call it.
  template <class Group>
  __device__ std::int64_t first(int level, const Group& group, Count count) const {
    const std::int64_t* const of_level = sums + level * warps;
    return of_level[warp()] - of_level[0] + static_cast<std::int64_t>(sum_before(group, count));
  }

 private:
  __device__ static std::int64_t warp() { return thread_in_grid() / warp_lanes; }
  /// Of a warp: blocks are of one lane, or of whole warps.
  __device__ static unsigned lanes_of_block() {
    return blockDim.x < static_cast<unsigned>(warp_lanes) ? (1u << blockDim.x) - 1 : ~0u;
  }
  /// The sum of the counts of the groups of the warp before this one.
  template <class Group>
  __device__ static Count sum_before(const Group& group, Count count) {
    const int lane = static_cast<int>(threadIdx.x % warp_lanes);
    Count sum = count;
    for (int distance = static_cast<int>(group.lanes()); distance < warp_lanes; distance *= 2) {
      const Count other = moved(sum, [=](auto bits) {
        return __shfl_up_sync(lanes_of_block(), bits, static_cast<unsigned>(distance));
      });
      if (lane >= distance) sum += other;
    }
    return sum - count;
  }
};

}  // namespace detail

}  // namespace cuda

INSUM_RT_END
