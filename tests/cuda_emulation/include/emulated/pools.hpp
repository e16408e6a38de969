// Memory pools, as far as what they keep can be set: the emulation gives freed memory back at once.
#pragma once

#include "device.hpp"
#include "graphs.hpp"

struct CUmemPoolHandle_st {
  unsigned long long threshold = 0;
};
typedef CUmemPoolHandle_st* cudaMemPool_t;

enum cudaMemPoolAttr { cudaMemPoolAttrReleaseThreshold = 4 };

inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  static CUmemPoolHandle_st pools[64];
  int devices = 0;
  if (const cudaError_t error = cudaGetDeviceCount(&devices)) return error;
  if (device < 0 || device >= devices || device >= 64) return cudaErrorInvalidDevice;
  *pool = &pools[device];
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr, void* value) {
  using namespace insum::emulated::detail;
  if (pool == nullptr) return cudaErrorInvalidValue;
  if (capturing() && capture_mode != cudaStreamCaptureModeRelaxed) return cudaErrorStreamCaptureUnsupported;
  pool->threshold = *static_cast<unsigned long long*>(value);
  return cudaSuccess;
}
