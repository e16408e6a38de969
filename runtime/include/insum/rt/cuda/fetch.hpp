// How reports look into a device's memory.
#pragma once

#include "../../core/device_memory.hpp"
#include "../../report/fetched.hpp"

/// Waits for what the thread's stream has to do. Work that is only recorded has stored nothing yet.
__attribute__((weak)) bool insum::report::fetch(void* to, const void* from, std::int64_t bytes) {
  const cudaStream_t stream = insum::cuda::detail::stream_of_thread.get();
  if (insum::cuda::detail::is_recorded(stream)) return false;
  return cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyDefault, stream) ==
             cudaSuccess &&
         cudaStreamSynchronize(stream) == cudaSuccess;
}
