// Sparse results that grow in device memory.
#pragma once
#include <insum/cuda.hpp>
#include <insum/storage.hpp>

namespace bench::gpu {

template <class T>
class device_buffer {
 public:
  using value_type = T;
  void resize(std::size_t size) {
    memory_ = insum::device_dense<T, 1>({static_cast<std::int64_t>(size)});
    size_ = size;
  }
  T* data() { return memory_.data(); }
  const T* data() const { return memory_.data(); }
  std::size_t size() const { return size_; }
  const insum::device_dense<T, 1>& tensor() const { return memory_; }

 private:
  insum::device_dense<T, 1> memory_;
  std::size_t size_ = 0;
};

/// csr.
template <class T>
struct device_rows {
  using value_type = T;
  using index_type = int;
  static constexpr int rank = 2;
  std::array<std::int64_t, 2> shape{};
  device_buffer<int> pos, crd;
  device_buffer<T> vals;
  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
};

}  // namespace bench::gpu

template <class T>
struct insum::storage<bench::gpu::device_rows<T>>
    : insum::detail::owning_storage<bench::gpu::device_rows<T>, 3> {
  static constexpr const char* format = "csr";
  template <int n, class Object>
  static auto& select(Object& t) {
    return insum::detail::nth<n>(t.pos, t.crd, t.vals);
  }
};
