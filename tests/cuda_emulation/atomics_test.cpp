// Atomic operations, one by one and from many threads.
#include "kernels/atomics.cuh"
#include "emulation_test.hpp"

using cuda_test::add_neighbours;
using cuda_test::add_under_lock;
using cuda_test::both;
using cuda_test::change_integer;
using cuda_test::change_others;
using cuda_test::change_unsigned;
using cuda_test::contains;
using cuda_test::device_array;
using cuda_test::draw_tickets;
using cuda_test::in_all_orders;
using cuda_test::last_words;
using cuda_test::results_of_block;
using cuda_test::run;
using cuda_test::wait_for_nobody;
using cuda_test::wrap;

namespace {

__global__ void add_to_own(int* result) {
  int own = 0;
  atomicAdd(&own, 1);
  *result = own;
}

template <class T>
void check_integers() {
  const device_array<both<T>> results(9);
  run(1, 1, change_integer<T>, results.data());
  CHECK(results.values() ==
        std::vector<both<T>>{
            {12, 10}, {12, 10}, {12, 12}, {12, 8}, {12, 15}, {12, 6}, {12, 10}, {12, 12}, {12, 22}});
}

}  // namespace

TEST_CASE("atomic operations on integers") {
  check_integers<int>();
  check_integers<unsigned>();
  check_integers<unsigned long long>();
  const device_array<both<unsigned>> results(6);
  run(1, 1, change_unsigned, results.data());
  CHECK(results.values() ==
        std::vector<both<unsigned>>{{12, 0xffffffffu}, {12, 0}, {12, 13}, {12, 11}, {12, 11}, {12, 13}});
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

TEST_CASE("atomic additions to neighbours") {
  const std::vector<float> start = {1, 2, 3, 4, 5, 6, 7, 8};
  const device_array<float> sums(start), before(6);
  run(1, 1, add_neighbours, sums.data(), before.data());
  CHECK(sums.values() == std::vector<float>{2, 4, 3, 4, 8, 10, 12, 14});
  CHECK(before.values() == std::vector<float>{1, 2, 5, 6, 7, 8});
  in_all_orders([] {
    const device_array<float> all(std::vector<float>(8, 0.0f));
    run(3, 64, add_neighbours, all.data(), nullptr);
    CHECK(all.values() == std::vector<float>{192, 384, 0, 0, 576, 768, 960, 1152});
  });
  CHECK(contains(last_words(SIGABRT,
                            [] {
                              const device_array<float> all(9);
                              run(1, 1, add_neighbours, all.data() + 1, nullptr);
                            }),
                 "atomicAdd: a place that is no multiple of 8 bytes"));
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

TEST_CASE("an atomic operation on a variable of the thread") {
  CHECK(contains(last_words(SIGABRT, [] { cuda_test::results_of_block(1, add_to_own); }),
                 "atomicAdd of a variable of the thread itself"));
}
