// Sums of 16-bit floats are those of floats, rounded once: bfloat16 has no numbers between 256 and 258, so
// that a sum of ones that is rounded at each step stays at 256.
#include <doctest/doctest.h>

#include <cstddef>

#include "../support/kernel_name.hpp"
#include "narrow_kernels.hpp"

using namespace narrow;

namespace {

constexpr int m = 5, n = 3000, p = 6, full = 3;  // row `full` has n ones, the row before two

float rounded(float x) { return static_cast<float>(T(x)); }

insum::coo<T> ones() {
  insum::coo<T> a;
  a.shape = {m, n};
  for (int k = 0; k < n; ++k) {
    a.crd[0].push_back(full), a.crd[1].push_back(k), a.vals.push_back(T(1.0F));
    if (k % 2000 == 7) a.crd[0].push_back(full - 1), a.crd[1].push_back(k), a.vals.push_back(T(1.0F));
  }
  return a;
}

Values filled(int count, float value) { return Values(static_cast<std::size_t>(count), T(value)); }

/// What each row of C is, where all of a row is the same.
std::vector<float> rows_of(const Values& c) {
  std::vector<float> list;
  for (std::size_t at = 0; at < c.size(); ++at) {
    if (at % p == 0) list.push_back(static_cast<float>(c[at]));
    CHECK(static_cast<float>(c[at]) == list.back());
  }
  return list;
}

/// The rows of C, which starts as `before`.
template <class A>
std::vector<float> product(void (*kernel)(const A&, const Values&, Values&, int, int, int), float before) {
  Values c = filled(m * p, before);
  const insum::coo<T> a = ones();
  if constexpr (std::is_same_v<A, insum::coo<T>>)
    kernel(a, filled(n * p, 1.0F), c, m, n, p);
  else
    kernel(insum::convert<A>(a), filled(n * p, 1.0F), c, m, n, p);
  return rows_of(c);
}

}  // namespace

TEST_CASE("products whose sums loops scatter are rounded once") {
  const std::vector<float> wanted = {0, 0, 2, rounded(3000), 0};
  REQUIRE(wanted[full] == 3008);
  CHECK(product(list, 77) == wanted);
  CHECK(product(list_repeatable, 77) == wanted);
  CHECK(product(columns, 77) == wanted);
  CHECK(product(rows, 77) == wanted);
  CHECK(product(rows_in_turn, 77) == wanted);
  CHECK(product(groups, 77) == wanted);
}

TEST_CASE("a sum starts from the old value") {
  const std::vector<float> wanted = {258, 258, 260, rounded(258 + 3000), 258};
  CHECK(product(list_added, 258) == wanted);
  CHECK(product(columns_by_k, 258) == wanted);
  CHECK(product(rows_in_tiles, 258) == wanted);
}

TEST_CASE("a result by columns") {
  Values c = filled(m * p, 5);
  by_column(ones(), filled(n * p, 1.0F), c, m, n, p);
  for (int j = 0; j < p; ++j)
    for (int i = 0; i < m; ++i)
      CHECK(static_cast<float>(c[static_cast<std::size_t>(j * m + i)]) == (i == full       ? rounded(3000)
                                                                           : i == full - 1 ? 2.0F
                                                                                           : 0.0F));
}

TEST_CASE("half, by places that are read from an array") {
  std::vector<int> place;
  std::vector<insum::half> x;
  for (int k = 0; k < 9000; ++k)
    place.push_back(k % 2 == 0 ? 1 : 4), x.push_back(insum::half(k % 2 == 0 ? 1.0F : 0.25F));
  std::vector<insum::half> y(6, insum::half(2.0F));
  to_places(place, x, y);  // halves end to be whole numbers at 2048
  const std::vector<float> wanted = {2, 4502, 2, 2, 1127, 2};
  for (std::size_t i = 0; i < y.size(); ++i)
    CHECK(static_cast<float>(y[i]) == static_cast<float>(insum::half(wanted[i])));
}

TEST_CASE("a slice is summed, and what is beside it stays") {
  Values c = filled(3 * p, 9);
  slice(filled(n * p, 1.0F), c, 1, 3, n, p);
  CHECK(rows_of(c) == std::vector<float>{9, rounded(3000), 9});
}

TEST_CASE("terms with loops of their own are added up in float") {
  Values y = filled(m, 5);
  two_terms(insum::convert<insum::csr<T>>(ones()), filled(m * n, 1.0F), y, m, n);
  const std::vector<float> wanted = {rounded(-3000), rounded(-3000), rounded(-2998), 0, rounded(-3000)};
  for (std::size_t i = 0; i < y.size(); ++i) CHECK(static_cast<float>(y[i]) == wanted[i]);
  T s(1.0F);
  total(insum::convert<insum::csr<T>>(ones()), filled(m * n, -1.0F), s, m, n);
  CHECK(static_cast<float>(s) == rounded(1 + 3002 - m * n));
}

TEST_CASE("terms are added up in float, too, where an operand is converted between them") {
  insum::coo<T> a;  // two entries of -1.25 make -2.5, which counts as -1
  a.shape = {4, 3};
  for (const int k : {3, 0, 3, 1, 2})
    a.crd[0].push_back(k), a.crd[1].push_back(1),
        a.vals.push_back(T(k == 3 ? -1.25F : -0.0078125F * (k % 2 + 1)));
  Values y = filled(3, 5);
  const float x = 1.015625F;  // its square is no bfloat16; the entries add up to what it is rounded to
  REQUIRE(rounded(x * x) == 1.03125F);
  converted_between(a, filled(3, x), y, 3);
  CHECK(static_cast<float>(y[0]) == 1.03125F);
  CHECK(static_cast<float>(y[1]) == x * x - 1.03125F);
  CHECK(static_cast<float>(y[2]) == 1.03125F);
}

TEST_CASE("an Einsum reads what the one before it rounded") {
  Values y = filled(m, 5);
  read_again(ones(), filled(n, 1.0F), y, m, n);
  const std::vector<float> wanted = {0, 0, 6, rounded(3008.0F + 3008.0F * 3008.0F), 0};
  for (std::size_t i = 0; i < y.size(); ++i) CHECK(static_cast<float>(y[i]) == wanted[i]);
}

TEST_CASE("temporaries are floats") {
  Values y = filled(m, 5);
  through_temporary(ones(), filled(n, 1.0F), y, m, n);
  const std::vector<float> wanted = {rounded(-3000), rounded(-3000), rounded(-2998), 0, rounded(-3000)};
  for (std::size_t i = 0; i < y.size(); ++i) CHECK(static_cast<float>(y[i]) == wanted[i]);
}

TEST_CASE("products of many factors") {
  Values y = filled(4, 2);
  products(filled(200 * 4, 1.0078125F), y, 200, 4);
  float wanted = 2;
  for (int i = 0; i < 200; ++i) wanted *= 1.0078125F;
  for (const T& value : y) CHECK(static_cast<float>(value) == rounded(wanted));
  largest(filled(200 * 4, 3), y, 200, 4);
  for (const T& value : y) CHECK(static_cast<float>(value) == rounded(wanted));
}

TEST_CASE_TEMPLATE("a template rounds where its type does", V, T, double) {
  insum::csc<V> a;
  a.shape = {m, n};
  for (int k = 0; k < n; ++k) a.crd.push_back(full), a.vals.push_back(V(1.0F)), a.pos.push_back(k + 1);
  std::vector<V> y(m, V(5.0F));
  columns_in_template(a, std::vector<V>(n, V(1.0F)), y, m, n);
  for (int i = 0; i < m; ++i)
    CHECK(static_cast<double>(y[static_cast<std::size_t>(i)]) ==
          (i == full ? static_cast<double>(V(3000.0F)) : 0));
}

TEST_CASE("a bound of the memory counts the floats of a result, 4 bytes for each element") {
  constexpr std::int64_t bytes = 4 * m * p;
  Values c = filled(m * p, 77);
  CHECK(refusal_of<insum::memory_error>("narrow_kernels.cpp", [&] {
          list_bounded(ones(), filled(n * p, 1.0F), c, m, n, p, bytes - 1);
        }) == "C_floats: a workspace needs 120 bytes; no more than 119 are allowed");
  CHECK(rows_of(c) == std::vector<float>(m, 77));
  list_bounded(ones(), filled(n * p, 1.0F), c, m, n, p, bytes);
  CHECK(rows_of(c) == std::vector<float>{0, 0, 2, rounded(3000), 0});
}

TEST_CASE_TEMPLATE("a bound of the memory counts the floats of a template where they are made", V, T,
                   double) {
  insum::csc<V> a;
  a.shape = {m, 1};
  a.crd = {full}, a.vals = {V(3.0F)}, a.pos = {0, 1};
  std::vector<V> y(m, V(5.0F));
  const auto said = refusal_of<insum::memory_error>(
      "narrow_kernels.cpp", [&] { columns_bounded(a, std::vector<V>(1, V(2.0F)), y, m, 1, 1); });
  const bool has_floats = sizeof(V) == 2;
  CHECK(said == (has_floats ? "y_floats: a workspace needs 20 bytes; no more than 1 are allowed" : ""));
  CHECK(static_cast<double>(y[full]) == (has_floats ? 5 : 6));
  columns_bounded(a, std::vector<V>(1, V(2.0F)), y, m, 1, 20);
  CHECK(static_cast<double>(y[full]) == 6);
}
