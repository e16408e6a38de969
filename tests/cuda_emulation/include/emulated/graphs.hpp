// Capture of a stream's work, and graphs that repeat it.
#pragma once

#include <map>

#include "copies.hpp"
#include "streams.hpp"

enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal = 0,
  cudaStreamCaptureModeThreadLocal = 1,
  cudaStreamCaptureModeRelaxed = 2
};
enum cudaStreamCaptureStatus {
  cudaStreamCaptureStatusNone = 0,
  cudaStreamCaptureStatusActive = 1,
  cudaStreamCaptureStatusInvalidated = 2
};
using cudaGraph_t = CUgraph_st*;
using cudaGraphExec_t = struct CUgraphExec_st*;

struct CUgraphExec_st {
  CUgraph_st work;
};

namespace insum::emulated::detail {

/// Of calls that a capture may not have in this thread: the relaxed one has them all.
inline thread_local cudaStreamCaptureMode capture_mode = cudaStreamCaptureModeGlobal;

inline std::map<cudaGraph_t, std::shared_ptr<CUgraph_st>> graphs;
inline std::map<cudaGraphExec_t, std::shared_ptr<CUgraphExec_st>> executable_graphs;

}  // namespace insum::emulated::detail

inline cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  std::swap(*mode, insum::emulated::detail::capture_mode);
  return cudaSuccess;
}

inline cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  using namespace insum::emulated::detail;
  return api([&] {
    CUstream_st* const found = find_stream(stream);
    if (found == nullptr) return cudaErrorInvalidResourceHandle;
    if (found == &default_stream) return cudaErrorStreamCaptureUnsupported;
    if (found->capture) return cudaErrorIllegalState;
    found->capture = std::make_shared<CUgraph_st>();
    found->capture_began_here = true;
    found->capture_failed = false;
    return cudaSuccess;
  });
}
inline cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  using namespace insum::emulated::detail;
  return api([&] {
    CUstream_st* const found = find_stream(stream);
    if (found == nullptr) return cudaErrorInvalidResourceHandle;
    *status = !found->capture         ? cudaStreamCaptureStatusNone
              : found->capture_failed ? cudaStreamCaptureStatusInvalidated
                                      : cudaStreamCaptureStatusActive;
    return cudaSuccess;
  });
}
/// Streams that joined the capture by events leave it, too.
inline cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* result) {
  using namespace insum::emulated::detail;
  return api([&] {
    CUstream_st* const found = find_stream(stream);
    if (found == nullptr) return cudaErrorInvalidResourceHandle;
    *result = nullptr;
    if (!found->capture || !found->capture_began_here) return cudaErrorIllegalState;
    const std::shared_ptr<CUgraph_st> captured = found->capture;
    bool failed = false;
    for (const auto& one : streams) {
      if (one->capture != captured) continue;
      failed = failed || one->capture_failed;
      one->capture.reset();
      one->capture_began_here = one->capture_failed = false;
    }
    if (failed) return cudaErrorStreamCaptureInvalidated;
    *result = captured.get();
    graphs.emplace(captured.get(), captured);
    return cudaSuccess;
  });
}

inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* result, cudaGraph_t graph, unsigned long long = 0) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (graphs.count(graph) == 0) return cudaErrorInvalidValue;
    const auto made = std::make_shared<CUgraphExec_st>(CUgraphExec_st{*graph});
    executable_graphs.emplace(made.get(), made);
    *result = made.get();
    return cudaSuccess;
  });
}
inline cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
  using namespace insum::emulated::detail;
  return api([&] {
    const auto found = executable_graphs.find(graph);
    if (found == executable_graphs.end()) return cudaErrorInvalidValue;
    return enqueue_into(stream, [kept = found->second] {
      for (const auto& operation : kept->work.operations) operation();
    });
  });
}
inline cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  using namespace insum::emulated::detail;
  return api([&] { return graphs.erase(graph) == 1 ? cudaSuccess : cudaErrorInvalidValue; });
}
inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) {
  using namespace insum::emulated::detail;
  return api([&] { return executable_graphs.erase(graph) == 1 ? cudaSuccess : cudaErrorInvalidValue; });
}
