// Tensors in a device's memory, and streams. Include it yourself: it needs <cuda_runtime.h>, and nothing else
// of insum includes it.
//
// Copies and kernels run on the stream of the calling thread, CUDA's default stream unless on_stream says
// otherwise. What gives values to the host waits for that stream, and nothing waits for the whole device.
#pragma once

#include <utility>

#include "core/device_memory.hpp"
#include "formats/dense.hpp"

namespace insum {

namespace cuda {

/// A stream that does not wait for the default stream. It lives as long as there is memory of its.
class stream {
 public:
  stream() {
    cudaStream_t made = nullptr;
    detail::check(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    handle_.reset(made, [](cudaStream_t s) { static_cast<void>(cudaStreamDestroy(s)); });
  }
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;
  stream(stream&&) noexcept = default;
  stream& operator=(stream&&) noexcept = default;

  cudaStream_t get() const { return handle_.get(); }
  /// Waits for all that was put on it.
  void wait() const { detail::check(cudaStreamSynchronize(get()), "cudaStreamSynchronize"); }

 private:
  friend class on_stream;
  detail::shared_stream handle_;
};

/// As long as it lives, copies and kernels of this thread run on a stream. One that CUDA's functions made has
/// to outlive all memory that is used on it.
class on_stream {
 public:
  explicit on_stream(const stream& s) : on_stream(s.handle_, false) {}
  explicit on_stream(cudaStream_t s)
      : on_stream(s == nullptr ? nullptr : detail::shared_stream(s, [](cudaStream_t) {}), s != nullptr) {}
  on_stream(const on_stream&) = delete;
  on_stream& operator=(const on_stream&) = delete;
  ~on_stream() {
    detail::stream_of_thread = std::move(before_);
    detail::stream_is_borrowed = was_borrowed_;
  }

 private:
  on_stream(detail::shared_stream s, bool borrowed)
      : before_(std::exchange(detail::stream_of_thread, std::move(s))),
        was_borrowed_(std::exchange(detail::stream_is_borrowed, borrowed)) {}

  detail::shared_stream before_;
  bool was_borrowed_;
};

inline cudaStream_t current_stream() { return detail::stream_of_thread.get(); }
/// Waits for the stream of this thread.
inline void wait() { detail::check(cudaStreamSynchronize(current_stream()), "cudaStreamSynchronize"); }

}  // namespace cuda

/// A dense tensor in device memory, the last mode innermost. Pragmas name it in device(...). It may be used
/// on other streams than the one that it was made on: see data().
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
  explicit device_dense(const Sizes& sizes) : shape_(extents<Rank>(sizes).sizes) {
    count_ = static_cast<std::int64_t>(detail::checked_product({"device_dense.shape"}, shape_.data(), Rank));
    if (count_ > 0) memory_ = std::make_unique<cuda::detail::shared_memory>(bytes());
  }
  device_dense(device_dense&& other) noexcept { swap(other); }
  device_dense& operator=(device_dense&& other) noexcept {
    swap(other);
    return *this;
  }

  /// For work on the stream of this thread: where the tensor was made on another one, that work comes after
  /// all that the other had to do when this was called first; and the memory is freed after it.
  T* data() { return static_cast<T*>(memory_ ? memory_->use() : nullptr); }
  const T* data() const { return static_cast<const T*>(memory_ ? memory_->use() : nullptr); }
  std::int64_t size(int mode) const { return shape_[static_cast<std::size_t>(mode)]; }
  std::int64_t count() const { return count_; }
  std::size_t bytes() const { return static_cast<std::size_t>(count_) * sizeof(T); }
  const std::array<std::int64_t, static_cast<std::size_t>(Rank)>& shape() const { return shape_; }

 private:
  void swap(device_dense& other) noexcept {
    std::swap(shape_, other.shape_);
    std::swap(count_, other.count_);
    std::swap(memory_, other.memory_);
  }

  std::array<std::int64_t, static_cast<std::size_t>(Rank)> shape_{};
  std::int64_t count_ = 0;
  std::unique_ptr<cuda::detail::shared_memory> memory_;
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
  static constexpr bool on_device = true;
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
