// What the runtime and generated kernels share of CUDA: errors as exceptions, the stream of a thread.
#pragma once

#include <cuda_runtime.h>

#include <memory>
#include <type_traits>

#include "cuda_error.hpp"

namespace insum::cuda::detail {

/// Streams are shared by all that have work there. Null: CUDA's default stream.
using shared_stream = std::shared_ptr<std::remove_pointer_t<cudaStream_t>>;

/// On which kernels and copies of this thread run.
inline thread_local shared_stream stream_of_thread;
/// It is the user's, who may destroy it once it is no longer that of a thread.
inline thread_local bool stream_is_borrowed = false;

/// Whether work on the stream is only recorded: nothing is stored, and nothing takes time.
inline bool is_recorded(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return cudaStreamIsCapturing(stream, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone;
}

/// What can be done where nothing can run; "" for other errors.
inline const char* remedy_for(cudaError_t code) {
  if (code != cudaErrorNoDevice && code != cudaErrorInsufficientDriver) return "";
  return "; it needs an NVIDIA GPU and a driver that is as new as the program's CUDA: install them, or build "
         "the block with 'target openmp', or with 'target auto', which computes on processors where there is "
         "no device";
}

/// Throws cuda_error unless `code` is success.
inline void check(cudaError_t code, const char* call) {
  if (code == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // the next call is not blamed for it
  throw cuda_error(static_cast<int>(code), insum::detail::message()
                                               << call << ": " << cudaGetErrorString(code) << " ("
                                               << cudaGetErrorName(code) << ")" << remedy_for(code));
}

}  // namespace insum::cuda::detail
