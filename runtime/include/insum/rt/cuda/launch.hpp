// How many threads a kernel gets, and its launch.
#pragma once

#include "../scalar.hpp"
#include "check.hpp"

INSUM_RT_BEGIN

namespace cuda {

inline constexpr int warp_lanes = 32;
inline constexpr int block_threads = 256;
/// Where groups have very different amounts to do: a block keeps its place until its last group is done.
inline constexpr int uneven_threads = 64;

/// Of kernels whose lanes have loads for many sums of so many bytes on their way: without a bound the
/// compiler takes as few registers as for the largest blocks, and waits for one load after the other. For
/// more blocks it spills some.
#define INSUM_RT_LOADS_AHEAD(bytes) __launch_bounds__(insum::rt::cuda::block_threads, (bytes) > 4 ? 1 : 3)

/// Of kernels whose lanes have a few loads on their way: as many threads as a multiprocessor can have, 32
/// registers each where these are 2048.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 800
#define INSUM_RT_FEW_REGISTERS
#elif __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000
#define INSUM_RT_FEW_REGISTERS __launch_bounds__(insum::rt::cuda::block_threads, 8)
#else
#define INSUM_RT_FEW_REGISTERS __launch_bounds__(insum::rt::cuda::block_threads, 6)
#endif

/// Only the device can tell how many items there are: it gets as many groups as it can run, which share them.
inline constexpr std::int64_t unknown_items = INT64_MAX;
/// The temporaries of all groups of a launch take at most so many bytes, as long as a warp has some.
inline constexpr std::int64_t most_scratch = std::int64_t{1} << 29;

struct shape {
  int lanes = 1;  // of a group
  unsigned blocks = 0, threads = 0;
  unsigned blocks_y = 1, blocks_z = 1, threads_y = 1, threads_z = 1;
  int shared_bytes = 0;  // of each block's dynamic shared memory
  std::int64_t groups() const {
    return static_cast<std::int64_t>(blocks) * blocks_y * blocks_z * threads * threads_y * threads_z / lanes;
  }
};

/// One lane that runs alone.
inline shape one_lane() { return {1, 1, 1}; }

/// The power of two next to `trips`, at most a warp.
inline int lanes_for(std::int64_t trips) {
  int lanes = 1;
  while (lanes < warp_lanes && lanes < trips) lanes *= 2;
  return lanes;
}

/// How many lanes have something to do where each has four of `trips` iterations at a time, as long as a few
/// lanes remain for what is next to each other in memory.
inline std::int64_t jammed_trips(std::int64_t trips) {
#ifdef INSUM_CUDA_EMULATION
  constexpr std::int64_t few = 2;
#else
  constexpr std::int64_t few = 8;
#endif
  return max((trips + 3) / 4, min(trips, few));
}

inline int device_attribute(cudaDeviceAttr which) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, current_device()), "cudaDeviceGetAttribute");
  return value;
}
inline int processors() { return device_attribute(cudaDevAttrMultiProcessorCount); }

/// So many blocks of a processor even out what others have to do; and those of short rows, each group of
/// which should have several, since it takes as long to find out how they are shared as to work on one.
inline constexpr int many_blocks = 256, few_blocks = 64;

/// `scratch`: the bytes of the temporaries of one group. `threads`: of a block, at most. `blocks`: of a
/// processor, at most.
inline shape shape_of(std::int64_t items, int lanes = 1, std::int64_t scratch = 0,
                      std::int64_t threads = block_threads, int blocks = many_blocks) {
  if (items <= 0) return {};
  // Where nobody knows how many items there are, one set of blocks that runs at once is enough.
  std::int64_t most = static_cast<std::int64_t>(processors()) * (items == unknown_items ? 8 : blocks);
  if (scratch > 0) {
    const std::int64_t fitting = most_scratch / scratch * lanes;  // threads
    if (fitting < threads) threads = fitting < warp_lanes ? warp_lanes : fitting / warp_lanes * warp_lanes;
    most = min(most, max(fitting / threads, std::int64_t{1}));
  }
  const std::int64_t a_block = threads / lanes;
  const std::int64_t wanted = items / a_block + (items % a_block != 0);
  return {lanes, static_cast<unsigned>(min(wanted, most)), static_cast<unsigned>(threads)};
}

/// The type that a deduced parameter would have, where it must not be deduced.
template <class T>
using exactly = std::type_identity_t<T>;

/// What kernels may have of shared memory without being asked.
inline constexpr int usual_shared_bytes = 48 << 10;

/// A block's dynamic shared memory, from a multiple of 16 on.
__device__ inline void* dynamic_shared() {
#ifdef __CUDACC__
  extern __shared__ uint4 insum_dynamic_shared[];
  return insum_dynamic_shared;
#else
  return emulated::dynamic_shared();
#endif
}

/// Every kernel is launched here.
template <class... Parameters>
void launch(void (*kernel)(Parameters...), const shape& size,
            const insum::cuda::detail::shared_stream& stream, exactly<Parameters>... arguments) {
  if (size.blocks == 0) return;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(size.blocks, size.blocks_y, size.blocks_z);
  config.blockDim = dim3(size.threads, size.threads_y, size.threads_z);
  config.stream = stream.get();
  config.dynamicSmemBytes = static_cast<std::size_t>(size.shared_bytes);
  if (size.shared_bytes > usual_shared_bytes)
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, size.shared_bytes),
          "cudaFuncSetAttribute");
  check(cudaLaunchKernelEx(&config, kernel, arguments...), "cudaLaunchKernelEx");
}

}  // namespace cuda

INSUM_RT_END
