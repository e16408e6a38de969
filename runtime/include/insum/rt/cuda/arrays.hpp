// The arrays of one call of a kernel: where they are in the device's memory, and the copies there and back.
#pragma once

#include <algorithm>
#include <vector>

#include "buffer.hpp"
#include "complex.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

inline cudaMemoryType memory_of(const void* p) {
  cudaPointerAttributes attributes{};
  check(cudaPointerGetAttributes(&attributes, p), "cudaPointerGetAttributes");
  return attributes.type;
}

}  // namespace detail

/// The host may look into the array.
inline void check_on_host(const char* name, const void* array) {
  if (array != nullptr && detail::memory_of(array) == cudaMemoryTypeDevice)
    throw storage_error(name, "the array is in device memory, but it is not among those of device(...)");
}

/// The device may.
inline void check_on_device(const char* name, const void* array) {
  if (array != nullptr && detail::memory_of(array) == cudaMemoryTypeUnregistered)
    throw storage_error(name, "the array is declared to be in device memory, but it is in the host's");
}

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
      static_cast<void>(
          cudaStreamSynchronize(stream_.get()));  // after an exception: the host's arrays may go away
  }

  const insum::cuda::detail::shared_stream& stream() const { return stream_; }

  /// `count` elements from array[first] on; `first` is not positive.
  template <class T>
  void read(const char* name, const T* array, std::int64_t count, std::int64_t first = 0) {
    add(name, array, count, first, sizeof(T), false);
  }
  template <class T>
  void write(const char* name, T* array, std::int64_t count, std::int64_t first = 0) {
    add(name, array, count, first, sizeof(T), true);
  }
  template <class T>
  void on_device(const char* name, const T* array) {
    check_on_device(name, array);
    reachable_.push_back(array);
  }

  /// A result that was computed and copied to `array`: kernels find its `count` elements in `memory`.
  template <class T>
  void built(T* array, std::int64_t count, buffer<T> memory) {
    if (count == 0) return empty_.push_back(array);
    auto* const begin = reinterpret_cast<unsigned char*>(array);
    built_.push_back({"", begin, begin + static_cast<std::size_t>(count) * sizeof(T),
                      buffer<unsigned char>(memory.release())});
    waits_ = busy_ = true;
  }

  void copy_in() {
    join_overlapping();
    for (region& r : regions_) {
      r.memory = buffer<unsigned char>(r.name, stream_, static_cast<std::int64_t>(r.end - r.begin));
      for (const use& u : uses_)
        if (r.begin <= u.begin && u.end <= r.end)
          copy(r.memory.data() + (u.begin - r.begin), u.begin, u, cudaMemcpyHostToDevice);
    }
  }

  template <class T>
  typename in_kernels<T>::type* operator()(T* array) const {
    using result = typename in_kernels<T>::type;
    auto* const first = reinterpret_cast<unsigned char*>(const_cast<std::remove_const_t<T>*>(array));
    for (auto r = built_.rbegin(); r != built_.rend(); ++r)  // newest first: containers may have moved
      if (r->begin == first) return reinterpret_cast<result*>(r->memory.data());
    for (const region& r : regions_)
      if (r.begin <= first && first < r.end)
        return reinterpret_cast<result*>(r.memory.data() + (first - r.begin));
    if (std::find(reachable_.begin(), reachable_.end(), array) != reachable_.end())
      return reinterpret_cast<result*>(array);
    if (std::find(empty_.begin(), empty_.end(), array) == empty_.end())
      throw cuda_error(cudaErrorInvalidValue, "an array of this kernel was not prepared for the device");
    return nullptr;
  }

  void copy_out() {
    for (const region& r : regions_)
      for (const use& u : uses_)
        if (u.written && r.begin <= u.begin && u.end <= r.end)
          copy(u.begin, r.memory.data() + (u.begin - r.begin), u, cudaMemcpyDeviceToHost);
    if (!waits_) return;
    busy_ = false;
    check(cudaStreamSynchronize(stream_.get()), "cudaStreamSynchronize");
  }

 private:
  struct use {
    const char* name;
    unsigned char *begin, *end;
    bool written;
  };
  /// Arrays that overlap are in one piece of memory, as they are on the host.
  struct region {
    const char* name;  // of the first
    unsigned char *begin, *end;
    buffer<unsigned char> memory;
  };

  void add(const char* name, const void* array, std::int64_t count, std::int64_t first, std::size_t size,
           bool written) {
    if (count <= 0 || array == nullptr) return empty_.push_back(array);
    check_on_host(name, array);
    waits_ = true;
    if (detail::memory_of(array) == cudaMemoryTypeManaged) return reachable_.push_back(array);
    auto* const begin =
        static_cast<unsigned char*>(const_cast<void*>(array)) + first * static_cast<std::int64_t>(size);
    uses_.push_back({name, begin, begin + static_cast<std::size_t>(count) * size, written});
  }

  void join_overlapping() {
    std::vector<use> sorted = uses_;
    std::sort(sorted.begin(), sorted.end(), [](const use& a, const use& b) { return a.begin < b.begin; });
    for (const use& u : sorted)
      if (!regions_.empty() && u.begin < regions_.back().end)
        regions_.back().end = std::max(regions_.back().end, u.end);
      else
        regions_.push_back({u.name, u.begin, u.end, {}});
  }

  void copy(void* to, const void* from, const use& u, cudaMemcpyKind kind) {
    busy_ = true;
    check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(u.end - u.begin), kind, stream_.get()),
          "cudaMemcpyAsync");
  }

  insum::cuda::detail::shared_stream stream_;
  std::vector<use> uses_;
  std::vector<const void*> reachable_;  // arrays in memory that the device reads as it is
  std::vector<const void*> empty_;
  std::vector<region> regions_, built_;
  bool waits_ = false, busy_ = false;
};

}  // namespace cuda

INSUM_RT_END
