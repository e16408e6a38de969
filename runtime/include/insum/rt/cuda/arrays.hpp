// The arrays of one call of a kernel: where they are in the device's memory, and the copies there and back.
#pragma once

#include <algorithm>
#include <vector>

#include "buffer.hpp"
#include "complex.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// First all arrays are told, then copy_in() brings those of the host to the device; operator() gives their
/// places there, and copy_out() brings back what was written and waits for it. Where nothing is on the host
/// nobody waits.
class arrays {
 public:
  arrays() : stream_(insum::cuda::detail::stream_of_thread) {}
  arrays(const arrays&) = delete;
  arrays& operator=(const arrays&) = delete;
  ~arrays() {
    if (busy_)
      static_cast<void>(cudaStreamSynchronize(stream_));  // after an exception: the host's arrays may go away
  }

  cudaStream_t stream() const { return stream_; }

  template <class T>
  void read(const char* name, const T* array, std::int64_t count) {
    add(name, array, count, sizeof(T), false);
  }
  template <class T>
  void write(const char* name, T* array, std::int64_t count) {
    add(name, array, count, sizeof(T), true);
  }
  template <class T>
  void on_device(const char* name, const T* array) {
    if (array != nullptr && memory_of(array) == cudaMemoryTypeUnregistered)
      throw storage_error(name, "the array is declared to be in device memory, but it is in the host's");
    reachable_.push_back(array);
  }

  void copy_in() {
    join_overlapping();
    for (region& r : regions_) {
      r.memory = buffer<unsigned char>(stream_, static_cast<std::int64_t>(r.end - r.begin));
      for (const use& u : uses_)
        if (r.begin <= u.begin && u.end <= r.end)
          copy(r.memory.data() + (u.begin - r.begin), u.begin, u, cudaMemcpyHostToDevice);
    }
  }

  template <class T>
  typename in_kernels<T>::type* operator()(T* array) const {
    using result = typename in_kernels<T>::type;
    auto* const first = reinterpret_cast<unsigned char*>(const_cast<std::remove_const_t<T>*>(array));
    for (const region& r : regions_)
      if (r.begin <= first && first < r.end)
        return reinterpret_cast<result*>(r.memory.data() + (first - r.begin));
    const bool reachable = std::find(reachable_.begin(), reachable_.end(), array) != reachable_.end();
    return reachable ? reinterpret_cast<result*>(array) : nullptr;  // empty
  }

  void copy_out() {
    for (const region& r : regions_)
      for (const use& u : uses_)
        if (u.written && r.begin <= u.begin && u.end <= r.end)
          copy(u.begin, r.memory.data() + (u.begin - r.begin), u, cudaMemcpyDeviceToHost);
    if (!waits_) return;
    busy_ = false;
    check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
  }

 private:
  struct use {
    unsigned char *begin, *end;
    bool written;
  };
  /// Arrays that overlap are in one piece of memory, as they are on the host.
  struct region {
    unsigned char *begin, *end;
    buffer<unsigned char> memory;
  };

  static cudaMemoryType memory_of(const void* p) {
    cudaPointerAttributes attributes{};
    check(cudaPointerGetAttributes(&attributes, p), "cudaPointerGetAttributes");
    return attributes.type;
  }

  void add(const char* name, const void* array, std::int64_t count, std::size_t size, bool written) {
    if (count <= 0 || array == nullptr) return;
    const cudaMemoryType memory = memory_of(array);
    if (memory == cudaMemoryTypeDevice)
      throw storage_error(name, "the array is in device memory, but it is not among those of device(...)");
    waits_ = true;
    if (memory == cudaMemoryTypeManaged) return reachable_.push_back(array);
    auto* const begin = static_cast<unsigned char*>(const_cast<void*>(array));
    uses_.push_back({begin, begin + static_cast<std::size_t>(count) * size, written});
  }

  void join_overlapping() {
    std::vector<use> sorted = uses_;
    std::sort(sorted.begin(), sorted.end(), [](const use& a, const use& b) { return a.begin < b.begin; });
    for (const use& u : sorted)
      if (!regions_.empty() && u.begin < regions_.back().end)
        regions_.back().end = std::max(regions_.back().end, u.end);
      else
        regions_.push_back({u.begin, u.end, {}});
  }

  void copy(void* to, const void* from, const use& u, cudaMemcpyKind kind) {
    busy_ = true;
    check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(u.end - u.begin), kind, stream_),
          "cudaMemcpyAsync");
  }

  cudaStream_t stream_;
  std::vector<use> uses_;
  std::vector<const void*> reachable_;  // arrays in memory that the device reads as it is
  std::vector<region> regions_;
  bool waits_ = false, busy_ = false;
};

}  // namespace cuda

INSUM_RT_END
