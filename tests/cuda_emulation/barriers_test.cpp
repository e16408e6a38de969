// Indices, barriers, shared memory, and what is wrong with them.
#include "kernels/barriers.cuh"
#include "emulation_test.hpp"

using cuda_test::contains;
using cuda_test::count_votes;
using cuda_test::device_array;
using cuda_test::last_words;
using cuda_test::line_of_some_wait;
using cuda_test::line_of_wait_apart;
using cuda_test::results_of_block;
using cuda_test::rotate;
using cuda_test::run;
using cuda_test::some_wait;
using cuda_test::wait_apart;
using cuda_test::write_indices;

namespace {

std::string place(int line) { return "barriers.cuh:" + std::to_string(line); }

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
  cuda_test::in_all_orders([] {
    const std::string text = last_words(SIGABRT, [] { results_of_block(8, wait_apart); });
    CHECK(contains(text, "divergent barrier: the threads of the block wait in different places"));
    CHECK(contains(text, place(line_of_wait_apart - 2)));
    CHECK(contains(text, place(line_of_wait_apart)));
  });
}
