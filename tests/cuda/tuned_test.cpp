// Whatever widths launches have, results are those of plain loops. INSUM_TUNED_CALLS: so many calls of each.
#include "tuned.hpp"

#include <cuda_runtime.h>
#include <doctest/doctest.h>
#include <insum/cuda.hpp>

#include <cstdlib>
#include <vector>

namespace {

int calls() {
  const char* const wanted = std::getenv("INSUM_TUNED_CALLS");
  return wanted ? std::atoi(wanted) : 1;
}

/// Rows of 0 to 12 whole numbers, whose sums are exact.
template <class T>
struct Rows {
  int m = 37, n = 50;
  std::vector<int> pos = {0}, crd;
  std::vector<T> values, x, y, expected;
  Rows() : y(37), expected(37) {
    for (int j = 0; j < n; ++j) x.push_back(static_cast<T>(j % 7 - 3));
    for (int i = 0; i < m; ++i) {
      for (int j = i % 3; j < n && j / 4 < i % 13; j += 4) {
        crd.push_back(j), values.push_back(static_cast<T>((i + j) % 5 - 2));
        expected[static_cast<std::size_t>(i)] += values.back() * x[static_cast<std::size_t>(j)];
      }
      pos.push_back(static_cast<int>(crd.size()));
    }
  }
};

}  // namespace

TEST_CASE("rows") {
  Rows<double> d;
  Rows<float> f;
  for (int call = 0; call < calls(); ++call) {
    tuned_rows(d.m, d.n, d.pos.data(), d.crd.data(), d.values.data(), d.x.data(), d.y.data());
    REQUIRE(d.y == d.expected);
    tuned_rows_in_order(f.m, f.n, f.pos.data(), f.crd.data(), f.values.data(), f.x.data(), f.y.data());
    REQUIRE(f.y == f.expected);
  }
}

TEST_CASE("elements") {
  const std::vector<double> x(1000, 1.5), expected(1000, 3);
  for (int call = 0; call < calls(); ++call) {
    std::vector<double> y(1000);
    tuned_elements(1000, x.data(), y.data());
    REQUIRE(y == expected);
  }
  tuned_elements(0, nullptr, nullptr);
}

TEST_CASE("products") {
  constexpr int m = 40, n = 48, k = 16;
  std::vector<insum::half> a, b;
  for (int e = 0; e < m * k; ++e) a.push_back(insum::half(static_cast<float>(e % 5 - 2)));
  for (int e = 0; e < k * n; ++e) b.push_back(insum::half(static_cast<float>(e % 3 - 1)));
  std::vector<float> expected(m * n);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t p = 0; p < k; ++p)
      for (std::size_t j = 0; j < n; ++j)
        expected[i * n + j] += static_cast<float>(a[i * k + p]) * static_cast<float>(b[p * n + j]);
  for (int call = 0; call < calls(); ++call) {
    std::vector<float> c(m * n);
    tuned_products(m, n, k, a.data(), b.data(), c.data());
    REQUIRE(c == expected);
  }
}
