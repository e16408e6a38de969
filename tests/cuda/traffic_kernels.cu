#include "traffic_kernels.hpp"

#include <cuda_runtime.h>

#include <insum/rt/cuda/vectors.hpp>

namespace {

__global__ void copy(const float* from, float* to, int stride) {
  to[threadIdx.x] = from[static_cast<int>(threadIdx.x) * stride];
}

__global__ void copy_four(const float* from, float* to) {
  const auto four = insum::rt::cuda::load_vector<4>(from + 4 * threadIdx.x);
  insum::rt::cuda::store_vector(to + 4 * threadIdx.x, four[0], four[1], four[2], four[3]);
}

__global__ void add(float* sum) { atomicAdd(sum, 1.0f); }

__global__ void add_four(float* sums) {
  insum::rt::cuda::add_vector_atomically(sums + 4 * threadIdx.x, 1, 1, 1, 1);
}

cudaLaunchConfig_t one_warp() {
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(1);
  config.blockDim = dim3(32);
  return config;
}

}  // namespace

void copy_with_stride(const float* from, float* to, int stride) {
  const cudaLaunchConfig_t config = one_warp();
  cudaLaunchKernelEx(&config, copy, from, to, stride);
}

void copy_vectors(const float* from, float* to) {
  const cudaLaunchConfig_t config = one_warp();
  cudaLaunchKernelEx(&config, copy_four, from, to);
}

void add_ones(float* sum) {
  const cudaLaunchConfig_t config = one_warp();
  cudaLaunchKernelEx(&config, add, sum);
}

void add_vectors_of_ones(float* sums) {
  const cudaLaunchConfig_t config = one_warp();
  cudaLaunchKernelEx(&config, add_four, sums);
}
