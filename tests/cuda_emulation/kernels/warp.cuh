// Kernels with warp collectives, right and wrong ones. The same under nvcc.
#pragma once

#include <cuda_runtime.h>

namespace cuda_test {

constexpr unsigned all_lanes = 0xffffffffu;

struct shuffled_values {
  int indexed, indexed_8, up, up_8, down, down_8, crossed, crossed_8;
};

__global__ void shuffle_all_ways(shuffled_values* results) {
  const int mine = 100 + static_cast<int>(threadIdx.x);
  shuffled_values& to = results[threadIdx.x];
  to.indexed = __shfl_sync(all_lanes, mine, 5);
  to.indexed_8 = __shfl_sync(all_lanes, mine, 11, 8);
  to.up = __shfl_up_sync(all_lanes, mine, 3u);
  to.up_8 = __shfl_up_sync(all_lanes, mine, 3u, 8);
  to.down = __shfl_down_sync(all_lanes, mine, 3u);
  to.down_8 = __shfl_down_sync(all_lanes, mine, 3u, 8);
  to.crossed = __shfl_xor_sync(all_lanes, mine, 17);
  to.crossed_8 = __shfl_xor_sync(all_lanes, mine, 9, 8);
}

template <class T>
__global__ void shuffle_type(T* results) {
  results[threadIdx.x] = __shfl_xor_sync(all_lanes, static_cast<T>(threadIdx.x) + static_cast<T>(1), 1);
}

__global__ void shuffle_in_groups(int* results) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  // Each third of the lanes by itself, at the same time as the others.
  unsigned group = 0;
  for (int i = lane % 3; i < 32; i += 3) group |= 1u << i;
  const int first = __shfl_sync(group, lane * 10, lane % 3);
  __syncwarp();
  results[threadIdx.x] = first + __popc(group);
}

__global__ void shuffle_from_outside(unsigned* results) {
  if (threadIdx.x < 4)
    results[threadIdx.x] = __shfl_sync(0xfu, threadIdx.x, static_cast<int>(threadIdx.x) + 2);
}

struct votes {
  unsigned ballot, matched, matched_all, sum, least, most, both, either, odd;
  int any, none, all, not_all, all_equal, not_equal, signed_sum, signed_least, signed_most;
};

__global__ void vote_all_ways(votes* results) {
  const unsigned lane = threadIdx.x % 32;
  const int value = static_cast<int>(lane) - 10;
  votes& to = results[threadIdx.x];
  to.ballot = __ballot_sync(all_lanes, lane % 3 == 0);
  to.any = __any_sync(all_lanes, lane == 7);
  to.none = __any_sync(all_lanes, 0);
  to.all = __all_sync(all_lanes, 2);
  to.not_all = __all_sync(all_lanes, lane != 31);
  to.matched = __match_any_sync(all_lanes, lane / 8);
  to.matched_all = __match_all_sync(all_lanes, 3.5, &to.all_equal);
  __match_all_sync(all_lanes, lane, &to.not_equal);
  to.sum = __reduce_add_sync(all_lanes, lane);
  to.least = __reduce_min_sync(all_lanes, lane + 4);
  to.most = __reduce_max_sync(all_lanes, lane);
  to.both = __reduce_and_sync(all_lanes, lane | 64);
  to.either = __reduce_or_sync(all_lanes, lane & 6);
  to.odd = __reduce_xor_sync(all_lanes, lane < 3 ? lane : 0u);
  to.signed_sum = __reduce_add_sync(all_lanes, value);
  to.signed_least = __reduce_min_sync(all_lanes, value);
  to.signed_most = __reduce_max_sync(all_lanes, value);
}

__global__ void half_of_warp(int* results) {
  int sum = 0;
  if (threadIdx.x % 32 < 16) sum = __reduce_add_sync(0x0000ffffu, 1);
  if (threadIdx.x % 32 >= 16) sum = __reduce_add_sync(0xffff0000u, 2);
  results[threadIdx.x] = sum;
}

__global__ void some_shuffle(int* results) {
  if (threadIdx.x < 16) results[threadIdx.x] = __shfl_sync(all_lanes, 1, 0);
  __syncthreads();
}
__global__ void others_end(int* results) {
  if (threadIdx.x < 16) results[threadIdx.x] = __shfl_sync(all_lanes, 1, 0);
}
__global__ void masks_differ(int* results) {
  results[threadIdx.x] = __any_sync(threadIdx.x == 0 ? 0xffu : all_lanes, 1);
}
__global__ void mask_lacks_caller(int* results) { results[threadIdx.x] = __any_sync(0x1u, 1); }
__global__ void odd_width(int* results) { results[threadIdx.x] = __shfl_sync(all_lanes, 1, 0, 12); }

}  // namespace cuda_test
