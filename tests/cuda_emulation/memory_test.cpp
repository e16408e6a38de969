// Memory of the device: limits, copies and their kinds, and who may touch it.
#include <cstdint>
#include <cstring>
#include <limits>

#include "emulation_test.hpp"

using cuda_test::check;
using cuda_test::contains;
using cuda_test::device_array;
using cuda_test::last_words;
using cuda_test::run;

namespace {

__global__ void write_at(char* data, long long index) { data[index] = 1; }
__global__ void read_at(const int* data, long long index, int* result) { *result = data[index]; }
__constant__ int table[4];
__device__ int counter = 3;
__global__ void use_variables(int* results) {
  results[threadIdx.x] = table[threadIdx.x];
  if (threadIdx.x == 0) counter += 4;
}

__global__ void copy_at_once(const int* from, int* to) {
  const auto* const pairs = reinterpret_cast<const int2*>(from);
  insum::emulated::store_at_once(reinterpret_cast<int2*>(to), insum::emulated::load_at_once(pairs));
}

}  // namespace

TEST_CASE("neighbours are loaded and stored at once from multiples of their size") {
  const device_array<int> from(std::vector<int>{1, 2, 3, 4}), to(4);
  run(1, 1, copy_at_once, from.data() + 2, to.data());
  CHECK(to.values()[0] == 3);
  CHECK(to.values()[1] == 4);
  CHECK(contains(last_words(SIGABRT, [&] { run(1, 1, copy_at_once, from.data() + 1, to.data()); }),
                 "a load of neighbours: a place that is no multiple of 8 bytes"));
  CHECK(contains(last_words(SIGABRT, [&] { run(1, 1, copy_at_once, from.data(), to.data() + 1); }),
                 "a store of neighbours: a place that is no multiple of 8 bytes"));
}

TEST_CASE("memory begins as poison, is aligned and counted") {
  std::size_t before = 0, after = 0, total = 0;
  check(cudaMemGetInfo(&before, &total));
  CHECK(total == std::size_t{1} << 30);
  {
    const device_array<unsigned> one(3), other(1000);
    CHECK(one.values() == std::vector<unsigned>(3, insum::emulated::poison_word));
    CHECK(reinterpret_cast<std::uintptr_t>(one.data()) % 256 == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(other.data()) % 256 == 0);
    check(cudaMemGetInfo(&after, &total));
    CHECK(before - after == 4012);
  }
  check(cudaMemGetInfo(&after, &total));
  CHECK(before == after);
}

TEST_CASE("out of memory") {
  insum::emulated::set_memory(1000);
  void *some = nullptr, *more = nullptr;
  CHECK(cudaMalloc(&some, 900) == cudaSuccess);
  CHECK(cudaMalloc(&more, 101) == cudaErrorMemoryAllocation);
  CHECK(more == nullptr);
  CHECK(cudaPeekAtLastError() == cudaErrorMemoryAllocation);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaMalloc(&more, 100) == cudaSuccess);
  CHECK(cudaFree(some) == cudaSuccess);
  CHECK(cudaFree(more) == cudaSuccess);
  CHECK(cudaFree(more) == cudaErrorInvalidValue);
  CHECK(cudaMalloc(&more, std::numeric_limits<std::size_t>::max()) == cudaErrorMemoryAllocation);
  CHECK(cudaMalloc(&more, 0) == cudaSuccess);
  CHECK(more == nullptr);
  CHECK(cudaFree(more) == cudaSuccess);
  insum::emulated::set_memory(std::size_t{1} << 30);
  cudaGetLastError();
}

TEST_CASE("no device") {
  insum::emulated::set_devices(0);
  int count = 5;
  void* none = nullptr;
  CHECK(cudaGetDeviceCount(&count) == cudaErrorNoDevice);
  CHECK(count == 0);
  CHECK(cudaMalloc(&none, 4) == cudaErrorNoDevice);
  CHECK(cuda_test::launch_with(1, 1, 0, use_variables, nullptr) == cudaErrorNoDevice);
  CHECK(std::string(cudaGetErrorName(cudaGetLastError())) == "cudaErrorNoDevice");
  insum::emulated::set_devices(1);
  CHECK(cudaGetDeviceCount(&count) == cudaSuccess);
  CHECK(count == 1);
  CHECK(cudaSetDevice(1) == cudaErrorInvalidDevice);
  cudaGetLastError();
}

TEST_CASE("copies whose kind is not what the pointers are") {
  const device_array<int> one(std::vector<int>{1, 2, 3}), other(3);
  int host[3] = {4, 5, 6}, more[3] = {};
  CHECK(cudaMemcpy(host, more, 12, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(one.data(), other.data(), 12, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(one.data(), host, 12, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(one.data(), host, 12, cudaMemcpyDeviceToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(one.data(), host, 12, cudaMemcpyHostToHost) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(one.data(), nullptr, 12, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(one.data(), host, 12, static_cast<cudaMemcpyKind>(5)) == cudaErrorInvalidMemcpyDirection);
  CHECK(cudaMemcpy(one.data() + 1, host, 12, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemset(host, 0, 12) == cudaErrorInvalidValue);
  CHECK(one.values() == std::vector<int>{1, 2, 3});
  CHECK(cudaMemcpy(other.data(), one.data(), 12, cudaMemcpyDefault) == cudaSuccess);
  CHECK(cudaMemcpy(one.data() + 1, host, 8, cudaMemcpyDefault) == cudaSuccess);
  CHECK(cudaMemset(other.data() + 2, -1, 4) == cudaSuccess);
  CHECK(cudaMemcpy(more, other.data() + 1, 8, cudaMemcpyDefault) == cudaSuccess);
  CHECK(one.values() == std::vector<int>{1, 4, 5});
  CHECK(more[0] == 2);
  CHECK(more[1] == -1);
  cudaGetLastError();
}

TEST_CASE("what pointers are") {
  const device_array<int> one(3);
  int* pinned = nullptr;
  check(cudaMallocHost(&pinned, 12));
  int pageable = 0;
  cudaPointerAttributes got{};
  check(cudaPointerGetAttributes(&got, one.data() + 2));
  CHECK(got.type == cudaMemoryTypeDevice);
  CHECK(got.devicePointer == one.data() + 2);
  check(cudaPointerGetAttributes(&got, pinned + 1));
  CHECK(got.type == cudaMemoryTypeHost);
  CHECK(got.hostPointer == pinned + 1);
  check(cudaPointerGetAttributes(&got, &pageable));
  CHECK(got.type == cudaMemoryTypeUnregistered);
  check(cudaHostRegister(&pageable, sizeof pageable, cudaHostRegisterDefault));
  CHECK(cudaHostRegister(&pageable, sizeof pageable, 0) == cudaErrorHostMemoryAlreadyRegistered);
  check(cudaPointerGetAttributes(&got, &pageable));
  CHECK(got.type == cudaMemoryTypeHost);
  check(cudaHostUnregister(&pageable));
  CHECK(cudaHostUnregister(&pageable) == cudaErrorHostMemoryNotRegistered);
  CHECK(cudaFreeHost(&pageable) == cudaErrorInvalidValue);
  CHECK(cudaFreeHost(pinned) == cudaSuccess);
  cudaGetLastError();
}

TEST_CASE("managed memory") {
  int* both = nullptr;
  check(cudaMallocManaged(&both, 4 * sizeof(int)));
  cudaPointerAttributes got{};
  check(cudaPointerGetAttributes(&got, both + 3));
  CHECK(got.type == cudaMemoryTypeManaged);
  both[0] = 7;
  const device_array<int> result(1);
  run(1, 1, read_at, both, 0ll, result.data());
  CHECK(result.values()[0] == 7);
  CHECK(cudaMemcpy(both + 1, result.data(), sizeof(int), cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(both + 2, result.data(), sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(cudaMemcpy(both + 3, result.data(), 2 * sizeof(int), cudaMemcpyDefault) == cudaErrorInvalidValue);
  CHECK(both[1] + both[2] == 14);
  CHECK(cudaMemset(both, 0, 4 * sizeof(int)) == cudaSuccess);
  check(cudaDeviceSynchronize());
  CHECK(both[1] == 0);
  CHECK(cudaFree(both) == cudaSuccess);
  CHECK(cudaFree(both) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("the pool of a device") {
  cudaMemPool_t pool = nullptr;
  unsigned long long most = ~0ull;
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess);
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most) == cudaSuccess);
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 1) == cudaErrorInvalidDevice);
  CHECK(cudaMemPoolSetAttribute(nullptr, cudaMemPoolAttrReleaseThreshold, &most) == cudaErrorInvalidValue);
}

TEST_CASE("variables of device code") {
  const std::vector<int> values{5, 6, 7, 8};
  check(cudaMemcpyToSymbol(table, values.data(), 16));
  const device_array<int> results(4);
  run(1, 4, use_variables, results.data());
  CHECK(results.values() == values);
  int after = 0;
  check(cudaMemcpyFromSymbol(&after, counter, sizeof after));
  CHECK(after == 7);
}

TEST_CASE("host code must not touch device memory") {
  const auto touch = [] {
    const device_array<int> one(3);
    one.data()[1] = 5;
  };
  CHECK(contains(last_words(SIGSEGV, touch), "host code touched device memory"));
  CHECK(contains(
      last_words(SIGABRT,
                 [] {
                   int host = 0;
                   run(1, 1, read_at, &host, 0ll, nullptr);
                 }),
      "argument 1 of (anonymous namespace)::read_at(int const*, long long, int*) points to host memory"));
  insum::emulated::set_protection(false);
  const device_array<int> one(3);
  one.data()[1] = 5;
  CHECK(one.values()[1] == 5);
  insum::emulated::set_protection(true);
}

TEST_CASE("kernels that leave an allocation") {
  const auto leave = [](long long index) {
    return [index] {
      const device_array<char> one(100);
      run(1, 1, write_at, one.data(), index);
    };
  };
#if defined(INSUM_EMULATED_ASAN)
  CHECK(contains(last_words(0, leave(101)), "use-after-poison"));
#else
  CHECK(contains(last_words(SIGABRT, leave(101)),
                 "a write outside of an allocation of 100 bytes, 1 bytes after it"));
  CHECK(contains(last_words(SIGABRT, leave(-3)),
                 "a write outside of an allocation of 100 bytes, 3 bytes before it"));
  CHECK(contains(last_words(SIGSEGV, leave(256)), "a kernel touched device memory outside of an allocation"));
#endif
  const auto use_freed = [] {
    char* freed = nullptr;
    check(cudaMalloc(&freed, 100));
    check(cudaFree(freed));
    const device_array<char> next(100);
    run(1, 1, write_at, freed, 0ll);
  };
  CHECK(contains(last_words(SIGSEGV, use_freed), "a kernel touched device memory outside of an allocation"));
}
