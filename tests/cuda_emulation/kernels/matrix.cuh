// A warp that multiplies matrices in memory by one instruction. The same under nvcc.
#pragma once

#include <cuda_runtime.h>
#include <insum/rt/cuda/async_copy.hpp>
#include <insum/rt/cuda/matrix_instruction.hpp>

namespace cuda_test {

/// sums += left * right, twice; whole matrices of the instruction's size, whose elements are at these
/// strides, by way of shared memory.
template <class T>
__global__ void multiply_twice(const T* left, int row_stride, int left_depth_stride, const T* right,
                               int right_depth_stride, int column_stride,
                               typename insum::rt::cuda::detail::instruction_of<T>::type::sum* sums) {
  using instruction = typename insum::rt::cuda::detail::instruction_of<T>::type;
  typename instruction::sums c;
  constexpr int values = static_cast<int>(sizeof c / sizeof *c.values);
  for (int n = 0; n < values; ++n)
    c.values[n] = sums[instruction::row_of(n) * instruction::columns + instruction::column_of(n)];
  constexpr int factor = instruction::depth * instruction::columns;
  alignas(16) __shared__ T lefts[instruction::rows * instruction::depth], all_rights[std::size_t{3} * factor];
  T* const rights = all_rights + factor;  // zeros around it, where the neighbour of its columns is loaded
  for (int n = static_cast<int>(threadIdx.x); n < instruction::rows * instruction::depth; n += 32)
    lefts[n] = left[n];
  for (int n = static_cast<int>(threadIdx.x); n < 3 * factor; n += 32)
    all_rights[n] = n < factor || n >= 2 * factor ? T(0.0f) : right[n - factor];
  __syncthreads();
  const auto a = instruction::load_left(lefts, row_stride, left_depth_stride);
  typename instruction::right b[2];
  instruction::load_rights(b, rights, right_depth_stride, column_stride);
  instruction::add_product(c, a, b[0]);
  instruction::load_rights(b, rights - instruction::columns * column_stride, right_depth_stride,
                           column_stride);
  instruction::add_product(c, a, b[1]);
  for (int n = 0; n < values; ++n)
    sums[instruction::row_of(n) * instruction::columns + instruction::column_of(n)] = c.values[n];
}

__global__ void half_a_warp(float* sums) {
  insum::rt::cuda::detail::instruction_m16n8k8::sums c{};
  if (threadIdx.x < 16) insum::rt::cuda::detail::instruction_m16n8k8::add_product(c, {}, {});
  sums[threadIdx.x] = c.values[0];
}

/// Copies 16 bytes a thread by way of shared memory; waits for the first of two groups, or not at all.
__global__ void copy_behind(const float4* from, float4* to, bool waits) {
  __shared__ float4 all[64];
  insum::rt::cuda::start_copy<16>(&all[threadIdx.x], &from[threadIdx.x]);
  insum::rt::cuda::end_copy_group();
  insum::rt::cuda::start_copy<16>(&all[32 + threadIdx.x], &from[32 + threadIdx.x]);
  insum::rt::cuda::end_copy_group();
  if (waits) insum::rt::cuda::wait_for_copies<1>();
  __syncthreads();
  to[threadIdx.x] = all[31 - threadIdx.x];
  __syncthreads();
  insum::rt::cuda::wait_for_copies<0>();
}

}  // namespace cuda_test
