// Memory of the device for as long as a kernel needs it.
#pragma once

#include "../../core/device_memory.hpp"
#include "check.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// Uninitialised elements.
template <class T>
class buffer {
 public:
  buffer() = default;
  buffer(const insum::cuda::detail::shared_stream& stream, std::int64_t count)
      : memory_(stream, count > 0 ? static_cast<std::size_t>(count) * sizeof(T) : 0) {}
  T* data() const { return static_cast<T*>(memory_.data()); }

 private:
  insum::cuda::detail::stream_memory memory_;
};

}  // namespace cuda

INSUM_RT_END
