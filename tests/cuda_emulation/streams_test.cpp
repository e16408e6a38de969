// Streams, events and graphs: when work is done.
#include <cstring>

#include "emulation_test.hpp"

using cuda_test::check;
using cuda_test::device_array;
using cuda_test::last_words;

namespace {

__global__ void add(int* value, int amount) { *value += amount; }
__global__ void multiply(int* value, int factor) { *value *= factor; }

class stream {
 public:
  explicit stream(unsigned flags = cudaStreamDefault) { check(cudaStreamCreateWithFlags(&handle_, flags)); }
  ~stream() { cudaStreamDestroy(handle_); }
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;
  operator cudaStream_t() const { return handle_; }

 private:
  cudaStream_t handle_ = nullptr;
};

void launch(cudaStream_t in, void (*kernel)(int*, int), int* value, int operand) {
  cudaLaunchConfig_t config{};
  config.stream = in;
  check(cudaLaunchKernelEx(&config, kernel, value, operand));
}

/// Pinned memory.
class pinned_int {
 public:
  pinned_int() { check(cudaMallocHost(&data_, sizeof(int))), *data_ = -1; }
  ~pinned_int() { cudaFreeHost(data_); }
  pinned_int(const pinned_int&) = delete;
  pinned_int& operator=(const pinned_int&) = delete;
  int* data() const { return data_; }

 private:
  int* data_ = nullptr;
};

}  // namespace

TEST_CASE("work is done when something waits for it") {
  const stream one;
  const device_array<int> value(std::vector<int>{3});
  const pinned_int result;
  launch(one, add, value.data(), 4);
  check(cudaMemcpyAsync(result.data(), value.data(), sizeof(int), cudaMemcpyDeviceToHost, one));
  CHECK(*result.data() == -1);
  check(cudaStreamSynchronize(one));
  CHECK(*result.data() == 7);
  insum::emulated::set_lazy_streams(false);
  launch(one, add, value.data(), 4);
  check(cudaMemcpyAsync(result.data(), value.data(), sizeof(int), cudaMemcpyDeviceToHost, one));
  CHECK(*result.data() == 11);
  insum::emulated::set_lazy_streams(true);
}

TEST_CASE("pageable memory is read and written by the call") {
  const stream one;
  const device_array<int> value(1);
  int host = 5;
  check(cudaMemcpyAsync(value.data(), &host, sizeof host, cudaMemcpyHostToDevice, one));
  host = 6;
  launch(one, add, value.data(), 1);
  check(cudaMemcpyAsync(&host, value.data(), sizeof host, cudaMemcpyDeviceToHost, one));
  CHECK(host == 6);
  check(cudaMemcpyAsync(&host, value.data(), sizeof host, cudaMemcpyDeviceToHost, one));
  CHECK(host == 6);
}

TEST_CASE("pinned memory that is changed before the copy") {
  const stream one;
  const device_array<int> value(1);
  const pinned_int source;
  *source.data() = 5;
  check(cudaMemcpyAsync(value.data(), source.data(), sizeof(int), cudaMemcpyHostToDevice, one));
  *source.data() = 6;
  check(cudaStreamSynchronize(one));
  CHECK(value.values()[0] == 6);
}

TEST_CASE("asking for the state of a stream does its work bit by bit") {
  const stream one;
  const device_array<int> value(std::vector<int>{1});
  launch(one, add, value.data(), 1);
  launch(one, multiply, value.data(), 5);
  int asked = 0;
  while (cudaStreamQuery(one) == cudaErrorNotReady) ++asked;
  CHECK(asked == 2);
  CHECK(value.values()[0] == 10);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("streams wait for events") {
  const stream one(cudaStreamNonBlocking), other(cudaStreamNonBlocking);
  const device_array<int> value(std::vector<int>{1});
  cudaEvent_t added = nullptr, multiplied = nullptr;
  check(cudaEventCreate(&added));
  check(cudaEventCreate(&multiplied));
  CHECK(cudaEventQuery(added) == cudaSuccess);
  float time = -1;
  CHECK(cudaEventElapsedTime(&time, added, multiplied) == cudaErrorInvalidResourceHandle);
  launch(one, add, value.data(), 2);
  check(cudaEventRecord(added, one));
  check(cudaStreamWaitEvent(other, added));
  launch(other, multiply, value.data(), 10);
  check(cudaEventRecord(multiplied, other));
  launch(one, add, value.data(), 1000);  // not waited for
  CHECK(cudaEventElapsedTime(&time, added, multiplied) == cudaErrorNotReady);
  check(cudaEventSynchronize(multiplied));
  CHECK(cudaEventElapsedTime(&time, added, multiplied) == cudaSuccess);
  CHECK(time >= 0);
  CHECK(cudaStreamQuery(one) == cudaErrorNotReady);
  CHECK(cudaStreamQuery(one) == cudaSuccess);
  CHECK(value.values()[0] == 1030);
  cudaEventDestroy(added);
  cudaEventDestroy(multiplied);
  cudaGetLastError();
}

TEST_CASE("the default stream waits for the others, and they for it") {
  const stream one, apart(cudaStreamNonBlocking);
  const device_array<int> value(std::vector<int>{1}), other(std::vector<int>{1});
  launch(one, add, value.data(), 1);
  launch(apart, add, other.data(), 1);
  launch(nullptr, multiply, value.data(), 10);
  launch(one, add, value.data(), 3);
  check(cudaStreamSynchronize(one));
  CHECK(cudaStreamQuery(nullptr) == cudaSuccess);
  CHECK(value.values()[0] == 23);
  CHECK(other.values()[0] == 1);
  check(cudaStreamSynchronize(apart));
  CHECK(other.values()[0] == 2);
}

TEST_CASE("memory that is freed in the order of a stream") {
  const stream one;
  int* value = nullptr;
  const pinned_int result;
  check(cudaMallocAsync(&value, sizeof(int), one));
  check(cudaMemsetAsync(value, 0, sizeof(int), one));
  launch(one, add, value, 8);
  check(cudaMemcpyAsync(result.data(), value, sizeof(int), cudaMemcpyDeviceToHost, one));
  check(cudaFreeAsync(value, one));
  CHECK(cudaFreeAsync(value, one) == cudaErrorInvalidValue);
  check(cudaDeviceSynchronize());
  CHECK(*result.data() == 8);
  CHECK(cudaFree(value) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("memory that is allocated in the order of a stream is for what comes after it") {
  const stream one(cudaStreamNonBlocking), other(cudaStreamNonBlocking);
  int* value = nullptr;
  const auto use_elsewhere = [&] {
    check(cudaMallocAsync(&value, sizeof(int), one));
    check(cudaMemsetAsync(value, 0, sizeof(int), other));
    check(cudaStreamSynchronize(other));
  };
  CHECK(cuda_test::contains(last_words(SIGSEGV, use_elsewhere), "touched device memory"));
  check(cudaMallocAsync(&value, sizeof(int), one));
  cudaEvent_t allocated = nullptr;
  check(cudaEventCreate(&allocated));
  check(cudaEventRecord(allocated, one));
  check(cudaStreamWaitEvent(other, allocated));
  check(cudaMemsetAsync(value, 0, sizeof(int), other));
  check(cudaStreamSynchronize(other));
  check(cudaEventDestroy(allocated));
  check(cudaFree(value));
}

TEST_CASE("work of a stream that is destroyed is done when something waits for it") {
  const device_array<int> value(std::vector<int>{3});
  cudaStream_t one = nullptr;
  cudaEvent_t added = nullptr;
  check(cudaEventCreate(&added));
  check(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  launch(one, add, value.data(), 4);
  check(cudaEventRecord(added, one));
  check(cudaStreamDestroy(one));
  CHECK(cudaStreamQuery(one) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamDestroy(one) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
  CHECK(value.values()[0] == 3);
  check(cudaEventSynchronize(added));
  CHECK(value.values()[0] == 7);
  check(cudaDeviceSynchronize());
  check(cudaEventDestroy(added));
}

TEST_CASE("host functions run in order and without device memory") {
  const stream one;
  const device_array<int> value(std::vector<int>{1});
  int seen = 0;
  check(cudaLaunchHostFunc(one, [](void* data) { *static_cast<int*>(data) += 5; }, &seen));
  CHECK(seen == 0);
  check(cudaStreamSynchronize(one));
  CHECK(seen == 5);
  const auto touch = [](void* data) { *static_cast<int*>(data) = 1; };
  CHECK(cuda_test::contains(last_words(SIGSEGV,
                                       [&] {
                                         check(cudaLaunchHostFunc(one, touch, value.data()));
                                         cudaDeviceSynchronize();
                                       }),
                            "host code touched device memory"));
}

TEST_CASE("graphs repeat what was captured") {
  const stream one, other;
  const device_array<int> value(std::vector<int>{1});
  const pinned_int result;
  cudaEvent_t fork = nullptr, join = nullptr;
  check(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  check(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  check(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  launch(one, add, value.data(), 1);
  check(cudaEventRecord(fork, one));
  check(cudaStreamWaitEvent(other, fork));
  launch(other, multiply, value.data(), 2);
  check(cudaEventRecord(join, other));
  check(cudaStreamWaitEvent(one, join));
  check(cudaMemcpyAsync(result.data(), value.data(), sizeof(int), cudaMemcpyDeviceToHost, one));
  cudaGraph_t graph = nullptr;
  check(cudaStreamEndCapture(one, &graph));
  CHECK(value.values()[0] == 1);
  cudaGraphExec_t ready = nullptr;
  check(cudaGraphInstantiate(&ready, graph));
  check(cudaGraphDestroy(graph));
  check(cudaGraphLaunch(ready, one));
  check(cudaGraphLaunch(ready, one));
  check(cudaGraphExecDestroy(ready));
  check(cudaStreamSynchronize(one));
  CHECK(*result.data() == 10);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
}

TEST_CASE("pools are set during a capture only by a thread that may do everything") {
  const stream one;
  cudaMemPool_t pool = nullptr;
  unsigned long long most = ~0ull;
  check(cudaDeviceGetDefaultMemPool(&pool, 0));
  check(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most) ==
        cudaErrorStreamCaptureUnsupported);
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  check(cudaThreadExchangeStreamCaptureMode(&mode));
  CHECK(mode == cudaStreamCaptureModeGlobal);
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most));
  check(cudaThreadExchangeStreamCaptureMode(&mode));
  CHECK(mode == cudaStreamCaptureModeRelaxed);
  cudaGraph_t graph = nullptr;
  check(cudaStreamEndCapture(one, &graph));
  check(cudaGraphDestroy(graph));
  cudaGetLastError();
}

TEST_CASE("waiting ends a capture") {
  const stream one;
  cudaGraph_t graph = nullptr;
  check(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  CHECK(cudaStreamSynchronize(one) == cudaErrorStreamCaptureUnsupported);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  check(cudaStreamIsCapturing(one, &status));
  CHECK(status == cudaStreamCaptureStatusInvalidated);
  CHECK(cudaStreamEndCapture(one, &graph) == cudaErrorStreamCaptureInvalidated);
  check(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  CHECK(cudaDeviceSynchronize() == cudaErrorStreamCaptureUnsupported);
  CHECK(cudaStreamEndCapture(one, &graph) == cudaErrorStreamCaptureInvalidated);
  CHECK(cudaStreamEndCapture(one, &graph) == cudaErrorIllegalState);
  CHECK(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal) == cudaErrorStreamCaptureUnsupported);
  cudaGetLastError();
}

TEST_CASE("handles that are none") {
  cudaStream_t gone = nullptr;
  check(cudaStreamCreate(&gone));
  check(cudaStreamDestroy(gone));
  CHECK(cudaStreamSynchronize(gone) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamDestroy(gone) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventRecord(nullptr) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}
