// Grids whose shape a schedule says: loops that are bound to blocks, and to the threads of a block.
#pragma once

#include "group.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// The lengths of the loops that are bound to x, y and z; unknown_items where only the device can tell.
struct bound_lengths {
  std::int64_t x, y, z;
};

inline constexpr std::int64_t most_threads = 1024, most_threads_z = 64;

/// A block for each iteration, as far as there may be so many, and a thread; loops are strided by what there
/// is. Where threads of one axis are alone they fill warps, or are a power of two: they may add up.
inline shape bound_shape(const bound_lengths& blocks, const bound_lengths& threads) {
  if (blocks.x <= 0 || blocks.y <= 0 || blocks.z <= 0) return {};
  const auto bounded = [](std::int64_t length, std::int64_t most, std::int64_t unknown) {
    return length == unknown_items ? min(unknown, most) : max(std::int64_t{1}, min(length, most));
  };
  const bool alone = (threads.x != 1) + (threads.y != 1) + (threads.z != 1) < 2;
  const auto filled = [&](std::int64_t length) {
    if (!alone || length == 1) return length;
    if (length < warp_lanes) return static_cast<std::int64_t>(lanes_for(length));
    return (length + warp_lanes - 1) / warp_lanes * warp_lanes;
  };
  const std::int64_t x = filled(bounded(threads.x, most_threads, block_threads)),
                     y = filled(bounded(threads.y, most_threads / x, block_threads)),
                     z = filled(bounded(threads.z, min(most_threads_z, most_threads / x / y), warp_lanes));
  constexpr std::int64_t most_blocks = 65535;
  std::int64_t left = static_cast<std::int64_t>(processors()) * 32;  // blocks beyond would only wait
  for (const std::int64_t length : {blocks.x, blocks.y, blocks.z})
    if (length != unknown_items) left = max(std::int64_t{1}, left / length);
  shape result{static_cast<int>(x * y * z), static_cast<unsigned>(bounded(blocks.x, INT32_MAX, left)),
               static_cast<unsigned>(x)};
  result.blocks_y = static_cast<unsigned>(bounded(blocks.y, most_blocks, left));
  result.blocks_z = static_cast<unsigned>(bounded(blocks.z, most_blocks, left));
  result.threads_y = static_cast<unsigned>(y), result.threads_z = static_cast<unsigned>(z);
  return result;
}

/// All threads of a block, which run through the same statements but for loops that are divided over them.
class bound_block {
 public:
  __device__ std::int64_t block_x() const { return blockIdx.x; }
  __device__ std::int64_t block_y() const { return blockIdx.y; }
  __device__ std::int64_t block_z() const { return blockIdx.z; }
  __device__ std::int64_t blocks_x() const { return gridDim.x; }
  __device__ std::int64_t blocks_y() const { return gridDim.y; }
  __device__ std::int64_t blocks_z() const { return gridDim.z; }
  __device__ std::int64_t thread_x() const { return threadIdx.x; }
  __device__ std::int64_t thread_y() const { return threadIdx.y; }
  __device__ std::int64_t thread_z() const { return threadIdx.z; }
  __device__ std::int64_t threads_x() const { return blockDim.x; }
  __device__ std::int64_t threads_y() const { return blockDim.y; }
  __device__ std::int64_t threads_z() const { return blockDim.z; }

  /// Of all axes together.
  __device__ static int thread() {
    return static_cast<int>(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
  }
  __device__ static int threads() { return static_cast<int>(blockDim.x * blockDim.y * blockDim.z); }

  __device__ std::int64_t index() const {
    return blockIdx.x + static_cast<std::int64_t>(gridDim.x) *
                            (blockIdx.y + static_cast<std::int64_t>(gridDim.y) * blockIdx.z);
  }
  __device__ bool leads() const { return thread() == 0; }
  /// What threads have written before is seen by the others after it.
  __device__ void sync() const { __syncthreads(); }

  /// The combination of the values of all threads, in each of them. They are warps, or a power of two.
  template <class Op, class T>
  __device__ T reduce(Op, T value) const {
    const int count = threads();
    if (count <= warp_lanes)
      return detail::combine_lanes<Op>(count == warp_lanes ? ~0u : (1u << count) - 1, value, count);
    __shared__ T of_warps[most_threads / warp_lanes];
    value = detail::combine_lanes<Op>(~0u, value, warp_lanes);
    if (thread() % warp_lanes == 0) of_warps[thread() / warp_lanes] = value;
    __syncthreads();
    value = of_warps[0];
    for (int warp = 1; warp < count / warp_lanes; ++warp) value = Op::apply(value, of_warps[warp]);
    __syncthreads();  // of_warps may be used again
    return value;
  }
};

}  // namespace cuda

INSUM_RT_END
