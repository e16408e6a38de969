// Memory of the device for as long as a kernel needs it.
#pragma once

#include "check.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

/// CUDA's pool gives memory back at each synchronisation unless it is told to keep it: calls would then
/// allocate anew.
inline void keep_pool(int device) {
  static thread_local int kept = -1;
  if (kept == device) return;
  cudaMemPool_t pool = nullptr;
  check(cudaDeviceGetDefaultMemPool(&pool, device), "cudaDeviceGetDefaultMemPool");
  unsigned long long most = ~0ull;
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most), "cudaMemPoolSetAttribute");
  kept = device;
}

}  // namespace detail

/// Uninitialised elements, allocated and freed in the order of the stream: neither waits for the device.
template <class T>
class buffer {
 public:
  buffer() = default;
  buffer(cudaStream_t stream, std::int64_t count) : stream_(stream) {
    if (count <= 0) return;
    detail::keep_pool(current_device());
    void* memory = nullptr;
    check(cudaMallocAsync(&memory, static_cast<std::size_t>(count) * sizeof(T), stream), "cudaMallocAsync");
    data_ = static_cast<T*>(memory);
  }
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;
  buffer(buffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)), stream_(other.stream_) {}
  buffer& operator=(buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(stream_, other.stream_);
    return *this;
  }
  ~buffer() {
    if (data_ != nullptr) static_cast<void>(cudaFreeAsync(data_, stream_));
  }
  T* data() const { return data_; }

 private:
  T* data_ = nullptr;
  cudaStream_t stream_ = nullptr;
};

}  // namespace cuda

INSUM_RT_END
