// Conditions among indices against plain loops that test them.
#include "condition_kernels.hpp"

#include <doctest/doctest.h>

#include <insum/convert.hpp>
#include <random>

namespace {

using conditions::Vector;

constexpr int n = 23;

/// n by n; every `rarely`th element is there, as a small whole number.
Vector random_matrix(unsigned seed, unsigned rarely) {
  std::mt19937 random(seed);
  Vector values(n * n, 0);
  for (double& value : values)
    if (random() % rarely == 0) value = 1 + random() % 5;
  return values;
}

insum::coo<double> stored(const Vector& values) {
  insum::coo<double> A;
  A.shape = {n, n};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (values[i * n + j] != 0) {
        A.crd[0].push_back(i), A.crd[1].push_back(j);
        A.vals.push_back(values[i * n + j]);
      }
  return A;
}

template <class F>
void for_pairs(F f) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) f(i, j);
}

Vector dense_of(const insum::csr<double>& C) {
  Vector values(n * n, 0);
  for (int i = 0; i < n; ++i)
    for (int p = C.pos[i]; p < C.pos[i + 1]; ++p) values[i * n + C.crd[p]] += C.vals[p];
  return values;
}

void check_sums(const Vector& a, const Vector& b) {
  const insum::coo<double> A_entries = stored(a), B_entries = stored(b);
  const auto A = insum::convert<insum::csr<double>>(A_entries);
  const auto B = insum::convert<insum::csr<double>>(B_entries);
  double triangles = 0;
  Vector x(n), upper(n, 0), band(n, 1), below(n, 2);
  for (int i = 0; i < n; ++i) x[i] = i % 7;
  for_pairs([&](int i, int j) {
    const double value = a[i * n + j], other = b[i * n + j];
    for (int k = 0; k < n; ++k)
      if (i < j && j < k) triangles += value * a[j * n + k] * a[i * n + k];
    if (i <= j) upper[i] += value * x[j];
    if (j > i - 2 && j < i + 3) band[i] += value * other;
    if (i > j) below[i] -= value + other;
  });
  CHECK(conditions::triangles(A) == triangles);
  CHECK(conditions::triangles(insum::convert<insum::dcsr<double>>(A_entries)) == triangles);
  Vector y(n, 9), z(n, 9), w(n, 9);
  conditions::upper(A, x, y);
  CHECK(y == upper);
  conditions::upper(A_entries, x, z);
  CHECK(z == upper);
  conditions::upper(insum::convert<insum::csc<double>>(A_entries), x, w);
  CHECK(w == upper);
  y.assign(n, 1);
  conditions::band(A, B_entries, y);
  CHECK(y == band);
  y.assign(n, 2);
  conditions::below(A, B, y);
  CHECK(y == below);
}

void check_products(const Vector& a, const Vector& b) {
  const auto A = insum::convert<insum::csr<double>>(stored(a)),
             B = insum::convert<insum::csr<double>>(stored(b));
  Vector wanted(n * n, 0), C(n * n, 3);
  for_pairs([&](int i, int j) {
    for (int k = j + 1; k < n; ++k) wanted[i * n + j] += a[i * n + k] * b[k * n + j];
  });
  insum::csr<double> rows;
  rows.shape = {n, n};
  conditions::sparse_product(A, B, rows);
  CHECK(dense_of(rows) == wanted);
  conditions::product(A, B, n, C);
  for (double& value : wanted) value += 3;
  CHECK(C == wanted);
}

}  // namespace

TEST_CASE("conditions of sums over entries") {
  for (const unsigned rarely : {1u, 3u, 20u, 1000u}) {
    check_sums(random_matrix(rarely, rarely), random_matrix(rarely + 1, 3));
    check_products(random_matrix(rarely, rarely), random_matrix(rarely + 1, 3));
  }
}

TEST_CASE("conditions of dense products") {
  const Vector X = random_matrix(5, 1), Y = random_matrix(6, 1);
  Vector C(n * n, 7), wanted(n * n, 0);
  for_pairs([&](int i, int j) {
    for (int k = j; k <= i; ++k) wanted[i * n + j] += X[i * n + k] * Y[k * n + j];
  });
  conditions::triangular(n, X, Y, C);
  CHECK(C == wanted);
}

TEST_CASE("a sparse result keeps the entries that a condition makes zero") {
  const auto A = insum::convert<insum::csr<double>>(stored(random_matrix(8, 3)));
  insum::csr<double> C;
  C.shape = {n, n};
  conditions::marked(A, C);
  REQUIRE(C.crd == A.crd);
  for (int i = 0; i < n; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) CHECK(C.vals[p] == (i < A.crd[p] ? A.vals[p] : 0));
}

TEST_CASE("a slice has the entries at a distance") {
  const Vector a = random_matrix(9, 3);
  Vector wanted(n * n, 0);
  for_pairs([&](int i, int j) {
    if (i + 1 < n && j + 2 < n) wanted[i * n + j] = a[(i + 1) * n + j + 2];
  });
  insum::csr<double> C;
  C.shape = {n, n};
  conditions::slice(insum::convert<insum::csr<double>>(stored(a)), C);
  CHECK(dense_of(C) == wanted);
}

TEST_CASE("rows at a distance are not counted through") {
  insum::coo<double, 2, std::int64_t> entries;
  const std::int64_t rows = std::int64_t{1} << 40;
  entries.shape = {rows, 3};
  entries.crd[0] = {0, 5, rows - 1}, entries.crd[1] = {0, 1, 2}, entries.vals = {1, 2, 4};
  CHECK(conditions::after_first(entries) == 6);
}

TEST_CASE("entries at distances are merged, whatever the sizes") {
  const std::int64_t size = std::int64_t{1} << 40;
  insum::coo<double, 2, std::int64_t> entries;
  entries.shape = {size, size};
  entries.crd[0] = {0, 5, 6, size - 1}, entries.crd[1] = {2, 0, 1, size - 1}, entries.vals = {1, 2, 4, 8};
  const auto A = insum::convert<conditions::LongRows>(entries);
  const auto check = [&](const conditions::LongRows& C, std::vector<std::int64_t> rows,
                         std::vector<std::int64_t> columns, std::vector<double> values) {
    const auto list = insum::convert<insum::coo<double, 2, std::int64_t>>(C);
    REQUIRE(list.vals.size() == values.size());
    for (std::size_t k = 0; k < values.size(); ++k) {
      CHECK(list.crd[0][k] == rows[k]);
      CHECK(list.crd[1][k] == columns[k]);
      CHECK(list.vals[k] == values[k]);
    }
  };
  conditions::LongRows C;
  C.shape = {size, size};
  conditions::stencil(A, C);
  // (4,0) and (5,1) from A[i+1,j], which A[5,0] is at (5,1) too; A[i,j-1]; (1,0) from A[i-1,j+2].
  check(C, {0, 1, 4, 5, 6, size - 2}, {3, 0, 0, 1, 2, size - 1}, {1, -1, 2, 6, 4, 8});
  conditions::shifted_largest(A, C);
  check(C, {0, 0, 1, 5, 6, 6, 7, size - 1, size - 1}, {1, 2, 2, 0, 0, 1, 1, size - 2, size - 1},
        {1, -1, 1, -2, 4, -4, 4, 8, -8});
  conditions::shifted_sum(A, C);
  check(C, {0, 0, 5, 5, 6, 6, size - 1}, {2, 3, 0, 1, 1, 2, size - 1}, {1, 1, 2, 2, 4, 4, 8});
}

TEST_CASE("quotients of comparisons are whole numbers, as in C++") {
  const std::vector<double> x = {-1, 1, 2, 2, 3}, y = {1, -1, 1, 2, 3};
  std::vector<double> z(x.size());
  conditions::quotients(static_cast<int>(x.size()), x.data(), y.data(), z.data());
  for (std::size_t i = 0; i < x.size(); ++i)
    CHECK(z[i] == (x[i] > 0) / 2 + ((x[i] > 1) + (y[i] > 1)) / 2 + (y[i] > 0) / 2.0 + (x[i] > 0) * y[i] / 2);
}

TEST_CASE("products of whole numbers are conditions") {
  const bool a[] = {false, true, true, false, true, false, true, true, false};
  const int x[] = {0, -1, 2};
  bool o[3] = {};
  float f[] = {0, 0, 1};
  conditions::truth_of_products(3, a, x, o, f);
  for (int l = 0; l < 3; ++l) {
    bool column = false, row = l == 2;
    for (int m = 0; m < 3; ++m) column |= a[3 * m + l], row |= x[m] * int{a[3 * l + m]} != 0;
    CHECK(o[l] == (!a[4 * l] && column));
    CHECK(f[l] == (row ? 1 : 0));
  }
}

TEST_CASE("a sparse operand is gathered beside one at a distance, whose entries may be out of range") {
  const std::vector<int> w = {3, 0, 1, 1, 2};
  const std::vector<double> dense_k = {2, 0, 3, 4}, dense_g = {5, 6, 7, 8, 9};
  insum::coo<double, 2> k;
  k.shape = {4, 1};
  for (int i = 0; i < 4; ++i)
    if (dense_k[static_cast<std::size_t>(i)] != 0)
      k.crd[0].push_back(i), k.crd[1].push_back(0), k.vals.push_back(dense_k[static_cast<std::size_t>(i)]);
  insum::coo<double, 1> g;
  g.shape = {5};
  for (int i = 0; i < 5; ++i) g.crd[0].push_back(i), g.vals.push_back(dense_g[static_cast<std::size_t>(i)]);
  std::vector<double> c(w.size(), -1);
  conditions::shifted_gather(insum::convert<insum::csr<double>>(k), insum::convert<insum::csf<double, 1>>(g),
                             w, c.data());
  for (std::size_t l = 0; l < c.size(); ++l)
    CHECK(c[l] == (l == 0 ? 0 : dense_k[static_cast<std::size_t>(w[l])] * dense_g[l - 1]));
}
