// Streams and events: queues of work. Work is done late, when something waits for it, to find what forgets to
// wait.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "device_thread.hpp"
#include "errors.hpp"

namespace insum::emulated::detail {

/// Work of a stream. Numbers count the work of all streams.
struct operation {
  std::uint64_t number = 0;
  std::function<void()> run;
};

}  // namespace insum::emulated::detail

struct CUgraph_st {
  std::vector<std::function<void()>> operations;
  std::map<void*, std::shared_ptr<void>> memory;  // that the work allocates and frees itself
};

struct CUstream_st {
  unsigned flags = 0;
  int priority = 0;
  std::deque<insum::emulated::detail::operation> pending;
  std::shared_ptr<CUgraph_st> capture;  // collects work instead of doing it
  bool capture_began_here = false, capture_failed = false;
  bool destroyed = false;  // no handle any more; what is pending will be done
};

struct CUevent_st {
  unsigned flags = 0;
  bool recorded = false;
  CUstream_st* stream = nullptr;
  std::uint64_t number = 0;
  std::shared_ptr<CUgraph_st> capture;
  std::shared_ptr<std::chrono::steady_clock::time_point> time;  // null until it has happened
};

using cudaStream_t = CUstream_st*;
using cudaEvent_t = CUevent_st*;
inline const auto cudaStreamLegacy = reinterpret_cast<cudaStream_t>(0x1);
inline constexpr unsigned cudaStreamDefault = 0, cudaStreamNonBlocking = 1;
inline constexpr unsigned cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2;

namespace insum::emulated::detail {

inline std::recursive_mutex api_mutex;
inline CUstream_st default_stream;
inline std::vector<std::unique_ptr<CUstream_st>> streams;
inline std::uint64_t operations_made = 0;

/// Calls f under the lock of the API, where there is a device, and remembers its error.
template <class F>
cudaError_t api(F f) {
  if (on_device_thread) fail("a kernel or a host function of a stream calls the CUDA runtime");
  const std::lock_guard lock(api_mutex);
  return reported(settings.devices == 0 ? cudaErrorNoDevice : f());
}

/// Null for a handle that is none.
inline CUstream_st* find_stream(cudaStream_t handle) {
  if (handle == nullptr || handle == cudaStreamLegacy) return &default_stream;
  for (const auto& one : streams)
    if (one.get() == handle && !one->destroyed) return handle;
  return nullptr;
}

/// Does the work of a stream up to a number, and what must come before: the default stream waits for the
/// others and they for it, but for streams that are made not to.
inline void run_until(CUstream_st& stream, std::uint64_t number) {
  while (!stream.pending.empty() && stream.pending.front().number <= number) {
    const std::uint64_t mine = stream.pending.front().number;
    if (&stream == &default_stream) {
      for (const auto& other : streams)
        if ((other->flags & cudaStreamNonBlocking) == 0) run_until(*other, mine);
    } else if ((stream.flags & cudaStreamNonBlocking) == 0) {
      run_until(default_stream, mine);
    }
    const operation next = std::move(stream.pending.front());
    stream.pending.pop_front();
    next.run();
  }
}

inline void finish(CUstream_st& stream, std::uint64_t number = ~std::uint64_t{0}) {
  if (!stream.pending.empty() && stream.pending.front().number <= number)
    run_on_device([&] { run_until(stream, number); });
}
inline void finish_all() {
  finish(default_stream);
  for (const auto& one : streams) finish(*one);
  std::erase_if(streams, [](const auto& one) { return one->destroyed; });
}

inline bool capturing() {
  for (const auto& one : streams)
    if (one->capture) return true;
  return false;
}

/// For calls that wait: they are not allowed while work is collected, and end that.
inline cudaError_t unless_capturing(CUstream_st& stream) {
  if (!stream.capture) return cudaSuccess;
  stream.capture_failed = true;
  return cudaErrorStreamCaptureUnsupported;
}

/// Puts work into a stream; its number.
inline std::uint64_t enqueue(CUstream_st& stream, std::function<void()> run) {
  if (stream.capture) {
    stream.capture->operations.push_back(std::move(run));
    return 0;
  }
  stream.pending.push_back({++operations_made, std::move(run)});
  if (!settings.lazy_streams) finish(stream);
  return operations_made;
}

/// enqueue() into the stream of a handle.
inline cudaError_t enqueue_into(cudaStream_t handle, std::function<void()> run) {
  CUstream_st* const stream = find_stream(handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  enqueue(*stream, std::move(run));
  return cudaSuccess;
}

}  // namespace insum::emulated::detail
