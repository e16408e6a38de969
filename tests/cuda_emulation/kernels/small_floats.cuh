// Kernels over numbers of 16 bits. The same under nvcc.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace cuda_test {

/// 32 * 1.5, and lane i + 1 of each lane's neighbour.
template <class T>
__global__ void add_small(T* sum, T* shuffled) {
  const T mine = static_cast<T>(static_cast<float>(threadIdx.x + 1));
  atomicAdd(sum, static_cast<T>(1.5f));
  shuffled[threadIdx.x] = __shfl_xor_sync(0xffffffffu, mine, 3);
}

__global__ void convert_small(const float* values, __half* halves, __nv_bfloat16* bfloats, float2* pairs) {
  const unsigned i = threadIdx.x;
  halves[i] = __hadd(__float2half(values[i]), __int2half_rn(1)) * __float2half(2.0f);
  bfloats[i] = __hfma(__float2bfloat16(values[i]), __float2bfloat16(2.0f), __ushort_as_bfloat16(0x3f80));
  const __half2 pair = __hfma2(__floats2half2_rn(values[i], 1.0f), __half2half2(halves[i]),
                               __halves2half2(halves[i], halves[i]));
  const __nv_bfloat162 other =
      __floats2bfloat162_rn(__low2float(pair), __high2float(pair)) + __float2bfloat162_rn(1.0f);
  pairs[i] = __bfloat1622float2(other);
}

}  // namespace cuda_test
