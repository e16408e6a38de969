// Limits of launches, attributes of devices and kernels.
#include "emulation_test.hpp"

using cuda_test::check;
using cuda_test::contains;
using cuda_test::last_words;
using cuda_test::launch_with;

namespace {

__global__ void nothing() {}
__global__ void other_nothing() {}
__global__ void trap_in_third(int* result) {
  *result = 1;
  if (threadIdx.x == 2) __trap();
}
__global__ void call_the_runtime(int* result) { *result = static_cast<int>(cudaDeviceSynchronize()); }

cudaError_t launch_of(dim3 grid, dim3 block, std::size_t shared_bytes) {
  const cudaError_t error = launch_with(grid, block, shared_bytes, nothing);
  CHECK(cudaGetLastError() == error);
  return error;
}

int attribute(cudaDeviceAttr which) {
  int value = -1;
  check(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

}  // namespace

TEST_CASE("limits of grids and blocks") {
  CHECK(launch_of(1, 1024, 0) == cudaSuccess);
  CHECK(launch_of(1, dim3(16, 1, 64), 0) == cudaSuccess);
  CHECK(launch_of(1, 1025, 0) == cudaErrorInvalidConfiguration);
  CHECK(launch_of(1, dim3(32, 33), 0) == cudaErrorInvalidConfiguration);
  CHECK(launch_of(1, dim3(1, 1, 65), 0) == cudaErrorInvalidConfiguration);
  CHECK(launch_of(1, 0, 0) == cudaErrorInvalidConfiguration);
  CHECK(launch_of(0, 1, 0) == cudaErrorInvalidConfiguration);
  CHECK(launch_of(dim3(1, 65535), 1, 0) == cudaSuccess);
  CHECK(launch_of(dim3(1, 65536), 1, 0) == cudaErrorInvalidConfiguration);
  CHECK(launch_of(dim3(1, 1, 65536), 1, 0) == cudaErrorInvalidConfiguration);
  CHECK(launch_of(0x80000000u, 1, 0) == cudaErrorInvalidConfiguration);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("limits of shared memory") {
  CHECK(launch_of(1, 1, 48 << 10) == cudaSuccess);
  CHECK(launch_of(1, 1, (48 << 10) + 1) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, (227 << 10) + 1) ==
        cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 << 10) == cudaSuccess);
  CHECK(launch_of(1, 1, 227 << 10) == cudaSuccess);
  CHECK(launch_of(1, 1, (227 << 10) + 1) == cudaErrorInvalidValue);
  CHECK(launch_with(1, 1, (48 << 10) + 1, other_nothing) == cudaErrorInvalidValue);
  cudaGetLastError();
  check(cudaDeviceSynchronize());
}

TEST_CASE("attributes") {
  cudaDeviceProp p{};
  check(cudaGetDeviceProperties(&p, 0));
  CHECK(std::string(p.name) == "emulated device");
  CHECK(p.major == attribute(cudaDevAttrComputeCapabilityMajor));
  CHECK(p.minor == attribute(cudaDevAttrComputeCapabilityMinor));
  CHECK(p.multiProcessorCount == attribute(cudaDevAttrMultiProcessorCount));
  CHECK(p.sharedMemPerBlock == 48 << 10);
  CHECK(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) == 227 << 10);
  CHECK(attribute(cudaDevAttrMaxGridDimY) == 65535);
  CHECK(attribute(cudaDevAttrWarpSize) == 32);
  CHECK(cudaGetDeviceProperties(&p, 1) == cudaErrorInvalidDevice);
  int value = 0;
  CHECK(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0) == cudaErrorInvalidValue);
  cudaGetLastError();
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, other_nothing, 256, 0));
  CHECK(blocks == 8);
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, other_nothing, 64, 47 << 10));
  CHECK(blocks == 4);
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, other_nothing, 64, 49 << 10));
  CHECK(blocks == 0);
}

TEST_CASE("several devices") {
  insum::emulated::set_devices(2);
  insum::emulated::set_memory(100);
  void *first = nullptr, *second = nullptr;
  check(cudaMalloc(&first, 60));
  check(cudaSetDevice(1));
  check(cudaMalloc(&second, 60));
  cudaPointerAttributes got{};
  check(cudaPointerGetAttributes(&got, second));
  CHECK(got.device == 1);
  check(cudaFree(first));
  check(cudaFree(second));
  check(cudaSetDevice(0));
  insum::emulated::set_memory(std::size_t{1} << 30);
  insum::emulated::set_devices(1);
}

TEST_CASE("kernels that trap or call the runtime") {
  const auto run_it = [](void (*kernel)(int*)) {
    return last_words(SIGABRT, [=] {
      const cuda_test::device_array<int> result(1);
      cuda_test::run(1, 4, kernel, result.data());
    });
  };
  const std::string text = run_it(trap_in_third);
  CHECK(contains(text, "__trap()"));
  CHECK(contains(text, "block (0,0,0), thread (2,0,0)"));
  CHECK(contains(run_it(call_the_runtime), "a kernel or a host function of a stream calls the CUDA runtime"));
}

TEST_CASE("orders have names") {
  using insum::emulated::order_kind;
  using insum::emulated::parse_order;
  CHECK(parse_order("ascending")->kind == order_kind::ascending);
  CHECK(parse_order("descending")->kind == order_kind::descending);
  CHECK(parse_order("random:17")->kind == order_kind::random);
  CHECK(parse_order("random:17")->seed == 17);
  for (const char* wrong : {"", "random", "random:", "random:x", "random:1x", "up"})
    CHECK_FALSE(parse_order(wrong));
}
