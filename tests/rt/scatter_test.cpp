// Private copies, the choice between them and atomics, and reductions to a scalar.
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

#include "doctest/doctest.h"
#include "insum/core/types.hpp"
#include "threads.hpp"

TEST_CASE_TEMPLATE("private copies are combined into what is there", T, float, double, std::int32_t,
                   insum::half) {
  const threads team(4);
  std::vector<T> target(50, T(2));
  rt::private_copies<rt::op_add, T> copies(target.data(), 50);
  rt::parallel_dynamic(0, 1000, 0, [&](std::int64_t begin, std::int64_t end) {
    T* const local = copies.local();
    for (; begin < end; ++begin) rt::update<rt::op_add>(local[begin % 50], 1);
  });
  copies.merge();
  for (const T& x : target) CHECK(static_cast<double>(x) == 22.0);
}

TEST_CASE("private copies of minima, large enough to merge in parallel") {
  const threads team(4);
  constexpr std::int64_t n = 100000;
  std::vector<double> target(n, 1e9);
  target[7] = -1;
  rt::private_copies<rt::op_min, double> copies(target.data(), n);
  rt::parallel_static(0, 4 * n, 0, [&](std::int64_t begin, std::int64_t end) {
    double* const local = copies.local();
    for (; begin < end; ++begin) rt::update<rt::op_min>(local[begin % n], static_cast<double>(begin));
  });
  copies.merge();
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < n; ++i)
    wrong += target[static_cast<std::size_t>(i)] != (i == 7 ? -1.0 : static_cast<double>(i));
  CHECK(wrong == 0);
}

TEST_CASE("an unused copy changes nothing") {
  const threads team(3);
  float target[2] = {1, 2};
  rt::private_copies<rt::op_mul, float> copies(target, 2);
  copies.merge();
  CHECK((target[0] == 1.0f && target[1] == 2.0f));
}

TEST_CASE("the plan") {
  {
    const threads team(1);
    CHECK(rt::scatter_plan(1 << 30, 8, 1) == rt::scatter::privatised);
  }
  const threads team(4);
  if (rt::thread_count() == 1) return;
  CHECK(rt::scatter_plan(1000, 8, 1000) == rt::scatter::privatised);
  CHECK(rt::scatter_plan(1000, 8, 700) == rt::scatter::atomic);
  CHECK(rt::scatter_plan(std::int64_t{1} << 26, 8, std::int64_t{1} << 40) == rt::scatter::atomic);
  CHECK(rt::scatter_plan(std::numeric_limits<std::int64_t>::max(), 8, 1) == rt::scatter::atomic);
}

TEST_CASE("a reduction has the same bits for any number of threads") {
  std::vector<float> x(100003);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.0f / static_cast<float>(i % 1000 + 1);
  const auto sum = [&](int n) {
    const threads team(n);
    return rt::parallel_reduce<rt::op_add, float>(0, 100003, 1000, [&](std::int64_t begin, std::int64_t end) {
      return rt::reduce_tiles<float, rt::op_add>(begin, end,
                                                 [&](auto tile, std::int64_t k, auto& acc)
                                                     INSUM_RT_LAMBDA { acc += tile.load(x.data() + k); });
    });
  };
  const float one = sum(1);
  CHECK(one == doctest::Approx(748.5).epsilon(0.01));
  for (int n = 2; n < 7; ++n) {
    const float many = sum(n);
    CHECK(std::memcmp(&one, &many, sizeof one) == 0);
  }
}

TEST_CASE("reductions of nothing, of little, of minima; exceptions") {
  const threads team(4);
  const auto first = [](std::int64_t begin, std::int64_t) { return begin; };
  CHECK(rt::parallel_reduce<rt::op_min, std::int64_t>(3, 3, 0, first) ==
        std::numeric_limits<std::int64_t>::max());
  CHECK(rt::parallel_reduce<rt::op_min, std::int64_t>(3, 9, 100, first) == 3);
  CHECK(rt::parallel_reduce<rt::op_min, std::int64_t>(3, 90000, 1, first) == 3);
  CHECK(rt::parallel_reduce<rt::op_max, std::int64_t>(0, 256, 1, first) == 255);
  CHECK_THROWS_AS((rt::parallel_reduce<rt::op_add, int>(0, 1000, 1,
                                                        [](std::int64_t begin, std::int64_t) -> int {
                                                          if (begin > 500) throw std::runtime_error("late");
                                                          return 1;
                                                        })),
                  std::runtime_error);
}

TEST_CASE("scattering in order has the same bits for any number of threads") {
  const std::int64_t n = 300000, count = 1000;
  const auto run = [&](int number, auto partition) {
    const threads team(number);
    std::vector<float> target(count, 1.0f);
    rt::scatter_in_order<float, rt::op_add>(
        target.data(), count, partition,
        [=](auto into, std::int64_t first, std::int64_t last) INSUM_RT_LAMBDA {
          for (std::int64_t i = first; i < last; ++i)
            into.update(i * 7 % 1000, 1.0f / static_cast<float>(i + 1));
        });
    return target;
  };
  const auto prefix = [](std::int64_t i) { return i + (i > 1000 ? 50000 : 0); };
  const auto check = [&](const auto& partition) {
    const std::vector<float> one = run(1, partition);
    double sum = 0;
    for (const float x : one) sum += x - 1.0;
    CHECK(sum == doctest::Approx(13.19).epsilon(0.01));
    for (const int number : {2, 3, 4, 7}) {
      const std::vector<float> many = run(number, partition);
      CHECK(std::memcmp(one.data(), many.data(), one.size() * sizeof one[0]) == 0);
    }
  };
  check(rt::equal{0, n, 1});
  check(rt::dynamic{0, n, 1});
  check(rt::balanced(0, n, 1, prefix));
}

TEST_CASE("the parts of an ordered scatter") {
  CHECK(rt::parts_in_order(10, 8, 1000, rt::least_parallel_work - 1) == 1);
  CHECK(rt::parts_in_order(10, 8, 1000, 1 << 20) == 64);
  CHECK(rt::parts_in_order(10, 8, 3, 1 << 20) == 3);
  CHECK(rt::parts_in_order(1 << 19, 8, 1000, 1 << 20) == 2);
  CHECK(rt::parts_in_order(1 << 20, 8, 1000, 1 << 20) == 1);
}

TEST_CASE("the segment of a position") {
  const int pos[] = {1, 1, 4, 4, 9};  // base 1: segments of 0, 3, 0 and 5
  const std::int64_t expected[] = {1, 1, 1, 3, 3, 3, 3, 3};
  for (std::int64_t p = 0; p < 8; ++p) CHECK(rt::parent(pos, 4, p, 1) == expected[p]);
  CHECK(rt::parent(pos, 0, 0, 1) == 0);
  CHECK((rt::quotient(7, 3) == 2 && rt::remainder(7, 3) == 1 && rt::quotient(0, 0) == 0 &&
         rt::remainder(0, 0) == 0));
}
