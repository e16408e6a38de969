// Copies from the device's memory to shared memory that threads do not wait for.
#pragma once

#include "launch.hpp"

INSUM_RT_BEGIN

namespace cuda {

inline constexpr int async_copy_bytes = 16;

// Architectures before sm_80 copy at once.

/// Starts a copy of `Size` bytes, 16, 8 or 4, both places at multiples of that.
template <int Size>
__device__ void start_copy(void* shared, const void* from) {
#if !defined(__CUDACC__)
  emulated::start_copy<Size>(shared, from, Size);
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  memcpy(shared, from, Size);
#else
  const auto to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  if constexpr (Size == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(to), "l"(from) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" : : "r"(to), "l"(from), "n"(Size) : "memory");
#endif
}

/// The copies that this thread has started since the last call are one group, which may be empty.
__device__ inline void end_copy_group() {
#if !defined(__CUDACC__)
  emulated::end_copy_group();
#elif !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" : : : "memory");
#endif
}

/// Waits for all groups of this thread but the last `Open` ones. Other threads see the copies after a
/// barrier.
template <int Open>
__device__ void wait_for_copies() {
#if !defined(__CUDACC__)
  emulated::wait_for_copies(Open);
#elif !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" : : "n"(Open) : "memory");
#endif
}

}  // namespace cuda

INSUM_RT_END
