// Sorted copies, transpositions, results of entries in any order, and results that are read again: what a
// device sorts is well formed and has the right values.
#include "orders.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <insum/core/cuda_error.hpp>

#include "matrices.hpp"
#include "on_device.hpp"

namespace {

using Dense = insum::dense<double, 2>;

Rows rows_of(const Matrix& m) {
  Rows a;
  a.shape = {m.m, m.n};
  a.pos.resize(m.pos.size()), a.crd.resize(m.col.size()), a.vals.resize(m.values.size());
  std::copy(m.pos.begin(), m.pos.end(), a.pos.data());
  std::copy(m.col.begin(), m.col.end(), a.crd.data());
  std::copy(m.values.begin(), m.values.end(), a.vals.data());
  return a;
}
template <class Format>
Format in(const Matrix& m) {
  return insum::convert<Format>(rows_of(m));
}
template <class Format>
Format empty(std::int64_t m, std::int64_t n) {
  Format c;
  c.shape = {m, n};
  return c;
}

/// m.n rows of m.m elements.
std::vector<double> transposed(const std::vector<double>& full, int m, int n) {
  std::vector<double> result(full.size());
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) result[at(j * m + i)] = full[at(i * n + j)];
  return result;
}
std::vector<double> product_of(const Matrix& a, const Matrix& b) {
  std::vector<double> full(at(a.m * b.n));
  for (std::size_t p = 0; p < a.values.size(); ++p)
    for (int q = b.pos[at(a.col[p])]; q < b.pos[at(a.col[p] + 1)]; ++q)
      full[at(a.row[p] * b.n + b.col[at(q)])] += a.values[p] * b.values[at(q)];
  return full;
}
std::vector<double> sums_of(const std::vector<double>& full, const Vector& x) {
  std::vector<double> y(full.size() / x.vals.size());
  for (std::size_t e = 0; e < full.size(); ++e) y[e / x.vals.size()] += full[e] * x.vals[e % x.vals.size()];
  return y;
}
Vector vector_of(int n) {
  Vector x({n});
  const std::vector<double> values = make_vector(n);
  std::copy(values.begin(), values.end(), x.vals.begin());
  return x;
}

template <class Format>
void check(const Format& c, const std::vector<double>& wanted) {
  c.validate();
  const Dense full = insum::convert<Dense>(c);
  CHECK(std::equal(full.vals.begin(), full.vals.end(), wanted.begin(), wanted.end()));
}
void check(const Vector& y, const std::vector<double>& wanted) {
  CHECK(std::equal(y.vals.begin(), y.vals.end(), wanted.begin(), wanted.end()));
}

const std::pair<int, int> shapes[] = {{90, 40}, {300, 3}, {1, 500}, {0, 4}, {5, 0}, {200, 90}};

}  // namespace

TEST_CASE("transpositions") {
  for (const auto& [m, n] : shapes) {
    const Matrix a = make_matrix(m, n);
    Rows c = empty<Rows>(n, m);
    transpose(rows_of(a), c);
    CHECK(c.nnz() == static_cast<std::int64_t>(a.values.size()));
    std::vector<double> twice = transposed(a.full(), m, n);
    for (double& v : twice) v *= 2;
    check(c, twice);
  }
}

TEST_CASE("a transposition into narrow arrays") {
  std::vector<std::int8_t> pos = {5};
  std::vector<std::int64_t> crd = {6};
  std::vector<float> vals = {7};
  const Matrix few = make_matrix(9, 12), many = make_matrix(90, 40);
  CHECK_THROWS_AS(transpose_narrow(40, 90, rows_of(many), pos, crd, vals), insum::size_error);
  CHECK(pos == std::vector<std::int8_t>{5});
  CHECK(crd == std::vector<std::int64_t>{6});
  CHECK(vals == std::vector<float>{7});
  transpose_narrow(12, 9, rows_of(few), pos, crd, vals);
  REQUIRE(pos.size() == 13);
  CHECK(pos.front() == 1);
  std::vector<double> full(9 * 12);
  for (int j = 0; j < 12; ++j)
    for (int p = pos[at(j)] - 1; p < pos[at(j + 1)] - 1; ++p)
      full[at(static_cast<int>(crd[at(p)] - 1) * 12 + j)] += static_cast<double>(vals[at(p)]);
  CHECK(full == few.full());
}

TEST_CASE("complex values") {
  const Matrix a = make_matrix(20, 20);
  insum::csr<std::complex<double>> x, c;
  x.shape = c.shape = {20, 20};
  const Rows real = rows_of(a);
  x.pos = real.pos, x.crd = real.crd;
  for (const double v : a.values) x.vals.push_back({v, v + 1});
  transpose_complex(x, c);
  c.validate();
  const auto full = insum::convert<insum::dense<std::complex<double>, 2>>(c),
             before = insum::convert<insum::dense<std::complex<double>, 2>>(x);
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 20; ++j) CHECK(full(j, i) == before(i, j) + before(j, i));
}

TEST_CASE("operands in clashing orders") {
  for (const auto& [m, n] : shapes) {
    const Matrix a = make_matrix(m, n), b = make_matrix(m, n, 3), t = make_matrix(n, m, 1);
    std::vector<double> wanted = a.full(), other = b.full();
    for (std::size_t e = 0; e < wanted.size(); ++e) wanted[e] -= other[e];
    Rows c = empty<Rows>(m, n);
    add_columns(rows_of(a), in<Columns>(b), c);
    check(c, wanted);
    wanted = a.full(), other = transposed(t.full(), n, m);
    for (std::size_t e = 0; e < wanted.size(); ++e) wanted[e] += other[e];
    add_transposed(rows_of(a), rows_of(t), c);
    check(c, wanted);
  }
}

TEST_CASE("a matrix beside its transpose, in the host's memory and the device's") {
  const int n = 120;
  const Matrix a = make_matrix(n, n);
  const std::vector<double> full = a.full();
  std::vector<double> wanted(at(n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) wanted[at(i)] += std::abs(full[at(i * n + j)] - full[at(j * n + i)]);
  Vector y({n});
  sum_of_differences(rows_of(a), y);
  check(y, wanted);
  const OnDevice<int> pos(a.pos), crd(a.col);
  const OnDevice<double> vals(a.values), sums(std::vector<double>(at(n)));
  sum_on_device(n, pos.data(), crd.data(), vals.data(), sums.data());
  CHECK(sums.back() == wanted);
}

TEST_CASE("a list in no order, with entries twice") {
  for (const auto& [m, n] : shapes) {
    const Matrix a = make_matrix(m, n);
    std::vector<int> rows, columns;
    std::vector<double> values;
    for (std::size_t p = a.values.size(); p-- > 0;)
      for (const double part : {1.0, a.values[p] - 1})
        rows.push_back(a.row[p]), columns.push_back(a.col[p]), values.push_back(part);
    std::reverse(rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 2), rows.end());
    std::reverse(columns.begin() + static_cast<std::ptrdiff_t>(columns.size() / 2), columns.end());
    std::reverse(values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    Rows c = empty<Rows>(m, n);
    from_list(m, n, rows, columns, values, c);
    CHECK(c.nnz() == static_cast<std::int64_t>(a.values.size()));
    check(c, a.full());
  }
}

TEST_CASE("rows whose padding repeats a column") {
  PaddedRows a = make_padded_rows(60, 40, 9);
  for (std::size_t p = 0; p < a.crd.size(); ++p)
    if (a.crd[p] < 0) a.crd[p] = p % 9 == 0 ? 0 : a.crd[p - 1];
  Rows c = empty<Rows>(60, 40);
  Dense d({60, 40});
  std::fill(d.vals.begin(), d.vals.end(), 1.0);
  from_padded(60, 40, a.crd, a.values, c, d);
  check(c, a.full);
  for (std::size_t e = 0; e < a.full.size(); ++e) CHECK(d.vals[e] == a.full[e] + 1);
}

TEST_CASE("products whose entries are sorted") {
  const Matrix a = make_matrix(60, 40), b = make_matrix(40, 70, 3), d = make_matrix(60, 70, 1);
  const std::vector<double> wanted = product_of(a, b);
  List list = empty<List>(60, 70);
  product_as_list(rows_of(a), rows_of(b), list);
  check(list, wanted);
  insum::dcsr<double> tree = empty<insum::dcsr<double>>(60, 70);
  product_as_tree(in<insum::dcsr<double>>(a), in<insum::dcsr<double>>(b), tree);
  check(tree, wanted);
  Columns columns = empty<Columns>(60, 70);
  product_in_columns(rows_of(a), rows_of(b), columns);
  check(columns, wanted);
  std::vector<double> more = d.full();
  for (std::size_t e = 0; e < more.size(); ++e) more[e] = wanted[e] + 2 * more[e];
  product_and_list(rows_of(a), rows_of(b), in<List>(d), list);
  check(list, more);
}

TEST_CASE("results that are read in the same block") {
  const Matrix a = make_matrix(60, 40), b = make_matrix(40, 70, 3), d = make_matrix(60, 40, 1);
  const Vector x = vector_of(70), z = vector_of(60);
  Rows c = rows_of(make_matrix(60, 70, 2));  // what was there is replaced
  Vector y({60}), w({40});
  product_then_sum(rows_of(a), rows_of(b), x, c, y);
  check(c, product_of(a, b));
  check(y, sums_of(product_of(a, b), x));

  std::vector<double> difference = a.full();
  const std::vector<double> other = d.full();
  for (std::size_t e = 0; e < other.size(); ++e) difference[e] -= other[e];
  List list = empty<List>(60, 40);
  list_then_sum(rows_of(a), rows_of(d), z, list, w);
  check(list, difference);
  check(w, sums_of(transposed(difference, 60, 40), z));
}

TEST_CASE("a sparse temporary, and its copy in another order") {
  const Matrix a = make_matrix(60, 40), b = make_matrix(40, 60, 3), d = make_matrix(60, 60, 1);
  std::vector<double> wanted = transposed(product_of(a, b), 60, 60);
  const std::vector<double> factor = d.full();
  for (std::size_t e = 0; e < wanted.size(); ++e) wanted[e] *= factor[e];
  Rows c = empty<Rows>(60, 60);
  product_of_three(rows_of(a), rows_of(b), rows_of(d), c);
  check(c, wanted);
}

TEST_CASE("three modes in another order") {
  insum::coo<double, 3> x;
  x.shape = {6, 50, 7};
  for (int i = 0; i < 6; ++i)
    for (int j = i; j < 50; j += 1 + i * 3)
      for (int k = j % 3; k < 7; k += 2) {
        x.crd[0].push_back(i), x.crd[1].push_back(j), x.crd[2].push_back(k);
        x.vals.push_back(i + 2 * j - k);
      }
  const auto a = insum::convert<insum::csf<double, 3>>(x);
  insum::csf<double, 3> c;
  c.shape = {7, 6, 50};
  permute(a, c);
  c.validate();
  CHECK(c.nnz() == x.nnz());
  const auto before = insum::convert<insum::dense<double, 3>>(a),
             after = insum::convert<insum::dense<double, 3>>(c);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 50; ++j)
      for (int k = 0; k < 7; ++k) CHECK(after(k, i, j) == before(i, j, k));
}
