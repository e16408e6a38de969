// Device memory that is allocated and freed in the order of streams: neither waits for the device.
#pragma once

#include <mutex>
#include <utility>
#include <vector>

#include "cuda_check.hpp"

namespace insum::cuda::detail {

inline int current_device() {
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  return device;
}

/// What a capture by another stream of this thread must not stop: it has nothing to do with what is recorded.
class outside_of_captures {
 public:
  outside_of_captures() { exchange(); }
  outside_of_captures(const outside_of_captures&) = delete;
  outside_of_captures& operator=(const outside_of_captures&) = delete;
  ~outside_of_captures() { exchange(); }

 private:
  void exchange() { static_cast<void>(cudaThreadExchangeStreamCaptureMode(&other_)); }
  cudaStreamCaptureMode other_ = cudaStreamCaptureModeRelaxed;
};

/// CUDA's pool gives memory back at each synchronisation unless it is told to keep it: calls would then
/// allocate anew.
inline void keep_pool(int device) {
  static thread_local int kept = -1;
  if (kept == device) return;
  const outside_of_captures now;
  cudaMemPool_t pool = nullptr;
  check(cudaDeviceGetDefaultMemPool(&pool, device), "cudaDeviceGetDefaultMemPool");
  unsigned long long most = ~0ull;
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most), "cudaMemPoolSetAttribute");
  kept = device;
}

/// What is put on `after` from now on comes after what `before` has to do now.
inline void put_in_order(const shared_stream& before, const shared_stream& after) {
  cudaEvent_t event = nullptr;
  check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "cudaEventCreateWithFlags");
  cudaError_t code = cudaEventRecord(event, before.get());
  if (code == cudaSuccess) code = cudaStreamWaitEvent(after.get(), event, 0);
  static_cast<void>(cudaEventDestroy(event));
  check(code, "cudaStreamWaitEvent");
}

/// Uninitialised bytes, for work on one stream, and up to three more: atomic updates of small numbers take
/// the whole word.
class stream_memory {
 public:
  stream_memory() = default;
  stream_memory(shared_stream stream, std::size_t bytes) : stream_(std::move(stream)) {
    if (bytes == 0) return;
    keep_pool(current_device());
    constexpr std::size_t word = 4;
    check(cudaMallocAsync(&data_, (bytes + word - 1) / word * word, stream_.get()), "cudaMallocAsync");
  }
  stream_memory(stream_memory&& other) noexcept { swap(other); }
  stream_memory& operator=(stream_memory&& other) noexcept {
    swap(other);
    return *this;
  }
  ~stream_memory() {
    if (data_ != nullptr) static_cast<void>(cudaFreeAsync(data_, stream_.get()));
  }
  void* data() const { return data_; }
  const shared_stream& stream() const { return stream_; }

 private:
  void swap(stream_memory& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(stream_, other.stream_);
  }
  void* data_ = nullptr;
  shared_stream stream_;
};

/// Uninitialised bytes, for work on any stream: the first work on another one waits for the allocation and
/// what came with it, and the memory is freed after all work that was there when it ended.
class shared_memory {
 public:
  explicit shared_memory(std::size_t bytes) : memory_(stream_of_thread, bytes) {}
  shared_memory(const shared_memory&) = delete;
  shared_memory& operator=(const shared_memory&) = delete;
  ~shared_memory() {
    try {
      for (const shared_stream& other : others_) put_in_order(other, memory_.stream());
    } catch (const cuda_error&) {  // the device is lost: nothing runs there any more
    }
  }

  /// For work that this thread is about to put on its stream.
  void* use() {
    const shared_stream& here = stream_of_thread;
    if (here == memory_.stream() || memory_.data() == nullptr) return memory_.data();
    const std::lock_guard lock(mutex_);
    for (const shared_stream& other : others_)
      if (other == here) return memory_.data();
    put_in_order(memory_.stream(), here);
    others_.push_back(here);
    return memory_.data();
  }

 private:
  stream_memory memory_;
  std::mutex mutex_;
  std::vector<shared_stream> others_;
};

}  // namespace insum::cuda::detail
