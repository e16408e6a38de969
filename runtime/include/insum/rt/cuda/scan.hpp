// Sums of the numbers before each.
#pragma once

#include <cub/device/device_scan.cuh>

#include "buffer.hpp"
#include "group.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

/// What takes the place of a number: the sum of those up to it, or of those before it.
enum class sums { inclusive, exclusive };

/// So few numbers are summed up by one block, in one launch without memory of its own.
#ifdef INSUM_CUDA_EMULATION
inline constexpr std::int64_t few_numbers = 300;
#else
inline constexpr std::int64_t few_numbers = 4096;
#endif

template <sums which, class T>
__global__ void sum_up_in_block(T* numbers, std::int64_t count) {
  __shared__ T of_warps[block_threads / warp_lanes];
  const int thread = static_cast<int>(threadIdx.x), warp = thread / warp_lanes, lane = thread % warp_lanes;
  const std::int64_t begin = part_of(0, count, thread, block_threads),
                     end = part_of(0, count, thread + 1, block_threads);
  T own = 0;
  for (std::int64_t i = begin; i < end; ++i) own = static_cast<T>(own + numbers[i]);
  T sum = own;
  for (int distance = 1; distance < warp_lanes; distance *= 2) {
    const T other =
        moved(sum, [=](auto bits) { return __shfl_up_sync(~0u, bits, static_cast<unsigned>(distance)); });
    if (lane >= distance) sum = static_cast<T>(sum + other);
  }
  if (lane == warp_lanes - 1) of_warps[warp] = sum;
  __syncthreads();
  sum = static_cast<T>(sum - own);
  for (int w = 0; w < warp; ++w) sum = static_cast<T>(sum + of_warps[w]);
  for (std::int64_t i = begin; i < end; ++i) {
    const T before = sum;
    sum = static_cast<T>(sum + numbers[i]);
    numbers[i] = which == sums::inclusive ? sum : before;
  }
}

template <sums which = sums::inclusive, class T>
void sum_up(const insum::cuda::detail::shared_stream& stream, T* numbers, std::int64_t count) {
  if (count <= few_numbers) {
    launch(sum_up_in_block<which, T>, {1, 1, block_threads}, stream, numbers, count);
    return;
  }
  run_cub(stream, "cub::DeviceScan", [&](void* memory, std::size_t& bytes) {
    if constexpr (which == sums::inclusive)
      return cub::DeviceScan::InclusiveSum(memory, bytes, numbers, numbers, count, stream.get());
    else
      return cub::DeviceScan::ExclusiveSum(memory, bytes, numbers, numbers, count, stream.get());
  });
}

}  // namespace detail

}  // namespace cuda

INSUM_RT_END
