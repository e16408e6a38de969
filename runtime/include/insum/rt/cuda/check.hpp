// Errors of CUDA in kernels' launches.
#pragma once

#include "../../core/cuda_check.hpp"
#include "../config.hpp"

INSUM_RT_BEGIN

namespace cuda {

using insum::cuda::detail::check;

inline int current_device() {
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  return device;
}

}  // namespace cuda

INSUM_RT_END
