// Tensors in a device's memory, and streams. Include it yourself: it needs <cuda_runtime.h>, and nothing else
// of insum includes it.
//
// Copies and kernels run on the stream of the calling thread, CUDA's default stream unless on_stream says
// otherwise. What gives values to the host waits for that stream, and nothing waits for the whole device.
#pragma once

#include <utility>

#include "core/cuda_check.hpp"
#include "formats/dense.hpp"

namespace insum {

namespace cuda {

/// A stream that does not wait for the default stream.
class stream {
 public:
  stream() {
    detail::check(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  }
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;
  stream(stream&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  stream& operator=(stream&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~stream() {
    if (handle_ != nullptr) static_cast<void>(cudaStreamDestroy(handle_));
  }

  cudaStream_t get() const { return handle_; }
  /// Waits for all that was put on it.
  void wait() const { detail::check(cudaStreamSynchronize(handle_), "cudaStreamSynchronize"); }

 private:
  cudaStream_t handle_ = nullptr;
};

/// As long as it lives, copies and kernels of this thread run on a stream.
class on_stream {
 public:
  explicit on_stream(const stream& s) : on_stream(s.get()) {}
  explicit on_stream(cudaStream_t s) : before_(std::exchange(detail::stream_of_thread, s)) {}
  on_stream(const on_stream&) = delete;
  on_stream& operator=(const on_stream&) = delete;
  ~on_stream() { detail::stream_of_thread = before_; }

 private:
  cudaStream_t before_;
};

inline cudaStream_t current_stream() { return detail::stream_of_thread; }
/// Waits for the stream of this thread.
inline void wait() { detail::check(cudaStreamSynchronize(current_stream()), "cudaStreamSynchronize"); }

}  // namespace cuda

/// A dense tensor in device memory, the last mode innermost. Pragmas name it in device(...).
template <value_like T, int Rank = 2>
class device_dense {
 public:
  using value_type = T;
  using index_type = std::int32_t;
  static constexpr int rank = Rank;

  device_dense() = default;
  /// Uninitialised elements. (A template, so that {n} is never taken for a tensor to move.)
  template <class Sizes = extents<Rank>>
    requires(std::same_as<Sizes, extents<Rank>> || std::same_as<Sizes, decltype(extents<Rank>::sizes)>)
  explicit device_dense(const Sizes& sizes)
      : shape_(extents<Rank>(sizes).sizes), stream_(cuda::current_stream()) {
    count_ = static_cast<std::int64_t>(detail::checked_product({"device_dense.shape"}, shape_.data(), Rank));
    if (count_ == 0) return;
    void* memory = nullptr;
    cuda::detail::check(cudaMallocAsync(&memory, bytes(), stream_), "cudaMallocAsync");
    data_ = static_cast<T*>(memory);
  }
  device_dense(const device_dense&) = delete;
  device_dense& operator=(const device_dense&) = delete;
  device_dense(device_dense&& other) noexcept { swap(other); }
  device_dense& operator=(device_dense&& other) noexcept {
    swap(other);
    return *this;
  }
  ~device_dense() {
    if (data_ != nullptr) static_cast<void>(cudaFreeAsync(data_, stream_));
  }

  T* data() noexcept { return data_; }
  const T* data() const noexcept { return data_; }
  std::int64_t size(int mode) const { return shape_[static_cast<std::size_t>(mode)]; }
  std::int64_t count() const { return count_; }
  std::size_t bytes() const { return static_cast<std::size_t>(count_) * sizeof(T); }
  const std::array<std::int64_t, static_cast<std::size_t>(Rank)>& shape() const { return shape_; }

 private:
  void swap(device_dense& other) noexcept {
    std::swap(shape_, other.shape_);
    std::swap(count_, other.count_);
    std::swap(data_, other.data_);
    std::swap(stream_, other.stream_);
  }

  std::array<std::int64_t, static_cast<std::size_t>(Rank)> shape_{};
  std::int64_t count_ = 0;
  T* data_ = nullptr;
  cudaStream_t stream_ = nullptr;
};

/// A copy on the current device, once the stream comes to it; `from` may change as soon as this returns.
template <value_like T, int Rank>
device_dense<T, Rank> to_device(const dense<T, Rank>& from) {
  device_dense<T, Rank> to(from.shape);
  if (to.count() == 0) return to;
  cuda::detail::check(
      cudaMemcpyAsync(to.data(), from.data(), to.bytes(), cudaMemcpyHostToDevice, cuda::current_stream()),
      "cudaMemcpyAsync");
  cuda::wait();
  return to;
}

/// A copy on the host, after all that the stream has to do before.
template <value_like T, int Rank>
dense<T, Rank> to_host(const device_dense<T, Rank>& from) {
  dense<T, Rank> to(from.shape());
  if (from.count() == 0) return to;
  cuda::detail::check(
      cudaMemcpyAsync(to.data(), from.data(), from.bytes(), cudaMemcpyDeviceToHost, cuda::current_stream()),
      "cudaMemcpyAsync");
  cuda::wait();
  return to;
}

template <class T, int Rank>
struct storage<device_dense<T, Rank>> {
  static constexpr const char* format = "dense";
  static constexpr int rank = Rank;
  using value_type = T;
  using index_type = std::int32_t;
  static constexpr bool growable = false;
  static std::int64_t size(const device_dense<T, Rank>& t, int mode) { return t.size(mode); }
  template <int n, class Object>
  static auto* array(Object& t) {
    static_assert(n == 0, "a dense tensor has one array");
    return t.data();
  }
  template <int n>
  static std::int64_t length(const device_dense<T, Rank>& t) {
    return t.count();
  }
};

}  // namespace insum
