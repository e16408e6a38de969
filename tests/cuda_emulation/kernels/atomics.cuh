// Kernels with atomic operations. The same under nvcc.
#pragma once

#include <cuda_runtime.h>

namespace cuda_test {

template <class T>
struct both {
  T before, after;
  bool operator==(const both&) const = default;
};

/// before, after, before, after, ... of operations that each start from 12 with the operand 10.
template <class T>
__global__ void change_integer(both<T>* results) {
  for (int i = 0; i < 9; ++i) results[i].after = static_cast<T>(12);
  const T ten = static_cast<T>(10);
  results[0].before = atomicExch(&results[0].after, ten);
  results[1].before = atomicMin(&results[1].after, ten);
  results[2].before = atomicMax(&results[2].after, ten);
  results[3].before = atomicAnd(&results[3].after, ten);
  results[4].before = atomicOr(&results[4].after, static_cast<T>(3));
  results[5].before = atomicXor(&results[5].after, ten);
  results[6].before = atomicCAS(&results[6].after, static_cast<T>(12), ten);
  results[7].before = atomicCAS(&results[7].after, ten, static_cast<T>(1));
  results[8].before = atomicAdd(&results[8].after, ten);
}

__global__ void change_unsigned(both<unsigned>* results) {
  for (int i = 0; i < 6; ++i) results[i].after = 12;
  results[0].before = atomicSub(&results[0].after, 13u);
  results[1].before = atomicInc(&results[1].after, 12u);
  results[2].before = atomicInc(&results[2].after, 13u);
  results[3].before = atomicDec(&results[3].after, 11u);
  results[4].before = atomicDec(&results[4].after, 12u);
  results[5].before = atomicAdd_block(&results[5].after, 1u);
}

__global__ void change_others(double* results) {
  __shared__ float f;
  __shared__ double d;
  __shared__ long long l;
  __shared__ unsigned short s;
  f = 1.5f;
  d = 2.5;
  l = -7;
  s = 9;
  results[0] = static_cast<double>(atomicAdd(&f, 2.0f));
  results[1] = static_cast<double>(atomicExch(&f, -1.0f));
  results[2] = static_cast<double>(f);
  results[3] = atomicAdd_system(&d, 0.5);
  results[4] = d;
  results[5] = static_cast<double>(atomicMin(&l, -9ll));
  results[6] = static_cast<double>(atomicMax(&l, 4ll));
  results[7] = static_cast<double>(l);
  results[8] = atomicCAS(&s, static_cast<unsigned short>(9), static_cast<unsigned short>(10)) + s;
}

__global__ void wrap(int* result) {
  *result = 0x7fffffff;
  atomicAdd(result, 1);
}

__global__ void draw_tickets(unsigned* counter, unsigned* taken) {
  for (int i = 0; i < 5; ++i) ++taken[atomicAdd(counter, 1u)];
}

/// To two and four neighbours at once, as devices from compute capability 9.0 on do.
__global__ void add_neighbours([[maybe_unused]] float* sums, [[maybe_unused]] float* before) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  const float2 two = atomicAdd(reinterpret_cast<float2*>(sums), float2{1, 2});
  const float4 four = atomicAdd(reinterpret_cast<float4*>(sums + 4), float4{3, 4, 5, 6});
  if (before == nullptr) return;
  before[0] = two.x, before[1] = two.y;
  before[2] = four.x, before[3] = four.y, before[4] = four.z, before[5] = four.w;
#endif
}

/// One thread at a time, by a lock that the others wait for.
__global__ void add_under_lock(int* lock, int* sum) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *sum = *sum + static_cast<int>(threadIdx.x);
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void wait_for_nobody(int* lock) {
  while (atomicCAS(lock, 1, 2) != 1) __nanosleep(10);
}

}  // namespace cuda_test
