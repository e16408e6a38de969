// The qualifiers of CUDA C++ as what plain C++ has for them.
#pragma once

#define INSUM_CUDA_EMULATION 1

#define __global__
#define __device__
#define __host__
#define __constant__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
// All threads of a block run on one thread of the CPU. thread_local makes these variables recognisable, see
// shared.hpp.
#define __shared__ static thread_local
