// Atomic operations, one by one and from many threads.
#include "emulation_test.hpp"

using cuda_test::contains;
using cuda_test::device_array;
using cuda_test::in_all_orders;
using cuda_test::last_words;
using cuda_test::results_of_block;
using cuda_test::run;

namespace {

template <class T>
struct both {
  T before, after;
  bool operator==(const both&) const = default;
};

/// before, after, before, after, ... of operations that each start from 12 with the operand 10.
template <class T>
__global__ void change_integer(both<T>* results) {
  for (int i = 0; i < 9; ++i) results[i].after = static_cast<T>(12);
  const T ten = static_cast<T>(10);
  results[0].before = atomicExch(&results[0].after, ten);
  results[1].before = atomicMin(&results[1].after, ten);
  results[2].before = atomicMax(&results[2].after, ten);
  results[3].before = atomicAnd(&results[3].after, ten);
  results[4].before = atomicOr(&results[4].after, static_cast<T>(3));
  results[5].before = atomicXor(&results[5].after, ten);
  results[6].before = atomicCAS(&results[6].after, static_cast<T>(12), ten);
  results[7].before = atomicCAS(&results[7].after, ten, static_cast<T>(1));
  results[8].before = atomicAdd(&results[8].after, ten);
}

__global__ void change_unsigned(both<unsigned>* results) {
  for (int i = 0; i < 6; ++i) results[i].after = 12;
  results[0].before = atomicSub(&results[0].after, 13u);
  results[1].before = atomicInc(&results[1].after, 12u);
  results[2].before = atomicInc(&results[2].after, 13u);
  results[3].before = atomicDec(&results[3].after, 11u);
  results[4].before = atomicDec(&results[4].after, 12u);
  results[5].before = atomicAdd_block(&results[5].after, 1u);
}

__global__ void change_others(double* results) {
  float f = 1.5f;
  double d = 2.5;
  long long l = -7;
  unsigned short s = 9;
  results[0] = static_cast<double>(atomicAdd(&f, 2.0f));
  results[1] = static_cast<double>(atomicExch(&f, -1.0f));
  results[2] = static_cast<double>(f);
  results[3] = atomicAdd_system(&d, 0.5);
  results[4] = d;
  results[5] = static_cast<double>(atomicMin(&l, -9ll));
  results[6] = static_cast<double>(atomicMax(&l, 4ll));
  results[7] = static_cast<double>(l);
  results[8] = atomicCAS(&s, static_cast<unsigned short>(9), static_cast<unsigned short>(10)) + s;
}

__global__ void wrap(int* result) {
  *result = 0x7fffffff;
  atomicAdd(result, 1);
}

__global__ void draw_tickets(unsigned* counter, unsigned* taken) {
  for (int i = 0; i < 5; ++i) ++taken[atomicAdd(counter, 1u)];
}

/// One thread at a time, by a lock that the others wait for.
__global__ void add_under_lock(int* lock, int* sum) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *sum = *sum + static_cast<int>(threadIdx.x);
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void wait_for_nobody(int* lock) {
  while (atomicCAS(lock, 1, 2) != 1) __nanosleep(10);
}

template <class T>
void check_integers() {
  const device_array<both<T>> results(9);
  run(1, 1, change_integer<T>, results.data());
  CHECK(results.values() == std::vector<both<T>>{{12, 10}, {12, 10}, {12, 12}, {12, 8}, {12, 15}, {12, 6}, {12, 10}, {12, 12}, {12, 22}});
}

}  // namespace

TEST_CASE("atomic operations on integers") {
  check_integers<int>();
  check_integers<unsigned>();
  check_integers<unsigned long long>();
  const device_array<both<unsigned>> results(6);
  run(1, 1, change_unsigned, results.data());
  CHECK(results.values() == std::vector<both<unsigned>>{{12, 0xffffffffu}, {12, 0}, {12, 13}, {12, 11}, {12, 11}, {12, 13}});
  const device_array<int> wrapped(1);
  run(1, 1, wrap, wrapped.data());
  CHECK(wrapped.values()[0] == -0x7fffffff - 1);
}

TEST_CASE("atomic operations on other types") {
  const device_array<double> results(9);
  run(1, 1, change_others, results.data());
  CHECK(results.values() == std::vector<double>{1.5, 3.5, -1.0, 2.5, 3.0, -7.0, -9.0, 4.0, 19.0});
}

TEST_CASE("each ticket is drawn once") {
  in_all_orders([] {
    const device_array<unsigned> counter(std::vector<unsigned>{0}), taken(std::vector<unsigned>(5 * 300, 0u));
    run(3, 100, draw_tickets, counter.data(), taken.data());
    CHECK(counter.values()[0] == 1500);
    CHECK(taken.values() == std::vector<unsigned>(1500, 1u));
  });
}

TEST_CASE("threads that wait for a lock let its owner run") {
  in_all_orders([] {
    const device_array<int> lock(std::vector<int>{0}), sum(std::vector<int>{0});
    run(4, 64, add_under_lock, lock.data(), sum.data());
    CHECK(sum.values()[0] == 4 * 2016);
  });
}

TEST_CASE("a thread that waits for what never happens") {
  const std::string text = last_words(SIGABRT, [] {
    const device_array<int> lock(std::vector<int>{0});
    run(1, 2, wait_for_nobody, lock.data());
  });
  CHECK(contains(text, "livelock: the threads that run do nothing but repeat atomic operations"));
  CHECK(contains(text, "wait_for_nobody(int*), block (0,0,0)"));
}
