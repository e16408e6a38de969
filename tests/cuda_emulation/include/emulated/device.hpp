// The API of devices and of the attributes of kernels.
#pragma once

#include "copies.hpp"
#include "launch.hpp"

struct cudaDeviceProp {
  char name[256];
  int major, minor;
  int multiProcessorCount;
  int warpSize;
  int maxThreadsPerBlock;
  int maxThreadsPerMultiProcessor;
  int maxBlocksPerMultiProcessor;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int regsPerBlock;
  std::size_t totalGlobalMem;
  std::size_t sharedMemPerBlock;
  std::size_t sharedMemPerBlockOptin;
  std::size_t sharedMemPerMultiprocessor;
  int l2CacheSize;
  int concurrentKernels;
  int unifiedAddressing;
  int managedMemory;
};

enum cudaDeviceAttr : int {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxBlockDimX = 2,
  cudaDevAttrMaxBlockDimY = 3,
  cudaDevAttrMaxBlockDimZ = 4,
  cudaDevAttrMaxGridDimX = 5,
  cudaDevAttrMaxGridDimY = 6,
  cudaDevAttrMaxGridDimZ = 7,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMaxRegistersPerBlock = 12,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrConcurrentKernels = 31,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrUnifiedAddressing = 41,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrManagedMemory = 83,
  cudaDevAttrPageableMemoryAccess = 88,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
  cudaDevAttrMaxBlocksPerMultiprocessor = 106,
  cudaDevAttrReservedSharedMemoryPerBlock = 111,
  cudaDevAttrMemoryPoolsSupported = 115
};

enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
struct cudaFuncAttributes {
  std::size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes;
};

namespace insum::emulated::detail {

/// A device of compute capability 9.0 with few multiprocessors.
inline cudaDeviceProp properties() {
  cudaDeviceProp p{};
  std::snprintf(p.name, sizeof p.name, "emulated device");
  p.major = 9;
  p.minor = 0;
  p.multiProcessorCount = 4;
  p.warpSize = 32;
  p.maxThreadsPerBlock = static_cast<int>(most_threads);
  p.maxThreadsPerMultiProcessor = 2048;
  p.maxBlocksPerMultiProcessor = 32;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024;
  p.maxThreadsDim[2] = 64;
  p.maxGridSize[0] = 0x7fffffff;
  p.maxGridSize[1] = p.maxGridSize[2] = 65535;
  p.regsPerBlock = 65536;
  p.totalGlobalMem = settings.memory;
  p.sharedMemPerBlock = shared_by_default;
  p.sharedMemPerBlockOptin = most_shared;
  p.sharedMemPerMultiprocessor = most_shared + 1024;
  p.l2CacheSize = 1 << 20;
  p.concurrentKernels = 1;
  p.unifiedAddressing = 1;
  p.managedMemory = 1;
  return p;
}

/// False for attributes that the emulation does not have.
inline bool attribute(int& value, cudaDeviceAttr which) {
  const cudaDeviceProp p = properties();
  switch (which) {
    case cudaDevAttrMaxThreadsPerBlock:
      return value = p.maxThreadsPerBlock, true;
    case cudaDevAttrMaxBlockDimX:
      return value = p.maxThreadsDim[0], true;
    case cudaDevAttrMaxBlockDimY:
      return value = p.maxThreadsDim[1], true;
    case cudaDevAttrMaxBlockDimZ:
      return value = p.maxThreadsDim[2], true;
    case cudaDevAttrMaxGridDimX:
      return value = p.maxGridSize[0], true;
    case cudaDevAttrMaxGridDimY:
      return value = p.maxGridSize[1], true;
    case cudaDevAttrMaxGridDimZ:
      return value = p.maxGridSize[2], true;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return value = static_cast<int>(p.sharedMemPerBlock), true;
    case cudaDevAttrWarpSize:
      return value = p.warpSize, true;
    case cudaDevAttrMaxRegistersPerBlock:
      return value = p.regsPerBlock, true;
    case cudaDevAttrMultiProcessorCount:
      return value = p.multiProcessorCount, true;
    case cudaDevAttrConcurrentKernels:
      return value = p.concurrentKernels, true;
    case cudaDevAttrL2CacheSize:
      return value = p.l2CacheSize, true;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return value = p.maxThreadsPerMultiProcessor, true;
    case cudaDevAttrUnifiedAddressing:
      return value = p.unifiedAddressing, true;
    case cudaDevAttrComputeCapabilityMajor:
      return value = p.major, true;
    case cudaDevAttrComputeCapabilityMinor:
      return value = p.minor, true;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return value = static_cast<int>(p.sharedMemPerMultiprocessor), true;
    case cudaDevAttrManagedMemory:
      return value = p.managedMemory, true;
    case cudaDevAttrPageableMemoryAccess:
      return value = 0, true;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return value = static_cast<int>(p.sharedMemPerBlockOptin), true;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return value = p.maxBlocksPerMultiProcessor, true;
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return value = 1024, true;
    case cudaDevAttrMemoryPoolsSupported:
      return value = 1, true;
  }
  return false;
}

}  // namespace insum::emulated::detail

inline cudaError_t cudaGetDeviceCount(int* count) {
  using namespace insum::emulated::detail;
  *count = settings.devices;
  return reported(settings.devices == 0 ? cudaErrorNoDevice : cudaSuccess);
}
inline cudaError_t cudaGetDevice(int* device) {
  return insum::emulated::detail::api(
      [&] { return *device = insum::emulated::detail::current_device, cudaSuccess; });
}
inline cudaError_t cudaSetDevice(int device) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (device < 0 || device >= settings.devices) return cudaErrorInvalidDevice;
    current_device = device;
    return cudaSuccess;
  });
}
inline cudaError_t cudaDeviceSynchronize() {
  return insum::emulated::detail::api([] { return insum::emulated::detail::wait_for_device(); });
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* result, int device) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (device < 0 || device >= settings.devices) return cudaErrorInvalidDevice;
    *result = properties();
    return cudaSuccess;
  });
}
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int device) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (device < 0 || device >= settings.devices) return cudaErrorInvalidDevice;
    return attribute(*value, which) ? cudaSuccess : cudaErrorInvalidValue;
  });
}
inline cudaError_t cudaRuntimeGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }
inline cudaError_t cudaDriverGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }

template <class Kernel>
cudaError_t cudaFuncSetAttribute(Kernel* kernel, cudaFuncAttribute which, int value) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (which == cudaFuncAttributePreferredSharedMemoryCarveout) return cudaSuccess;
    if (which != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
        static_cast<std::size_t>(value) > most_shared)
      return cudaErrorInvalidValue;
    shared_limits[reinterpret_cast<const void*>(kernel)] = static_cast<std::size_t>(value);
    return cudaSuccess;
  });
}
template <class Kernel>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* result, Kernel* kernel) {
  using namespace insum::emulated::detail;
  return api([&] {
    *result = {};
    result->maxThreadsPerBlock = static_cast<int>(most_threads);
    result->numRegs = 255;
    result->ptxVersion = result->binaryVersion = 90;
    result->maxDynamicSharedSizeBytes = static_cast<int>(shared_limit(reinterpret_cast<const void*>(kernel)));
    return cudaSuccess;
  });
}
template <class Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel* kernel, int threads,
                                                          std::size_t shared_bytes) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (kernel == nullptr || threads < 1) return cudaErrorInvalidValue;
    const cudaDeviceProp p = properties();
    *blocks = 0;
    if (threads > p.maxThreadsPerBlock || shared_bytes > shared_limit(reinterpret_cast<const void*>(kernel)))
      return cudaSuccess;
    const int by_threads = p.maxThreadsPerMultiProcessor / ((threads + 31) / 32 * 32);
    const int by_shared = static_cast<int>(p.sharedMemPerMultiprocessor / (shared_bytes + 1024));
    *blocks = std::min({by_threads, by_shared, p.maxBlocksPerMultiProcessor});
    return cudaSuccess;
  });
}
