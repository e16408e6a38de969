// Kernels with barriers, right and wrong ones. The same under nvcc.
#pragma once

#include <cuda_runtime.h>

namespace cuda_test {

__global__ void write_indices(unsigned* numbers) {
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  numbers[block * threads + thread] = block * 1000 + threadIdx.z * 100 + threadIdx.y * 10 + threadIdx.x;
}

__global__ void rotate(unsigned* results) {
  __shared__ unsigned values[64];
  values[threadIdx.x] = threadIdx.x;
  for (int round = 0; round < 3; ++round) {
    __syncthreads();
    const unsigned next = values[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();
    values[threadIdx.x] = next;
  }
  results[threadIdx.x] = values[threadIdx.x];
}

__global__ void count_votes(int* results) {
  const int odd = static_cast<int>(threadIdx.x % 2);
  const int count = __syncthreads_count(odd);
  const int any = __syncthreads_or(threadIdx.x == 3), none = __syncthreads_or(0);
  const int all = __syncthreads_and(1), most = __syncthreads_and(threadIdx.x != 3);
  results[threadIdx.x] = count * 10000 + any * 1000 + none * 100 + all * 10 + most;
}

__global__ void some_wait(int* results) {
  if (threadIdx.x < 5) __syncthreads();
  results[threadIdx.x] = 1;
}
constexpr int line_of_some_wait = __LINE__ - 3;

__global__ void wait_apart(int* results) {
  if (threadIdx.x < 5)
    __syncthreads();
  else
    __syncthreads();
  results[threadIdx.x] = 1;
}
constexpr int line_of_wait_apart = __LINE__ - 3;

}  // namespace cuda_test
