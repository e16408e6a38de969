// Kernels with and without races, compiled for the race detector. nvcc compiles this file, too.
#include "races.hpp"

#include "../launching.hpp"

namespace cuda_test {
namespace {

template <race_kind kind>
__global__ void rotate_in_block(int* results) {
  __shared__ int values[64];
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (kind != race_kind::read_before_barrier) __syncthreads();
  const int next = values[(threadIdx.x + 1) % 64];
  if (kind != race_kind::write_before_barrier) __syncthreads();
  values[threadIdx.x] = next;
  results[threadIdx.x] = next;
}

template <bool with_sync>
__global__ void rotate_in_warp(int* results) {
  __shared__ int values[32];
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (with_sync)
    __syncwarp();
  else
    results[threadIdx.x] =
        __shfl_sync(0xffffffffu, 0, 0);  // brings the lanes together, but orders nothing in memory
  results[threadIdx.x] = values[(threadIdx.x + 1) % 32];
}

/// All threads read what one writes; `with_barrier`: after all of them, else after those of its warp.
template <bool with_barrier>
__global__ void write_after_reads(int* results) {
  __shared__ int value;
  if (threadIdx.x == 0) value = 3;
  __syncthreads();
  results[threadIdx.x] = value;
  with_barrier ? __syncthreads() : __syncwarp();
  if (threadIdx.x == 0) value = 4;
}

template <bool atomically>
__global__ void add_all(int* sum) {
  if (atomically)
    atomicAdd(sum, 1);
  else
    *sum += 1;
}

/// Each block writes what the next one writes, too.
__global__ void overlap(char* bytes, int length) {
  for (int i = static_cast<int>(threadIdx.x); i < length; i += static_cast<int>(blockDim.x))
    bytes[static_cast<int>(blockIdx.x) * 10 + i] = 1;
}

/// The last block to end sums what the others wrote.
template <bool with_fence>
__global__ void sum_in_last_block(int* partial, unsigned* tickets, int* result) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = static_cast<int>(blockIdx.x) + 1;
    if (with_fence) __threadfence();
    last = atomicAdd(tickets, 1u) == gridDim.x - 1;
    if (with_fence) __threadfence();
  }
  __syncthreads();
  if (!last || threadIdx.x != 1) return;
  int sum = 0;
  for (unsigned i = 0; i < gridDim.x; ++i) sum += partial[i];
  *result = sum;
}

__device__ unsigned long long add_and_release(unsigned long long* counter) {
#ifdef __CUDACC__
  unsigned long long before;
  asm volatile("atom.add.release.gpu.global.u64 %0, [%1], 1;"
               : "=l"(before)
               : "l"(__cvta_generic_to_global(counter))
               : "memory");
  return before;
#else
  return insum::emulated::add_and_release(counter, 1);
#endif
}

__device__ void acquire() {
#ifdef __CUDACC__
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
#else
  insum::emulated::acquire();
#endif
}

/// The lanes of the last warp to be done sum what those of all have stored, each what another lane has.
template <release_kind without>
__global__ void sum_in_last_warp(int* partial, unsigned long long* tickets, int* results) {
  partial[blockIdx.x * 32 + threadIdx.x] = static_cast<int>(blockIdx.x) + 1;
  if (without != release_kind::sync_before) __syncwarp();
  int last = 0;
  if (threadIdx.x == 0) {
    last = (without == release_kind::release ? atomicAdd(tickets, 1ULL) : add_and_release(tickets)) ==
           gridDim.x - 1;
    if (without != release_kind::acquire) acquire();
  }
  last = __shfl_sync(0xffffffffu, last, 0);
  if (without != release_kind::sync_after) __syncwarp();
  if (last == 0) return;
  int sum = 0;
  for (unsigned i = 0; i < gridDim.x; ++i) sum += partial[i * 32 + (threadIdx.x + 1) % 32];
  results[threadIdx.x] = sum;
}

template <release_kind without>
std::vector<int> sums_in_last_warp() {
  const device_array<int> partial(8 * 32), results(32);
  const device_array<unsigned long long> tickets(std::vector<unsigned long long>{0});
  run(8, 32, sum_in_last_warp<without>, partial.data(), tickets.data(), results.data());
  return results.values();
}

std::vector<int> results_of(void (*kernel)(int*), unsigned threads) {
  const device_array<int> results(std::vector<int>(threads, 0));
  run(1, threads, kernel, results.data());
  return results.values();
}

}  // namespace

std::vector<int> rotated_in_block(race_kind kind) {
  switch (kind) {
    case race_kind::none:
      return results_of(rotate_in_block<race_kind::none>, 64);
    case race_kind::read_before_barrier:
      return results_of(rotate_in_block<race_kind::read_before_barrier>, 64);
    case race_kind::write_before_barrier:
      return results_of(rotate_in_block<race_kind::write_before_barrier>, 64);
  }
  return {};
}

std::vector<int> rotated_in_warp(bool with_sync) {
  return results_of(with_sync ? rotate_in_warp<true> : rotate_in_warp<false>, 32);
}

std::vector<int> read_by_all(bool with_barrier) {
  return results_of(with_barrier ? write_after_reads<true> : write_after_reads<false>, 128);
}

int added(bool atomically) { return results_of(atomically ? add_all<true> : add_all<false>, 64)[0]; }

std::vector<char> overlapped(int length) {
  const device_array<char> bytes(std::vector<char>(40, '\0'));
  run(4, 8, overlap, bytes.data(), length);
  return bytes.values();
}

int summed_in_last_block(bool with_fence) {
  const device_array<int> partial(8), result(1);
  const device_array<unsigned> tickets(std::vector<unsigned>{0});
  run(8, 32, with_fence ? sum_in_last_block<true> : sum_in_last_block<false>, partial.data(), tickets.data(),
      result.data());
  return result.values()[0];
}

std::vector<int> summed_in_last_warp(release_kind without) {
  switch (without) {
    case release_kind::none:
      return sums_in_last_warp<release_kind::none>();
    case release_kind::sync_before:
      return sums_in_last_warp<release_kind::sync_before>();
    case release_kind::release:
      return sums_in_last_warp<release_kind::release>();
    case release_kind::sync_after:
      return sums_in_last_warp<release_kind::sync_after>();
    case release_kind::acquire:
      return sums_in_last_warp<release_kind::acquire>();
  }
  return {};
}

}  // namespace cuda_test
