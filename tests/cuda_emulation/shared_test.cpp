// Shared memory, static and dynamic.
#include "emulation_test.hpp"

using cuda_test::check;
using cuda_test::device_array;
using cuda_test::last_words;
using cuda_test::launch_with;
using insum::emulated::poison_word;

namespace {

__global__ void read_unwritten(unsigned* results) {
  __shared__ unsigned values[64];
  __shared__ float one;
  __shared__ double other;
  results[3 * blockIdx.x] = values[63];
  results[3 * blockIdx.x + 1] = one != one;
  results[3 * blockIdx.x + 2] = other != other;
  values[63] = 1;
  one = 2.0f;
  other = 3.0;
}

template <class T>
__device__ T first_of_shared(T written) {
  __shared__ T values[8];
  const T before = values[7];
  values[7] = written;
  return before;
}
inline __device__ unsigned inline_shared() {
  __shared__ unsigned value;
  return value++;
}
__global__ void read_in_functions(unsigned* results) {
  results[3 * blockIdx.x] = static_cast<unsigned>(first_of_shared(1));
  results[3 * blockIdx.x + 1] = first_of_shared(1.0f) != 1.0f;
  results[3 * blockIdx.x + 2] = inline_shared();
}

__global__ void reverse_in_dynamic(unsigned* results, unsigned* unwritten) {
  auto* const values = static_cast<unsigned*>(insum::emulated::dynamic_shared());
  if (threadIdx.x == 0) *unwritten = values[blockDim.x - 1];
  __syncthreads();
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  results[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}

__global__ void leave_dynamic(unsigned* results) {
  *results = static_cast<unsigned*>(insum::emulated::dynamic_shared())[threadIdx.x + 16];
}

}  // namespace

TEST_CASE("each block begins with poison in shared variables") {
  const device_array<unsigned> results(9);
  cuda_test::run(3, 1, read_unwritten, results.data());
  CHECK(results.values() == std::vector<unsigned>{poison_word, 1, 1, poison_word, 1, 1, poison_word, 1, 1});
  cuda_test::run(3, 1, read_unwritten, results.data());
  CHECK(results.values() == std::vector<unsigned>{poison_word, 1, 1, poison_word, 1, 1, poison_word, 1, 1});
}

TEST_CASE("shared variables of templates and inline functions") {
  const device_array<unsigned> results(6);
  cuda_test::run(2, 1, read_in_functions, results.data());
  CHECK(results.values() == std::vector<unsigned>{poison_word, 1, poison_word, poison_word, 1, poison_word});
}

TEST_CASE("thread_local variables of host code keep their values") {
  thread_local int value = 5;
  const device_array<unsigned> results(3);
  cuda_test::run(1, 1, read_unwritten, results.data());
  CHECK(value == 5);
}

TEST_CASE("dynamic shared memory") {
  cuda_test::in_all_orders([] {
    const device_array<unsigned> results(100), unwritten(1);
    check(launch_with(1, 100, 100 * sizeof(unsigned), reverse_in_dynamic, results.data(), unwritten.data()));
    const std::vector<unsigned> got = results.values();
    for (unsigned i = 0; i < 100; ++i) CHECK(got[i] == 99 - i);
    CHECK(unwritten.values()[0] == poison_word);
  });
}

TEST_CASE("a kernel that leaves dynamic shared memory crashes") {
  const auto leave = [] {
    const device_array<unsigned> results(1);
    check(launch_with(1, 1, 16 * sizeof(unsigned), leave_dynamic, results.data()));
    std::fprintf(stderr, "launched");
    check(cudaDeviceSynchronize());
    std::fprintf(stderr, "alive");
  };
  CHECK(last_words(SIGSEGV, leave) == "launched");
}
