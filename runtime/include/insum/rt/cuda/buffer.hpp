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
  /// Errors have its name.
  buffer(const char* name, const insum::cuda::detail::shared_stream& stream, std::int64_t count) try
      : buffer(stream, count) {
  } catch (error& thrown) {
    thrown.put_in_front(insum::detail::message()
                        << name << ", of " << count * static_cast<std::int64_t>(sizeof(T)) << " bytes: ");
    throw;
  }
  explicit buffer(insum::cuda::detail::stream_memory memory) : memory_(std::move(memory)) {}
  T* data() const { return static_cast<T*>(memory_.data()); }
  insum::cuda::detail::stream_memory release() { return std::move(memory_); }

 private:
  insum::cuda::detail::stream_memory memory_;
};

/// Memory that begins as zeros.
template <class T>
buffer<T> zeros(const char* name, const insum::cuda::detail::shared_stream& stream, std::int64_t count) {
  buffer<T> memory(name, stream, count);
  if (count > 0)
    check(cudaMemsetAsync(memory.data(), 0, static_cast<std::size_t>(count) * sizeof(T), stream.get()),
          "cudaMemsetAsync");
  return memory;
}

namespace detail {

/// CUB's algorithms: each is called once for the size of its memory, and once to run.
template <class Call>
void run_cub(const insum::cuda::detail::shared_stream& stream, const char* name, Call&& call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes), name);
  const buffer<unsigned char> memory(stream, static_cast<std::int64_t>(bytes));
  check(call(memory.data(), bytes), name);
}

}  // namespace detail

}  // namespace cuda

INSUM_RT_END
