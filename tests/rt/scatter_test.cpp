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
