// Memory pools, as far as what they keep can be set: the emulation gives freed memory back at once.
#pragma once

#include "device.hpp"

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
  if (pool == nullptr) return cudaErrorInvalidValue;
  pool->threshold = *static_cast<unsigned long long*>(value);
  return cudaSuccess;
}
