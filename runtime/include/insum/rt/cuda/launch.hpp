// How many threads a kernel gets, and its launch.
#pragma once

#include "check.hpp"

INSUM_RT_BEGIN

namespace cuda {

inline constexpr int warp_lanes = 32;
inline constexpr int block_threads = 256;
/// Only the device can tell how many items there are: it gets as many groups as it can run, which share them.
inline constexpr std::int64_t unknown_items = INT64_MAX;

struct shape {
  int lanes = 1;  // of a group
  unsigned blocks = 0, threads = 0;
  std::int64_t groups() const { return static_cast<std::int64_t>(blocks) * threads / lanes; }
};

/// One lane that runs alone.
inline shape one_lane() { return {1, 1, 1}; }

/// The power of two next to `trips`, at most a warp.
inline int lanes_for(std::int64_t trips) {
  int lanes = 1;
  while (lanes < warp_lanes && lanes < trips) lanes *= 2;
  return lanes;
}

inline shape shape_of(std::int64_t items, int lanes = 1) {
  if (items <= 0) return {};
  int processors = 0;
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, current_device()),
        "cudaDeviceGetAttribute");
  const std::int64_t a_block = block_threads / lanes;
  const std::int64_t wanted = items / a_block + (items % a_block != 0);
  const std::int64_t most = static_cast<std::int64_t>(processors) * 32;  // blocks beyond would only wait
  return {lanes, static_cast<unsigned>(wanted < most ? wanted : most), block_threads};
}

/// The type that a deduced parameter would have, where it must not be deduced.
template <class T>
using exactly = std::type_identity_t<T>;

/// Every kernel is launched here.
template <class... Parameters>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
            cudaStream_t stream, exactly<Parameters>... arguments) {
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = shared_bytes;
  config.stream = stream;
  check(cudaLaunchKernelEx(&config, kernel, arguments...), "cudaLaunchKernelEx");
}
template <class... Parameters>
void launch(void (*kernel)(Parameters...), const shape& size, cudaStream_t stream,
            exactly<Parameters>... arguments) {
  if (size.blocks > 0) launch(kernel, dim3(size.blocks), dim3(size.threads), 0, stream, arguments...);
}

}  // namespace cuda

INSUM_RT_END
