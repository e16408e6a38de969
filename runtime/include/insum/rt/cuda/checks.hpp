// What files for CUDA need that check copies of arrays in a device's memory.
#pragma once
#include <memory>
#include <type_traits>

#include "../../core/device_memory.hpp"
#include "../../report/fetched.hpp"
#include "../checks.hpp"
#include "../list_checks.hpp"
#include "../triangle_checks.hpp"

namespace insum::rt::cuda {

/// A copy of an array for checks. Throws storage_error where the array is not there or is shorter. While a
/// stream is captured nothing can be copied: report::missing says so.
template <class T>
class checked_copy {
  using element = std::remove_const_t<T>;

 public:
  checked_copy(const char* name, const T* array, std::int64_t count)
      : elements_(count > 0 ? new element[static_cast<std::size_t>(count)]() : nullptr) {
    if (count <= 0) return;
    if (!array) throw storage_error(name, "it is a null pointer");
    const cudaStream_t stream = insum::cuda::detail::stream_of_thread.get();
    if (insum::cuda::detail::is_recorded(stream)) {
      report::missing = true;
      return;
    }
    cudaError_t error = cudaMemcpyAsync(elements_.get(), array, static_cast<std::size_t>(count) * sizeof(T),
                                        cudaMemcpyDefault, stream);
    if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
    if (error == cudaSuccess) return;
    static_cast<void>(cudaGetLastError());  // the next call is not blamed for it
    throw storage_error(
        name, insum::detail::message()
                  << count << " elements are needed, which cannot be read: " << cudaGetErrorString(error));
  }
  T operator[](std::int64_t at) const { return elements_[at]; }

 private:
  std::shared_ptr<element[]> elements_;  // walks over triangles have copies
};

}  // namespace insum::rt::cuda
