// Sparse results and temporaries on several threads: entries and values, and the same bits for any number of
// threads.
#include <doctest/doctest.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <insum/insum.hpp>
#include <limits>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "sparse_kernels.hpp"

namespace {

using Entries = std::map<std::pair<int, int>, double>;

/// Most rows have few entries, every fiftieth has hundreds. Values are such that the order of sums shows.
Entries skewed(int rows, int cols, unsigned seed) {
  std::mt19937 random(seed);
  Entries m;
  for (int i = 0; i < rows; ++i) {
    const int count = i % 50 == 5 ? cols / 2 : i % 7 == 0 ? 0 : static_cast<int>(random() % 12);
    for (int n = 0; n < count; ++n)
      m[{i, static_cast<int>(random() % static_cast<unsigned>(cols))}] =
          std::ldexp(1.0 + 1e-3 * static_cast<double>(random() % 1000), static_cast<int>(random() % 20) - 10);
  }
  return m;
}

Matrix as_csr(const Entries& entries, int rows, int cols) {
  Matrix m;
  m.shape = {rows, cols};
  std::vector<int> pos(static_cast<std::size_t>(rows) + 1), crd;
  std::vector<double> vals;
  for (const auto& [where, value] : entries) {
    ++pos[static_cast<std::size_t>(where.first) + 1];
    crd.push_back(where.second);
    vals.push_back(value);
  }
  for (std::size_t i = 1; i < pos.size(); ++i) pos[i] += pos[i - 1];
  m.pos = insum::buffer<int>(pos.begin(), pos.end());
  m.crd = insum::buffer<int>(crd.begin(), crd.end());
  m.vals = insum::buffer<double>(vals.begin(), vals.end());
  return m;
}

/// Rows of `a`, or with `transposed` its columns, times b.
Entries product_of(const Entries& a, const Entries& b, bool transposed) {
  Entries c;
  for (const auto& [x, value] : a) {
    const int row = transposed ? x.second : x.first, k = transposed ? x.first : x.second;
    for (auto y = b.lower_bound({k, 0}); y != b.end() && y->first.first == k; ++y)
      c[{row, y->first.second}] += value * y->second;
  }
  return c;
}

Entries sum_of(Entries a, const Entries& b) {
  for (const auto& [where, value] : b) a[where] += value;
  return a;
}

template <class Format>
Entries entries_of(const Format& m) {
  const auto list = insum::convert<insum::coo<double, 2>>(m);
  Entries found;
  for (std::size_t n = 0; n < list.vals.size(); ++n)
    found[{static_cast<int>(list.crd[0][n]), static_cast<int>(list.crd[1][n])}] = list.vals[n];
  CHECK(found.size() == list.vals.size());
  return found;
}

void check_same(const Entries& got, const Entries& wanted) {
  REQUIRE(got.size() == wanted.size());
  double largest = 0, difference = 0;
  bool same_places = true;
  for (auto x = got.begin(), y = wanted.begin(); x != got.end(); ++x, ++y) {
    same_places = same_places && x->first == y->first;
    largest = std::max(largest, std::abs(y->second));
    difference = std::max(difference, std::abs(x->second - y->second));
  }
  CHECK(same_places);
  CHECK(difference <= 1e-12 * largest);
}

bool same_bits(const Entries& a, const Entries& b) {
  if (a.size() != b.size()) return false;
  for (auto x = a.begin(), y = b.begin(); x != a.end(); ++x, ++y)
    if (x->first != y->first || std::memcmp(&x->second, &y->second, sizeof(double)) != 0) return false;
  return true;
}

/// Runs `kernel` on each of several numbers of threads: its entries have to be `wanted`, and have the same
/// bits each time.
template <class F>
void has_one_result(const Entries& wanted, const F& kernel) {
  Entries first;
  for (const int threads : {1, 2, 3, 4, 7}) {
    CAPTURE(threads);
    omp_set_num_threads(threads);
    Entries now = kernel();
    check_same(now, wanted);
    if (threads == 1)
      first = std::move(now);
    else
      CHECK(same_bits(first, now));
  }
  omp_set_num_threads(2);
}

template <class Format, class F>
void check_result(const Entries& wanted, int rows, int cols, const F& kernel) {
  has_one_result(wanted, [&] {
    Format c;
    c.shape = {rows, cols};
    kernel(c);
    return entries_of(c);
  });
}

}  // namespace

TEST_CASE("deterministic products with sparse results") {
  const Entries a = skewed(400, 500, 1), b = skewed(500, 300, 2);
  const Matrix A = as_csr(a, 400, 500), B = as_csr(b, 500, 300);
  const Entries wanted = product_of(a, b, false);
  check_result<Matrix>(wanted, 400, 300, [&](Matrix& C) { product(A, B, C); });
  check_result<insum::csc<double>>(wanted, 400, 300, [&](insum::csc<double>& C) { product(A, B, C); });
}

TEST_CASE("deterministic products of columns: many threads have entries of a row") {
  const Entries a = skewed(500, 300, 3), b = skewed(500, 200, 4);
  const Matrix A = as_csr(a, 500, 300), B = as_csr(b, 500, 200);
  const Entries wanted = product_of(a, b, true);
  check_result<Matrix>(wanted, 300, 200, [&](Matrix& C) { product_of_columns(A, B, C); });
  check_result<insum::coo<double, 2>>(wanted, 300, 200,
                                      [&](insum::coo<double, 2>& C) { product_of_columns(A, B, C); });
}

TEST_CASE("deterministic sums, and a product with a sparse temporary") {
  const int rows = 9000, cols = 400;
  const Entries a = skewed(rows, cols, 5), b = skewed(rows, cols, 6), both = sum_of(a, b);
  const Matrix A = as_csr(a, rows, cols), B = as_csr(b, rows, cols);
  check_result<insum::dcsr<double>>(both, rows, cols, [&](insum::dcsr<double>& C) { sum(A, B, C); });

  std::vector<double> x(static_cast<std::size_t>(rows));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i % 13) - 6.25;
  Entries wanted;
  for (const auto& [where, value] : both)
    wanted[{0, where.second}] += value * x[static_cast<std::size_t>(where.first)];
  has_one_result(wanted, [&] {
    std::vector<double> y(static_cast<std::size_t>(cols), -1.0);
    product_with_sum(A, B, x, y);
    Entries got;
    for (int j = 0; j < cols; ++j)
      if (wanted.contains({0, j})) got[{0, j}] = y[static_cast<std::size_t>(j)];
    return got;
  });
}

TEST_CASE("deterministic: new values for the entries of before") {
  const Entries a = skewed(400, 500, 1), b = skewed(500, 300, 2);
  Entries other = a;
  for (auto& [where, value] : other) value = 1 / value + 0.1;
  const Matrix A = as_csr(a, 400, 500), B = as_csr(b, 500, 300), Other = as_csr(other, 400, 500);
  check_result<Matrix>(product_of(other, b, false), 400, 300, [&](Matrix& C) {
    product(A, B, C);
    product_again(Other, B, C);
  });
}

TEST_CASE("a column has an entry where a row has it, and not one for each row") {
  insum::coo<double> entries;
  entries.shape = {9, 4};
  entries.crd[0] = {1, 1, 4, 6, 6}, entries.crd[1] = {0, 2, 3, 2, 3}, entries.vals = {1, 2, 3, 4, 5};
  insum::csf<double, 1> column;
  column.shape = {9};
  third_column(insum::convert<insum::dcsr<double>>(entries), column);
  CHECK(std::vector<int>(column.crd[0].begin(), column.crd[0].end()) == std::vector<int>{1, 6});
  CHECK(std::vector<double>(column.vals.begin(), column.vals.end()) == std::vector<double>{2, 4});
}

TEST_CASE("what a mask leaves out may leave the range of its type") {
  // (0,0) is selected: 2 * (3 * 5 + 7 * 11). (0,1) is not: 7 * INT_MAX twice.
  insum::csr<int> m, a, b, c;
  m.shape = {1, 2}, m.pos = {0, 1}, m.crd = {0}, m.vals = {-2};
  a.shape = {1, 2}, a.pos = {0, 2}, a.crd = {0, 1}, a.vals = {3, 7};
  b.shape = {2, 2}, b.pos = {0, 2, 4}, b.crd = {0, 1, 0, 1};
  b.vals = {5, std::numeric_limits<int>::max(), 11, std::numeric_limits<int>::max()};
  c.shape = {1, 2};
  masked_product(m, a, b, c);
  REQUIRE(c.vals.size() == 1);
  CHECK(c.vals[0] == -184);
  a.vals = {-3, 7};  // -3 / 2 is -1, and no large number
  masked_halves(m, a, b, c);
  REQUIRE(c.vals.size() == 1);
  CHECK(c.vals[0] == -2 * (-1 * 5 + 3 * 11));
}

TEST_CASE("products of unsigned numbers wrap before they are summed up in a wider type") {
  const unsigned large = std::numeric_limits<unsigned>::max();
  insum::csr<unsigned> m, a, b;
  insum::csr<long> c;
  m.shape = {1, 1}, m.pos = {0, 1}, m.crd = {0}, m.vals = {1};
  a.shape = {1, 2}, a.pos = {0, 2}, a.crd = {0, 1}, a.vals = {large, large};
  b.shape = {2, 1}, b.pos = {0, 1, 2}, b.crd = {0, 0}, b.vals = {2, 3};
  c.shape = {1, 1};
  masked_product(m, a, b, c);
  REQUIRE(c.vals.size() == 1);
  const long wrapped = static_cast<long>(large * 2) + static_cast<long>(large * 3);
  CHECK(c.vals[0] == wrapped);
  insum::csr<long> wide;
  wide.shape = {1, 1}, wide.pos = {0, 1}, wide.crd = {0}, wide.vals = {-3};
  masked_product(wide, a, b, c);
  REQUIRE(c.vals.size() == 1);
  CHECK(c.vals[0] == -3 * wrapped);
}

TEST_CASE("a slice is set, and the rest of a result stays; a diagonal is no slice") {
  insum::csr<double> a, old;
  a.shape = {3, 3}, a.pos = {0, 2, 3, 5}, a.crd = {0, 1, 1, 0, 1}, a.vals = {1, 2, 3, 4, 5};
  old.shape = {3, 3}, old.pos = {0, 1, 2, 3}, old.crd = {0, 0, 1}, old.vals = {10, 20, 30};
  const auto full = [](const insum::csr<double>& c) {
    const auto all = insum::convert<insum::dense<double, 2>>(c);
    return std::vector<double>(all.vals.begin(), all.vals.end());
  };
  insum::csr<double> c = old;
  set_row(2, a, c);
  CHECK(full(c) == std::vector<double>{10, 0, 0, 20, 0, 0, 8, 10, 0});
  c = old;
  set_column(a, c);
  CHECK(full(c) == std::vector<double>{10, 4, 0, 20, 6, 0, 0, 10, 0});
  c = old;
  set_diagonal(a, c);
  CHECK(full(c) == std::vector<double>{2, 0, 0, 0, 6, 0, 0, 0, 0});
}

TEST_CASE("threads share the nodes of a tree, most of which are below one") {
  constexpr int roots = 4, rows = 9000, inner = 20, cols = 15;
  std::mt19937 random(11);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  insum::coo<double, 3> entries;
  entries.shape = {roots, rows, inner};
  for (int n = 0; n < 30000; ++n) {
    entries.crd[0].push_back(n % 10 == 0 ? below(roots) : 2);
    entries.crd[1].push_back(below(rows));
    entries.crd[2].push_back(below(inner));
    entries.vals.push_back(1 + below(9));
  }
  const auto B = insum::convert<insum::csf<double, 3>>(entries);
  Entries dense;
  for (int n = 0; n < 60; ++n) dense[{below(inner), below(cols)}] = 1 + below(9);
  const Matrix C = as_csr(dense, inner, cols);
  std::map<std::array<int, 3>, double> expected;
  for (std::size_t n = 0; n < entries.vals.size(); ++n)
    for (const auto& [where, value] : dense)
      if (where.first == entries.crd[2][n])
        expected[{entries.crd[0][n], entries.crd[1][n], where.second}] += entries.vals[n] * value;
  for (const int threads : {1, 2, 3, 7}) {
    omp_set_num_threads(threads);
    insum::csf<double, 3> A;
    A.shape = {roots, rows, cols};
    tensor_times_matrix(B, C, A);
    const auto found = insum::convert<insum::coo<double, 3>>(A);
    REQUIRE(found.vals.size() == expected.size());
    CHECK(A.crd[0].size() == roots);
    std::size_t n = 0, differences = 0;
    for (const auto& [where, value] : expected) {
      const std::array<int, 3> at = {found.crd[0][n], found.crd[1][n], found.crd[2][n]};
      differences += at != where || found.vals[n] != value ? 1 : 0;
      ++n;
    }
    CHECK(differences == 0);
  }
}

TEST_CASE("results are operands of later Einsums of the block, and change there") {
  const int n = 60;
  const Entries a = skewed(n, n, 3);
  const Matrix A = as_csr(a, n, n);
  Entries twice = product_of(a, a, false);
  for (auto& [where, value] : twice) value *= 2;
  Entries square = twice;
  for (auto& [where, value] : square) value = 4 * value * (4 * value);
  for (const bool anew : {true, false}) {  // containers that are empty, and others
    Matrix C, D, E;
    if (!anew) C = as_csr(skewed(n, n, 4), n, n), D = as_csr(skewed(n, n, 5), n, n), E = A;
    C.shape = D.shape = E.shape = {n, n};
    results_of_results(A, C, D, E);
    check_same(entries_of(C), twice);
    check_same(entries_of(E), square);
  }
}

TEST_CASE("a sparse temporary that is added to reads a result that is built before") {
  const int n = 40;
  const Entries a = skewed(n, n, 6), b = skewed(n, n, 7);
  Entries transposed;
  for (const auto& [where, value] : b) transposed[{where.second, where.first}] = value;
  const Entries ab = product_of(a, b, false);
  const Entries expected = sum_of(product_of(b, transposed, false), product_of(ab, transposed, false));
  insum::dcsr<double> C;
  Matrix D;
  C.shape = D.shape = {n, n};
  sums_of_temporaries(insum::convert<insum::coo<double, 2>>(as_csr(a, n, n)), as_csr(b, n, n), C, D);
  check_same(entries_of(C), ab);
  check_same(entries_of(D), expected);
}
