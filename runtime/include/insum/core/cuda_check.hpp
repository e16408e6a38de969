// What the runtime and generated kernels share of CUDA: errors as exceptions, the stream of a thread.
#pragma once

#include <cuda_runtime.h>

#include "cuda_error.hpp"

namespace insum::cuda::detail {

/// On which kernels and copies of this thread run. Null: CUDA's default stream.
inline thread_local cudaStream_t stream_of_thread = nullptr;

/// Throws cuda_error unless `code` is success.
inline void check(cudaError_t code, const char* call) {
  if (code == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // the next call is not blamed for it
  throw cuda_error(static_cast<int>(code), insum::detail::message()
                                               << call << ": " << cudaGetErrorString(code) << " ("
                                               << cudaGetErrorName(code) << ")");
}

}  // namespace insum::cuda::detail
