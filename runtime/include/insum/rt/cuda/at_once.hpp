// Neighbours in memory that one instruction loads or stores.
#pragma once

#include "launch.hpp"

// Devices of compute capability 9.0 and later, one of which is emulated, add to two or four floats at once.
#if defined(INSUM_CUDA_EMULATION) || (defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900)
#define INSUM_RT_ADDS_AT_ONCE 1
#else
#define INSUM_RT_ADDS_AT_ONCE 0
#endif

INSUM_RT_BEGIN

namespace cuda::detail {

/// Words are aligned to their size, as nvcc wants them for one instruction; the emulation counts accesses.
template <class Words>
__device__ Words load_at_once(const Words* from) {
#ifdef INSUM_CUDA_EMULATION
  return emulated::load_at_once(from);
#else
  return *from;
#endif
}

template <class Words>
__device__ void store_at_once(Words* to, const Words& words) {
#ifdef INSUM_CUDA_EMULATION
  emulated::store_at_once(to, words);
#else
  *to = words;
#endif
}

}  // namespace cuda::detail

INSUM_RT_END
