// Arrays of sparse temporaries in device memory.
#pragma once

#include "../../core/container_ref.hpp"
#include "buffer.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// A container for results_on::device. Its elements are lost where its size changes.
template <class T>
class growing {
 public:
  explicit growing(const insum::cuda::detail::shared_stream& stream) : stream_(stream) {}
  growing(const growing&) = delete;
  growing& operator=(const growing&) = delete;

  T* data() const { return memory_.data(); }
  std::int64_t size() const { return size_; }
  /// As long as it lives.
  container_ref<T> ref() {
    return {this, [](void* object, std::int64_t size) { return static_cast<growing*>(object)->resize(size); },
            [](void* object) { return static_cast<growing*>(object)->data(); },
            [](void* object) { return static_cast<growing*>(object)->size(); }};
  }

 private:
  T* resize(std::int64_t size) {
    memory_ = buffer<T>(stream_, size);
    size_ = size;
    return memory_.data();
  }

  insum::cuda::detail::shared_stream stream_;
  buffer<T> memory_;
  std::int64_t size_ = 0;
};

/// The number of elements of a container.
template <class T>
std::int64_t length(const container_ref<T>& container) {
  return container.size();
}

/// An array as kernels know it.
template <class T>
typename in_kernels<T>::type* for_kernel(T* array) {
  return reinterpret_cast<typename in_kernels<T>::type*>(array);
}
template <class T>
const typename in_kernels<T>::type* for_kernel(const T* array) {
  return reinterpret_cast<const typename in_kernels<T>::type*>(array);
}

}  // namespace cuda

INSUM_RT_END
