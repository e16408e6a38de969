// Errors of CUDA, and the stream that kernels of this thread run on.
#pragma once

#include <cuda_runtime.h>

#include "../../core/cuda_error.hpp"
#include "../config.hpp"

namespace insum::cuda::detail {

/// Null: CUDA's default stream. Not part of the inline namespace: all files of a program share it.
inline thread_local cudaStream_t stream_of_thread = nullptr;

}  // namespace insum::cuda::detail

INSUM_RT_BEGIN

namespace cuda {

/// Throws cuda_error unless `code` is success.
inline void check(cudaError_t code, const char* call) {
  if (code == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // the next call is not blamed for it
  throw cuda_error(static_cast<int>(code),
                   insum::detail::message() << call << ": " << cudaGetErrorString(code) << " (" << cudaGetErrorName(code) << ")");
}

inline int current_device() {
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  return device;
}

}  // namespace cuda

INSUM_RT_END
