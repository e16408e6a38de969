// Results that keep their entries: new values are those of a dense loop, what was not computed is 0, and an
// entry that is lacking is an error that leaves the values as they were.
#include "refresh.hpp"
#include "../support/kernel_name.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <string>

#include "matrices.hpp"
#include "on_device.hpp"

namespace {

template <class Format = Rows, class Value = double>
Format rows_of(const Matrix& m) {
  Format a;
  a.shape = {m.m, m.n};
  a.pos.resize(m.pos.size()), a.crd.resize(m.col.size()), a.vals.resize(m.values.size());
  std::copy(m.pos.begin(), m.pos.end(), a.pos.data());
  std::copy(m.col.begin(), m.col.end(), a.crd.data());
  for (std::size_t p = 0; p < m.values.size(); ++p) a.vals[p] = Value(m.values[p]);
  return a;
}
std::vector<double> product_of(const Matrix& a, const Matrix& b) {
  std::vector<double> full(at(a.m * b.n));
  for (std::size_t p = 0; p < a.values.size(); ++p)
    for (int q = b.pos[at(a.col[p])]; q < b.pos[at(a.col[p] + 1)]; ++q)
      full[at(a.row[p] * b.n + b.col[at(q)])] += a.values[p] * b.values[at(q)];
  return full;
}
/// With an entry at every place of which `holds` is true, and a value that nobody wants.
template <class Holds>
Matrix pattern(int m, int n, const Holds& holds) {
  Matrix c{m, n, {0}, {}, {}, {}};
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j)
      if (holds(i, j)) c.row.push_back(i), c.col.push_back(j), c.values.push_back(1000);
    c.pos.push_back(static_cast<int>(c.col.size()));
  }
  return c;
}
/// How many terms the product has at each place.
std::vector<double> terms_of(Matrix a, Matrix b) {
  std::fill(a.values.begin(), a.values.end(), 1.0), std::fill(b.values.begin(), b.values.end(), 1.0);
  return product_of(a, b);
}
/// Of the product, and some more.
Matrix pattern_of(const Matrix& a, const Matrix& b) {
  const std::vector<double> terms = terms_of(a, b);
  return pattern(a.m, b.n, [&](int i, int j) { return terms[at(i * b.n + j)] != 0 || (i + j) % 4 == 0; });
}
template <class Format>
void check(const Format& c, const std::vector<double>& wanted) {
  c.validate();
  const auto full = insum::convert<insum::dense<double, 2>>(c);
  CHECK(std::equal(full.vals.begin(), full.vals.end(), wanted.begin(), wanted.end()));
}

}  // namespace

TEST_CASE("products into rows, trees and memory of the device") {
  for (const auto& [m, k, n] : {std::array{60, 40, 70}, {300, 3, 5}, {1, 50, 300}, {5, 0, 4}}) {
    const Matrix a = make_matrix(m, k), b = make_matrix(k, n, 3);
    const std::vector<double> wanted = product_of(a, b);
    const Matrix before = pattern_of(a, b);
    Rows c = rows_of(before);
    product(rows_of(a), rows_of(b), c);
    CHECK(c.nnz() == static_cast<std::int64_t>(before.values.size()));
    check(c, wanted);
    Tree tree = insum::convert<Tree>(rows_of(before));
    product_as_tree(rows_of(a), rows_of(b), tree);
    check(tree, wanted);
    if (k == 0) continue;
    const OnDevice<int> a_pos(a.pos), a_crd(a.col), b_pos(b.pos), b_crd(b.col), pos(before.pos),
        crd(before.col);
    const OnDevice<double> av(a.values), bv(b.values), cv(before.values);
    product_on_device(m, k, n, a_pos.data(), a_crd.data(), av.data(), b_pos.data(), b_crd.data(), bv.data(),
                      pos.data(), crd.data(), cv.data());
    const std::vector<double> values = cv.back();
    CHECK(std::equal(values.begin(), values.end(), c.vals.begin(), c.vals.end()));
  }
}

TEST_CASE("lists, old values, and a result that is read again") {
  const Matrix a = make_matrix(60, 40), b = make_matrix(60, 40, 3);
  std::vector<double> sum = a.full();
  const std::vector<double> other = b.full();
  for (std::size_t e = 0; e < sum.size(); ++e) sum[e] += other[e];
  const Matrix all = pattern(60, 40, [](int, int) { return true; });
  List list = insum::convert<List>(rows_of(all));
  sum_as_list(rows_of(a), rows_of(b), list);
  CHECK(list.nnz() == 60 * 40);
  check(list, sum);

  Rows c = rows_of(all);
  std::fill(c.vals.begin(), c.vals.end(), 7.0);
  add_to(rows_of(a), c);
  std::vector<double> more = a.full();
  for (double& v : more) v += 7;
  check(c, more);

  const Matrix d = make_matrix(40, 70, 1);
  const std::vector<double> wanted = product_of(a, d);
  Rows e = rows_of(pattern_of(a, d));
  insum::dense<double, 1> y({60});
  product_then_sum(rows_of(a), rows_of(d), e, y);
  check(e, wanted);
  for (int i = 0; i < 60; ++i) {
    double total = 0;
    for (int j = 0; j < 70; ++j) total += wanted[at(i * 70 + j)];
    CHECK(y.vals[at(i)] == total);
  }
}

TEST_CASE("blocks and complex values") {
  const Matrix a = make_matrix(61, 25);
  const Blocks blocks = insum::convert<Blocks>(rows_of(a));
  Blocks c = blocks;
  std::fill(c.vals.begin(), c.vals.end(), 5.0);
  scale_blocks(blocks, c);
  std::vector<double> twice = a.full();
  for (double& v : twice) v *= 2;
  check(c, twice);

  using Number = std::complex<double>;
  const auto x = rows_of<insum::csr<Number>, Number>(make_matrix(20, 30));
  auto t = rows_of<insum::csr<Number>, Number>(pattern(30, 20, [](int, int) { return true; }));
  transpose(x, t);
  const auto before = insum::convert<insum::dense<Number, 2>>(x),
             after = insum::convert<insum::dense<Number, 2>>(t);
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 30; ++j) CHECK(after(j, i) == before(i, j));
}

TEST_CASE("an entry that is lacking, and a result that was never built") {
  const Matrix a = make_matrix(60, 40), b = make_matrix(40, 70, 3);
  const std::vector<double> terms = terms_of(a, b);
  Rows c = rows_of(pattern(60, 70, [&](int i, int j) { return i != 20 && terms[at(i * 70 + j)] != 0; }));
  const auto before = c.vals;
  std::string said;
  try {
    product(rows_of(a), rows_of(b), c);
  } catch (const insum::storage_error& error) {
    said = without_kernel(error.what(), "refresh.cpp");
  }
  CHECK(said.find("C: same_pattern keeps its entries, but the result has another one: coordinate") == 0);
  CHECK(said.find("of mode 1, at coordinate 20 of mode 0") != std::string::npos);
  CHECK(std::equal(before.begin(), before.end(), c.vals.begin(), c.vals.end()));
}
