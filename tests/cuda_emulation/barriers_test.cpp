// Indices, barriers, shared memory, and what is wrong with them.
#include "emulation_test.hpp"

using cuda_test::contains;
using cuda_test::device_array;
using cuda_test::last_words;
using cuda_test::results_of_block;
using cuda_test::run;

namespace {

__global__ void write_indices(unsigned* numbers) {
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  numbers[block * threads + thread] = block * 1000 + threadIdx.z * 100 + threadIdx.y * 10 + threadIdx.x;
}

__global__ void rotate(unsigned* results) {
  __shared__ unsigned values[64];
  values[threadIdx.x] = threadIdx.x;
  for (int round = 0; round < 3; ++round) {
    __syncthreads();
    const unsigned next = values[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();
    values[threadIdx.x] = next;
  }
  results[threadIdx.x] = values[threadIdx.x];
}

__global__ void count_votes(int* results) {
  const int odd = static_cast<int>(threadIdx.x % 2);
  const int count = __syncthreads_count(odd);
  const int any = __syncthreads_or(threadIdx.x == 3), none = __syncthreads_or(0);
  const int all = __syncthreads_and(1), most = __syncthreads_and(threadIdx.x != 3);
  results[threadIdx.x] = count * 10000 + any * 1000 + none * 100 + all * 10 + most;
}

__global__ void some_wait(int* results) {
  if (threadIdx.x < 5) __syncthreads();
  results[threadIdx.x] = 1;
}
constexpr int line_of_some_wait = __LINE__ - 3;

__global__ void wait_apart(int* results) {
  if (threadIdx.x < 5)
    __syncthreads();
  else
    __syncthreads();
  results[threadIdx.x] = 1;
}
constexpr int line_of_wait_apart = __LINE__ - 3;

std::string place(int line) { return "barriers_test.cpp:" + std::to_string(line); }

}  // namespace

TEST_CASE("indices of three dimensions") {
  cuda_test::in_all_orders([] {
    const device_array<unsigned> numbers(2 * 3 * 2 * 3 * 2 * 2);
    run(dim3(2, 3, 2), dim3(3, 2, 2), write_indices, numbers.data());
    const std::vector<unsigned> got = numbers.values();
    std::size_t i = 0;
    for (unsigned block = 0; block < 12; ++block)
      for (unsigned z = 0; z < 2; ++z)
        for (unsigned y = 0; y < 2; ++y)
          for (unsigned x = 0; x < 3; ++x) CHECK(got[i++] == block * 1000 + z * 100 + y * 10 + x);
  });
}

TEST_CASE("barriers in a loop") {
  cuda_test::in_all_orders([] {
    const std::vector<unsigned> got = results_of_block(64, rotate);
    for (unsigned i = 0; i < 64; ++i) CHECK(got[i] == (i + 3) % 64);
  });
}

TEST_CASE("barriers that count") {
  cuda_test::in_all_orders([] {
    for (const int result : results_of_block(40, count_votes)) CHECK(result == 20 * 10000 + 1000 + 10);
  });
}

TEST_CASE("a barrier that not all threads reach") {
  const std::string text = last_words(SIGABRT, [] { results_of_block(8, some_wait); });
  CHECK(contains(text, "divergent barrier: not all threads of the block arrive"));
  CHECK(contains(text, "threads 0-4, (0,0,0) to (4,0,0): waits in __syncthreads() at "));
  CHECK(contains(text, place(line_of_some_wait)));
  CHECK(contains(text, "threads 5-7, (5,0,0) to (7,0,0): has ended"));
  CHECK(contains(text, "some_wait(int*), block (0,0,0)"));
}

TEST_CASE("threads that wait at different barriers") {
  const std::string text = last_words(SIGABRT, [] { results_of_block(8, wait_apart); });
  CHECK(contains(text, "divergent barrier: the threads of the block wait in different places"));
  CHECK(contains(text, place(line_of_wait_apart - 2)));
  CHECK(contains(text, place(line_of_wait_apart)));
}
