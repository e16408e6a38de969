// Arrays that grow, and the memory that they share.
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include "doctest/doctest.h"
#include "insum/core/types.hpp"
#include "threads.hpp"

TEST_CASE_TEMPLATE("growing arrays", T, float, double, insum::half, std::int32_t, bool, std::complex<double>,
                   unsigned char) {
  rt::grow<T> a;
  std::vector<T> expected;
  for (int i = 0; i < 1000; ++i) {
    a.push(T(static_cast<float>(i % 100)));
    expected.push_back(T(static_cast<float>(i % 100)));
  }
  a.push(a[3]);
  expected.push_back(T(3.0f));
  a.extend(70, T(1.0f));
  expected.insert(expected.end(), 70, T(1.0f));
  T* const more = a.append(2);
  more[0] = more[1] = T(0.0f);
  expected.insert(expected.end(), 2, T(0.0f));
  REQUIRE(a.size() == static_cast<std::int64_t>(expected.size()));
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    wrong += !(a[static_cast<std::int64_t>(i)] == T(expected[i]));
  CHECK(wrong == 0);
  rt::grow<T> b = std::move(a);
  CHECK(b.size() == static_cast<std::int64_t>(expected.size()));
  CHECK(a.size() == 0);  // NOLINT: a moved-from array is empty
  a = std::move(b);
  a.resize(2);
  CHECK((a.size() == 2 && a[1] == T(1.0f)));
  CHECK_THROWS_AS(a.resize(std::numeric_limits<std::int64_t>::max()), std::bad_alloc);
  CHECK_THROWS_AS(a.append(std::numeric_limits<std::int64_t>::max()), std::bad_alloc);
  CHECK((a.size() == 2 && a[1] == T(1.0f)));
  a.clear();
  CHECK(a.size() == 0);
}

namespace {

struct three {
  std::int64_t a, b, c;
};

}  // namespace

TEST_CASE("arrays grow to many large pages, at once and little by little, and use freed memory again") {
  std::int64_t wrong = 0;
  for (std::int64_t n = 170000; n < 3000000; n = n * 3 / 2) {
    rt::grow<std::int64_t> slow, fast;
    rt::grow<three> threes;  // its size does not divide that of a page
    for (std::int64_t i = 0; i < n; ++i) {
      slow.push(i);
      threes.push({i, i, -i});
    }
    fast.push(0);
    fast.resize(n);
    for (std::int64_t i = 1; i < n; ++i) fast[i] = i;
    fast.push(n);
    wrong += slow.size() != n || fast.size() != n + 1 || fast[n] != n;
    for (std::int64_t i = 0; i < n; ++i) wrong += slow[i] != i || fast[i] != i || threes[i].c != -i;
  }
  CHECK(wrong == 0);
}

TEST_CASE("many threads share the memory that was freed") {
  const threads team(4);
  std::int64_t wrong = 0;
  rt::parallel_for(0, 40, rt::schedule::dynamic_ranges, 0, [&](std::int64_t k) {
    rt::grow<std::int64_t> a;
    a.extend(600000 + k * 10000, k);
    for (std::int64_t i = 0; i < a.size(); ++i)
      if (a[i] != k) __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
  });
  CHECK(wrong == 0);
}
