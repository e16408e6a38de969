// Sums of 16-bit floats are those of floats, rounded once: bfloat16 has no numbers between 256 and 258.
#include "narrow.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "matrices.hpp"

namespace {

constexpr int m = 5, n = 1000, p = 6, full = 3;  // row `full` has n ones, the row before one

float rounded(float x) { return static_cast<float>(T(x)); }

insum::coo<T> ones() {
  insum::coo<T> a;
  a.shape = {m, n};
  for (int k = 0; k < n; ++k) {
    a.crd[0].push_back(full), a.crd[1].push_back(k), a.vals.push_back(T(1.0F));
    if (k == 7) a.crd[0].push_back(full - 1), a.crd[1].push_back(k), a.vals.push_back(T(1.0F));
  }
  return a;
}

std::vector<T> filled(int count, float value) { return std::vector<T>(at(count), T(value)); }

template <class A>
void check_product(void (*kernel)(const A&, int, int, int, const T*, T*), float before,
                   const std::vector<float>& wanted) {
  std::vector<T> c = filled(m * p, before);
  const std::vector<T> b = filled(n * p, 1.0F);
  const insum::coo<T> a = ones();
  if constexpr (std::is_same_v<A, insum::coo<T>>)
    kernel(a, m, n, p, b.data(), c.data());
  else
    kernel(insum::convert<A>(a), m, n, p, b.data(), c.data());
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < p; ++j) CHECK(static_cast<float>(c[at(i * p + j)]) == wanted[at(i)]);
}

}  // namespace

TEST_CASE("products whose sums are scattered are rounded once") {
  const std::vector<float> wanted = {0, 0, 1, rounded(n), 0},
                           added = {258, 258, rounded(259), rounded(258 + n), 258};
  check_product(list, 77, wanted);
  check_product(columns, 77, wanted);
  check_product(rows, 77, wanted);
  check_product(groups, 77, wanted);
  check_product(list_added, 258, added);
  check_product(bound, 258, added);
}

TEST_CASE("sums that threads keep in registers, of parts of the depth") {
  const std::vector<T> a = filled(m * n, 1.0F), b = filled(n * p, 1.0F);
  std::vector<T> c = filled(m * p, 2.0F);
  kept(m, n, p, a.data(), b.data(), c.data());
  for (const T& value : c) CHECK(static_cast<float>(value) == rounded(n + 2));
}

TEST_CASE("terms with loops of their own are added up in float") {
  const auto a = insum::convert<insum::csr<T>>(ones());
  const std::vector<T> d = filled(m * n, 1.0F);
  std::vector<T> y = filled(m, 5), s = filled(1, 1);
  two_terms(a, m, n, d.data(), y.data());
  const std::vector<float> wanted = {-n, -n, 1 - n, 0, -n};
  for (std::size_t i = 0; i < y.size(); ++i) CHECK(static_cast<float>(y[i]) == rounded(wanted[i]));
  total(a, m, n, d.data(), s.data());
  CHECK(static_cast<float>(s[0]) == rounded(1 + n + 1 + m * n));
}

TEST_CASE("half, by places that are read from an array") {
  std::vector<int> place;
  std::vector<insum::half> x;
  for (int k = 0; k < 9000; ++k)
    place.push_back(k % 2 == 0 ? 1 : 4), x.push_back(insum::half(k % 2 == 0 ? 1.0F : 0.25F));
  std::vector<insum::half> y(6, insum::half(2.0F));
  to_places(9000, 6, place.data(), x.data(), y.data());
  const std::vector<float> wanted = {2, 4502, 2, 2, 1127, 2};
  for (std::size_t i = 0; i < y.size(); ++i)
    CHECK(static_cast<float>(y[i]) == static_cast<float>(insum::half(wanted[i])));
}
