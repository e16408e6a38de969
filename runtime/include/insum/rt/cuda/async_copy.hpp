// Copies from the device's memory to shared memory that threads do not wait for.
#pragma once

#include "launch.hpp"

INSUM_RT_BEGIN

namespace cuda {

inline constexpr int async_copy_bytes = 16;

// Architectures before sm_80 copy at once.

/// Starts a copy of 16 bytes, both places at multiples of 16.
__device__ inline void start_copy(void* shared, const void* from) {
#if !defined(__CUDACC__)
  emulated::start_copy(shared, from);
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  *static_cast<uint4*>(shared) = *static_cast<const uint4*>(from);
#else
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
               :
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(shared))), "l"(from)
               : "memory");
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
