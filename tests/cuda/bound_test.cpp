// Sizes around those of blocks and warps, and beyond a block of 1024 threads.
#include "bound.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "matrices.hpp"

namespace {

using Product = void (*)(int, int, int, const double*, const double*, double*);

void check_product(Product product, bool adds) {
  for (const auto& [m, n, l] :
       {std::tuple{16, 32, 24}, {17, 33, 9}, {1, 1, 1}, {7, 100, 20}, {3, 5, 0}, {0, 4, 3}}) {
    CAPTURE(m);
    CAPTURE(n);
    CAPTURE(l);
    const std::vector<double> a = make_vector(m * l), b = make_vector(l * n);
    std::vector<double> c(at(m * n), 3), wanted(at(m * n), adds ? 3 : 0);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < l; ++k) wanted[at(i * n + j)] += a[at(i * l + k)] * b[at(k * n + j)];
    product(m, n, l, a.data(), b.data(), c.data());
    CHECK(c == wanted);
  }
}

}  // namespace

TEST_CASE("rows by blocks, entries by threads") {
  for (const auto& [m, n] : {std::pair{40, 2500}, {100, 70}, {3, 1}, {0, 5}}) {
    const Matrix a = make_matrix(m, n);
    const std::vector<double> x = make_vector(n);
    std::vector<double> y(at(m), 7), z(at(m), 7), wanted = a.times(x);
    rows(m, n, a.pos.data(), a.col.data(), a.values.data(), x.data(), y.data());
    CHECK(y == wanted);
    blocks_alone(m, n, a.pos.data(), a.col.data(), a.values.data(), x.data(), z.data());
    for (double& w : wanted) w += 7;
    CHECK(z == wanted);
  }
}

TEST_CASE("tiles of a product by blocks of two dimensions") { check_product(tiles, false); }

TEST_CASE("blocks that share elements of the result") { check_product(split_depth, true); }

TEST_CASE("sums over threads of any number") {
  for (const int n : {1, 2, 5, 31, 32, 33, 64, 100, 1000, 1024, 1025, 3000}) {
    CAPTURE(n);
    const int m = 5;
    const std::vector<double> a = make_vector(m * n), x = make_vector(n);
    std::vector<double> y(at(m), 9), z(at(m), 9), sums(at(m)),
        least_sums(at(m), std::numeric_limits<double>::infinity());
    double s = 2, all = 2;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        sums[at(i)] += a[at(i * n + j)] * x[at(j)];
        least_sums[at(i)] = std::min(least_sums[at(i)], a[at(i * n + j)] + x[at(j)]);
        all += a[at(i * n + j)];
      }
    least(m, n, a.data(), x.data(), y.data());
    CHECK(y == least_sums);
    partial(m, n, a.data(), x.data(), z.data());
    CHECK(z == sums);
    total(m, n, a.data(), s);
    CHECK(s == all);
  }
}

TEST_CASE("three indices") {
  for (const auto& [m, n, l] : {std::tuple{4, 70, 33}, {3, 1, 2000}, {2, 64, 16}}) {
    const std::vector<double> a = make_vector(m * n * l);
    std::vector<double> c(a.size(), 1), wanted(a.size());
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < l; ++k) wanted[at((i * n + j) * l + k)] = 2 * a[at((k * m + i) * n + j)];
    three(m, n, l, a.data(), c.data());
    CHECK(c == wanted);
  }
}

TEST_CASE("a result in the pattern of an operand") {
  const int m = 30, n = 90, l = 4;
  const Matrix a = make_matrix(m, n);
  const std::vector<double> x = make_vector(m * l), y = make_vector(l * n);
  std::vector<double> o(a.values.size(), 5), wanted(a.values.size());
  for (std::size_t p = 0; p < a.values.size(); ++p)
    for (int k = 0; k < l; ++k) wanted[p] += a.values[p] * x[at(a.row[p] * l + k)] * y[at(k * n + a.col[p])];
  pattern(m, n, l, a.pos.data(), a.col.data(), a.values.data(), x.data(), y.data(), o.data());
  CHECK(o == wanted);
}

TEST_CASE("blocks share the entries of a result in the pattern of an operand") {
  const int m = 30, n = 90, width = 5;
  const Matrix a = make_matrix(m, n);
  const std::vector<double> x = make_vector(width * n);
  std::vector<int> row, col;
  for (int p = 0; p < 70; ++p) {
    row.push_back(p * p % 7 * 4);
    for (int q = 0; q < 3; ++q) col.push_back(p % 3 + q);
  }
  std::sort(row.begin(), row.end());
  const std::vector<double> l = make_vector(70 * 3);
  std::vector<double> o(a.values.size(), 5), wanted(a.values.size());
  for (std::size_t p = 0; p < a.values.size(); ++p)
    for (std::size_t q = 0; q < col.size(); ++q)
      if (row[q / 3] == a.row[p]) wanted[p] += a.values[p] * l[q] * x[at(col[q] * n + a.col[p])];
  listed(m, n, width, a.pos.data(), a.col.data(), a.values.data(), row, col.data(), l.data(), x.data(),
         o.data());
  CHECK(o == wanted);
}

TEST_CASE("the nest that fills a temporary is bound, the one that reads it is not") {
  const int n = 30;
  const Matrix a = make_matrix(n, n);
  const std::vector<double> b = make_vector(n * n), x = make_vector(n);
  std::vector<double> c = make_vector(n), wanted = c;
  for (std::size_t p = 0; p < a.values.size(); ++p)
    for (int i = 0; i < n; ++i)
      for (int l = 0; l < n; ++l)
        wanted[at(a.row[p])] += a.values[p] * b[at(i * n + l)] * b[at(a.col[p] * n + i)] * x[at(i)];
  by_temporary(n, a.pos.data(), a.col.data(), a.values.data(), b.data(), x.data(), c.data());
  CHECK(c == wanted);
}

TEST_CASE("lanes share no loop that is around one on blocks") {
  const int m = 25, n = 7;
  const std::vector<double> d = make_vector(m * n);
  std::vector<double> c(at(m * n), 9), wanted = c;
  for (std::size_t k = 0; k < c.size(); ++k) wanted[k] += d[k];
  short_rows(m, n, d.data(), c.data());
  CHECK(c == wanted);
}

TEST_CASE("parts of a sum that are bound to blocks are complete before they are added up") {
  const int m = 12, n = 9;
  const std::vector<double> d = make_vector(m * n), b = make_vector(n), e = make_vector(n * m);
  std::vector<double> c = make_vector(m), wanted = c, inner = c, wanted_inner = c;
  for (int j = 0; j < m; ++j)
    for (int k = 0; k < n; ++k) {
      wanted[at(j)] += d[at(j * n + k)] * b[at(k)];
      for (int i = 0; i < m; ++i) wanted_inner[at(j)] += d[at(i * n + k)] * e[at(k * m + j)];
    }
  parts(m, n, d.data(), b.data(), c.data());
  CHECK(c == wanted);
  inner_parts(m, n, d.data(), e.data(), inner.data());
  CHECK(inner == wanted_inner);
}
