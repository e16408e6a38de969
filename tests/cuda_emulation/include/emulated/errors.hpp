// Error codes, their names and texts, and the last error of a thread.
#pragma once

#define INSUM_EMULATED_ERRORS(X)                                                                        \
  X(cudaSuccess, 0, "no error")                                                                         \
  X(cudaErrorInvalidValue, 1, "invalid argument")                                                       \
  X(cudaErrorMemoryAllocation, 2, "out of memory")                                                      \
  X(cudaErrorInitializationError, 3, "initialization error")                                            \
  X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                                 \
  X(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                                \
  X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                        \
  X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                           \
  X(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version")    \
  X(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                      \
  X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                       \
  X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                              \
  X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                     \
  X(cudaErrorNotReady, 600, "device not ready")                                                         \
  X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                           \
  X(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                      \
  X(cudaErrorHostMemoryAlreadyRegistered, 712,                                                          \
    "part or all of the requested memory range is already mapped")                                      \
  X(cudaErrorHostMemoryNotRegistered, 713, "pointer does not correspond to a registered memory region") \
  X(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                          \
  X(cudaErrorNotPermitted, 800, "operation not permitted")                                              \
  X(cudaErrorNotSupported, 801, "operation not supported")                                              \
  X(cudaErrorStreamCaptureUnsupported, 900, "operation not permitted when stream is capturing")         \
  X(cudaErrorStreamCaptureInvalidated, 901, "operation failed due to a previous error during capture")  \
  X(cudaErrorIllegalState, 401, "the operation cannot be performed in the present state")               \
  X(cudaErrorUnknown, 999, "unknown error")

enum cudaError {
#define INSUM_EMULATED_ERROR(name, value, text) name = value,
  INSUM_EMULATED_ERRORS(INSUM_EMULATED_ERROR)
#undef INSUM_EMULATED_ERROR
};
using cudaError_t = cudaError;

inline const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define INSUM_EMULATED_ERROR(name, value, text) \
  case name:                                    \
    return #name;
    INSUM_EMULATED_ERRORS(INSUM_EMULATED_ERROR)
#undef INSUM_EMULATED_ERROR
  }
  return "unrecognized error code";
}
inline const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define INSUM_EMULATED_ERROR(name, value, text) \
  case name:                                    \
    return text;
    INSUM_EMULATED_ERRORS(INSUM_EMULATED_ERROR)
#undef INSUM_EMULATED_ERROR
  }
  return "unrecognized error code";
}
#undef INSUM_EMULATED_ERRORS

namespace insum::emulated::detail {

inline thread_local cudaError_t last_error = cudaSuccess;

/// Remembers an error for cudaGetLastError.
inline cudaError_t reported(cudaError_t error) {
  if (error != cudaSuccess && error != cudaErrorNotReady) last_error = error;
  return error;
}

}  // namespace insum::emulated::detail

inline cudaError_t cudaGetLastError() {
  const cudaError_t error = insum::emulated::detail::last_error;
  insum::emulated::detail::last_error = cudaSuccess;
  return error;
}
inline cudaError_t cudaPeekAtLastError() { return insum::emulated::detail::last_error; }
