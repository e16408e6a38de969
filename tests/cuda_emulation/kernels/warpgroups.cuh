// A warpgroup that multiplies tiles in shared memory. The same under nvcc.
#pragma once

#include <cuda_runtime.h>
#include <insum/rt/cuda/warpgroup_instruction.hpp>

namespace cuda_test {

inline constexpr int product_depth = 64;

/// Where a number is in a tile with so many lines: panels of 64 numbers of each line, in which pieces of
/// eight have changed their places.
__device__ inline int place_in_panels(int line, int along, int lines) {
  return along / 64 * lines * 64 + line * 64 + (along % 64 / 8 ^ line % 8) * 8 + along % 8;
}

/// sums = left * right, of 64 rows, so many columns, and a depth of 64. Factors are by rows in device memory,
/// and in shared memory along the depth or not. Without waiting for it the sums are zeros.
template <class T, int Columns, bool LeftByDepth, bool RightByDepth, bool Waits = true>
__global__ void multiply_by_warpgroup(const T* left, const T* right, float* sums) {
#if INSUM_RT_HAS_WARPGROUPS
  namespace rt = insum::rt::cuda::detail;
  constexpr int rows = 64, depth = product_depth, threads = 128, panel_bytes = 128;
  alignas(1024) __shared__ T a[std::size_t{rows} * depth], b[std::size_t{depth} * Columns];
  for (int n = static_cast<int>(threadIdx.x); n < rows * depth; n += threads) {
    const int i = n / depth, k = n % depth;
    a[LeftByDepth ? place_in_panels(i, k, rows) : place_in_panels(k, i, depth)] = left[n];
  }
  for (int n = static_cast<int>(threadIdx.x); n < depth * Columns; n += threads) {
    const int k = n / Columns, j = n % Columns;
    b[RightByDepth ? place_in_panels(j, k, Columns) : place_in_panels(k, j, depth)] = right[n];
  }
  rt::show_to_warpgroups();
  __syncthreads();
  float d[std::size_t{Columns} / 2];
  INSUM_RT_UNROLL(128)
  for (float& one : d) one = 0.0f;
  rt::begin_products();
  INSUM_RT_UNROLL(4)
  for (int k = 0; k < depth; k += rt::warpgroup_depth)
    rt::warpgroup_instruction<T, Columns, LeftByDepth, RightByDepth>::add_product(
        d, {a + (LeftByDepth ? k : k * 64), (LeftByDepth ? rows : depth) * panel_bytes},
        {b + (RightByDepth ? k : k * 64), (RightByDepth ? Columns : depth) * panel_bytes});
  rt::end_product_group();
  if constexpr (Waits) rt::wait_for_products<0>();
  const int row = static_cast<int>(threadIdx.x) / 32 * 16 + static_cast<int>(threadIdx.x) % 32 / 4;
  INSUM_RT_UNROLL(128)
  for (int n = 0; n < Columns / 2; ++n)
    sums[(row + n / 2 % 2 * 8) * Columns + n / 4 * 8 + static_cast<int>(threadIdx.x) % 4 * 2 + n % 2] = d[n];
  rt::wait_for_products<0>();
#endif
}

}  // namespace cuda_test
