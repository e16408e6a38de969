// The API of streams and events.
#pragma once

#include <algorithm>

#include "streams.hpp"

inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t* result, unsigned flags, int priority) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (result == nullptr || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
    streams.push_back(std::make_unique<CUstream_st>());
    *result = streams.back().get();
    (*result)->flags = flags;
    (*result)->priority = priority;
    return cudaSuccess;
  });
}
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* result, unsigned flags) {
  return cudaStreamCreateWithPriority(result, flags, 0);
}
inline cudaError_t cudaStreamCreate(cudaStream_t* result) {
  return cudaStreamCreateWithPriority(result, cudaStreamDefault, 0);
}

inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  using namespace insum::emulated::detail;
  return api([&] {
    CUstream_st* const found = find_stream(stream);
    if (found == nullptr || found == &default_stream) return cudaErrorInvalidResourceHandle;
    found->destroyed = true;  // nothing waits for its work
    return cudaSuccess;
  });
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  using namespace insum::emulated::detail;
  return api([&] {
    CUstream_st* const found = find_stream(stream);
    if (found == nullptr) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = unless_capturing(*found)) return error;
    finish(*found);
    return cudaSuccess;
  });
}
/// Each call does one piece of work, so that programs which ask until all is done end.
inline cudaError_t cudaStreamQuery(cudaStream_t stream) {
  using namespace insum::emulated::detail;
  return api([&] {
    CUstream_st* const found = find_stream(stream);
    if (found == nullptr) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = unless_capturing(*found)) return error;
    if (found->pending.empty()) return cudaSuccess;
    finish(*found, found->pending.front().number);
    return cudaErrorNotReady;
  });
}
inline cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  using namespace insum::emulated::detail;
  return api([&] {
    CUstream_st* const found = find_stream(stream);
    if (found == nullptr) return cudaErrorInvalidResourceHandle;
    *flags = found->flags;
    return cudaSuccess;
  });
}
using cudaHostFn_t = void (*)(void*);
inline cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (function == nullptr) return cudaErrorInvalidValue;
    return enqueue_into(stream, [=] {
      device.close();  // host functions may not touch device memory
      function(data);
      device.open();
    });
  });
}

inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* result, unsigned flags) {
  return insum::emulated::detail::api([&] {
    if (result == nullptr) return cudaErrorInvalidValue;
    *result = new CUevent_st;
    (*result)->flags = flags;
    return cudaSuccess;
  });
}
inline cudaError_t cudaEventCreate(cudaEvent_t* result) {
  return cudaEventCreateWithFlags(result, cudaEventDefault);
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return insum::emulated::detail::api([&] {
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    delete event;
    return cudaSuccess;
  });
}
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr) {
  using namespace insum::emulated::detail;
  return api([&] {
    CUstream_st* const found = find_stream(stream);
    if (event == nullptr || found == nullptr) return cudaErrorInvalidResourceHandle;
    event->capture = found->capture;
    if (found->capture) return cudaSuccess;
    const auto time = std::make_shared<std::chrono::steady_clock::time_point>();
    event->recorded = true;
    event->stream = found;
    event->time = time;
    event->number = enqueue(*found, [time] { *time = std::chrono::steady_clock::now(); });
    return cudaSuccess;
  });
}

namespace insum::emulated::detail {

/// Null where the work that the event stands for is done.
inline CUstream_st* busy_stream(CUstream_st* of_event, std::uint64_t number) {
  const bool there =
      of_event == &default_stream ||
      std::any_of(streams.begin(), streams.end(), [&](const auto& one) { return one.get() == of_event; });
  CUstream_st* const found = there ? of_event : nullptr;
  return found == nullptr || found->pending.empty() || found->pending.front().number > number ? nullptr
                                                                                              : found;
}

}  // namespace insum::emulated::detail

inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned = 0) {
  using namespace insum::emulated::detail;
  return api([&] {
    CUstream_st* const found = find_stream(stream);
    if (event == nullptr || found == nullptr) return cudaErrorInvalidResourceHandle;
    if (event->capture) {  // work of this stream is collected from now on, too
      if (found->capture && found->capture != event->capture) return cudaErrorStreamCaptureUnsupported;
      found->capture = event->capture;
      return cudaSuccess;
    }
    if (!event->recorded) return cudaSuccess;
    if (found->capture) return cudaErrorStreamCaptureUnsupported;
    enqueue(*found, [of_event = event->stream, number = event->number] {
      if (CUstream_st* const busy = busy_stream(of_event, number)) run_until(*busy, number);
    });
    return cudaSuccess;
  });
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    if (CUstream_st* const busy = busy_stream(event->stream, event->number)) finish(*busy, event->number);
    return cudaSuccess;
  });
}
inline cudaError_t cudaEventQuery(cudaEvent_t event) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    CUstream_st* const busy = busy_stream(event->stream, event->number);
    if (busy == nullptr) return cudaSuccess;
    finish(*busy, busy->pending.front().number);
    return cudaErrorNotReady;
  });
}
inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (start == nullptr || end == nullptr || !start->recorded || !end->recorded ||
        ((start->flags | end->flags) & cudaEventDisableTiming) != 0)
      return cudaErrorInvalidResourceHandle;
    if (busy_stream(start->stream, start->number) != nullptr ||
        busy_stream(end->stream, end->number) != nullptr)
      return cudaErrorNotReady;
    *milliseconds = std::chrono::duration<float, std::milli>(*end->time - *start->time).count();
    return cudaSuccess;
  });
}
