// Memory of the device that only one launch uses, and that stays with the thread for the next one: allocating
// it, clearing it and freeing it for each call takes longer than a small kernel.
#pragma once

#include "buffer.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

/// Launches of a thread on one stream run one after the other, so that they can have the same bytes.
struct kept_bytes {
  insum::cuda::detail::stream_memory memory = {};
  std::size_t size = 0;
  int device = -1;

  bool fits(const insum::cuda::detail::shared_stream& stream, std::size_t bytes) const {
    return bytes <= size && memory.stream() == stream && device == current_device();
  }
  /// It can be freed: a graph that is captured would take that for its own.
  bool may_go() const { return size == 0 || !insum::cuda::detail::is_recorded(memory.stream().get()); }
};

/// More than this is given back after each call.
inline constexpr std::size_t most_kept_bytes = std::size_t{1} << 26;

inline thread_local kept_bytes kept_scratch, kept_counters;

}  // namespace detail

/// `count` elements, uninitialised. What a graph captures has memory of its own, and so has what runs on a
/// stream of the user's, which may not be there any more when it is freed.
template <class T>
class launch_scratch {
 public:
  launch_scratch(const char* name, const insum::cuda::detail::shared_stream& stream, std::int64_t count)
      : launch_scratch(detail::kept_scratch, name, stream, count, false) {}
  T* data() const { return data_; }

 protected:
  launch_scratch(detail::kept_bytes& kept, const char* name, const insum::cuda::detail::shared_stream& stream,
                 std::int64_t count, bool cleared) {
    const std::size_t bytes = count > 0 ? static_cast<std::size_t>(count) * sizeof(T) : 0;
    const bool fits = kept.fits(stream, bytes);
    if (bytes > detail::most_kept_bytes || insum::cuda::detail::stream_is_borrowed ||
        insum::cuda::detail::is_recorded(stream.get()) || !(fits || kept.may_go())) {
      own_ = cleared ? zeros<T>(name, stream, count) : buffer<T>(name, stream, count);
      data_ = own_.data();
      return;
    }
    if (!fits) {
      kept = {};
      buffer<T> fresh = cleared ? zeros<T>(name, stream, count) : buffer<T>(name, stream, count);
      kept = {fresh.release(), bytes, current_device()};
    }
    data_ = static_cast<T*>(kept.memory.data());
  }

 private:
  buffer<T> own_;
  T* data_ = nullptr;
};

/// Zeros, which the launch that counts with them has to leave as zeros.
template <class T>
class launch_counters : public launch_scratch<T> {
 public:
  launch_counters(const char* name, const insum::cuda::detail::shared_stream& stream, std::int64_t count)
      : launch_scratch<T>(detail::kept_counters, name, stream, count, true) {}
};

}  // namespace cuda

INSUM_RT_END
