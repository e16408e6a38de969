// Sparse results: what a device counts and fills is well formed, has the right values and nothing
// superfluous.
#include "results.hpp"
#include "../support/kernel_name.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <emulated/settings.hpp>
#include <functional>
#include <insum/core/cuda_error.hpp>

#include "matrices.hpp"

namespace {

using Dense = insum::dense<double, 2>;

template <class T>
void copy(const std::vector<T>& from, insum::buffer<T>& to) {
  to.resize(from.size());
  std::copy(from.begin(), from.end(), to.data());
}

insum::csr<double> csr_of(const Matrix& m) {
  insum::csr<double> a;
  a.shape = {m.m, m.n};
  copy(m.pos, a.pos), copy(m.col, a.crd);
  copy(m.values, a.vals);
  return a;
}

template <class Format>
Format in(const Matrix& m) {
  return insum::convert<Format>(csr_of(m));
}

/// f at each place, of 0 where an operand stores nothing; and how many places have an entry: those that both
/// operands store, or either.
struct Wanted {
  std::vector<double> full;
  std::int64_t count = 0;
};
Wanted combined(const Matrix& a, const Matrix& b, bool both, const std::function<double(double, double)>& f) {
  Wanted w;
  const std::vector<double> x = a.full(), y = b.full();
  std::vector<int> stored(x.size());
  for (const Matrix* m : {&a, &b})
    for (std::size_t p = 0; p < m->values.size(); ++p) ++stored[at(m->row[p] * m->n + m->col[p])];
  for (std::size_t e = 0; e < x.size(); ++e) {
    w.full.push_back(f(x[e], y[e]));
    w.count += stored[e] > (both ? 1 : 0);
  }
  return w;
}

Wanted product_of(const Matrix& a, const Matrix& b) {
  Wanted w;
  w.full.resize(at(a.m * b.n));
  std::vector<int> stored(w.full.size());
  for (std::size_t p = 0; p < a.values.size(); ++p)
    for (int q = b.pos[at(a.col[p])]; q < b.pos[at(a.col[p] + 1)]; ++q) {
      const std::size_t place = at(a.row[p] * b.n + b.col[at(q)]);
      w.full[place] += a.values[p] * b.values[at(q)];
      stored[place] = 1;
    }
  w.count = std::count(stored.begin(), stored.end(), 1);
  return w;
}

template <class Format>
void check(const Format& c, const Wanted& wanted) {
  c.validate();
  CHECK(c.nnz() == wanted.count);
  const Dense full = insum::convert<Dense>(c);
  CHECK(std::equal(full.vals.begin(), full.vals.end(), wanted.full.begin(), wanted.full.end()));
}

double sum(double a, double b) { return a + b; }

const std::pair<int, int> shapes[] = {{90, 40}, {300, 3}, {1, 500}, {0, 4}, {5, 0}, {700, 90}};

}  // namespace

TEST_CASE("sums and products of rows") {
  for (const auto& [m, n] : shapes) {
    const Matrix a = make_matrix(m, n), b = make_matrix(m, n, 3), d = make_matrix(m, n, 1);
    insum::csr<double> c = csr_of(d);  // what was there is replaced
    c.shape = {m, n};
    add(csr_of(a), csr_of(b), c);
    check(c, combined(a, b, false, sum));
    multiply(csr_of(a), csr_of(b), c);
    check(c, combined(a, b, true, [](double x, double y) { return x * y; }));
  }
}

TEST_CASE("three operands, and the result as one") {
  const Matrix a = make_matrix(90, 40), b = make_matrix(90, 40, 3), d = make_matrix(90, 40, 1);
  insum::csr<double> c, two;
  c.shape = two.shape = {90, 40};
  add_three(csr_of(a), csr_of(b), csr_of(d), c);
  c.validate();
  const std::vector<double> x = a.full(), y = b.full(), z = d.full();
  const Dense full = insum::convert<Dense>(c);
  for (std::size_t e = 0; e < x.size(); ++e) CHECK(full.vals[e] == x[e] - 2 * y[e] + z[e]);

  add_to(csr_of(a), two);  // which was never built
  check(two, combined(a, a, true, [](double v, double) { return v; }));
  add_to(csr_of(b), two);
  check(two, combined(a, b, false, sum));
}

TEST_CASE("levels above that store coordinates") {
  for (const auto& [m, n] : shapes) {
    const Matrix a = make_matrix(m, n), b = make_matrix(m, n, 3);
    insum::dcsr<double> c;
    c.shape = {m, n};
    largest(in<insum::dcsr<double>>(a), in<insum::dcsr<double>>(b), c);
    check(c, combined(a, b, false, [](double x, double y) { return std::max(x, y); }));
    scale_list(in<insum::coo<double, 2>>(a), c);
    check(c, combined(a, a, true, [](double x, double) { return 2 * x; }));
  }
}

TEST_CASE("trees") {
  insum::coo<double, 3> x, y;
  x.shape = y.shape = {6, 50, 7};
  const auto put = [](insum::coo<double, 3>& to, int i, int j, int k) {
    to.crd[0].push_back(i), to.crd[1].push_back(j), to.crd[2].push_back(k);
    to.vals.push_back(i + 2 * j - k);
  };
  for (int i = 0; i < 6; ++i)
    for (int j = i; j < 50; j += 1 + i * 3)
      for (int k = j % 3; k < 7; k += 2) {
        if ((i + j) % 3 != 0) put(x, i, j, k);
        if ((i * j + k) % 4 < 2) put(y, i, j, k);
      }
  const auto a = insum::convert<insum::csf<double, 3>>(x), b = insum::convert<insum::csf<double, 3>>(y);
  insum::csf<double, 3> c;
  c.shape = {6, 50, 7};
  add_trees(a, b, c);
  c.validate();
  const auto full_a = insum::convert<insum::dense<double, 3>>(a),
             full_b = insum::convert<insum::dense<double, 3>>(b),
             full_c = insum::convert<insum::dense<double, 3>>(c);
  for (std::size_t e = 0; e < full_c.vals.size(); ++e)
    CHECK(full_c.vals[e] == full_a.vals[e] + full_b.vals[e]);
}

TEST_CASE("blocks") {
  for (const auto& [m, n] : {std::pair{60, 24}, {61, 25}}) {
    const Matrix a = make_matrix(m, n);
    Blocks c;
    c.shape = {m, n};
    const auto blocks = in<Blocks>(a);
    scale_blocks(blocks, c);
    c.validate();
    CHECK(c.crd == blocks.crd);
    const Dense full = insum::convert<Dense>(c);
    const std::vector<double> of_a = a.full();
    for (std::size_t e = 0; e < of_a.size(); ++e) CHECK(full.vals[e] == 2 * of_a[e]);
  }
}

TEST_CASE("lanes add up each value of a result") {
  const Matrix a = make_matrix(50, 30);
  Dense b({50, 40}), d({30, 40});
  for (std::size_t e = 0; e < b.vals.size(); ++e) b.vals[e] = static_cast<double>(e % 7) - 3;
  for (std::size_t e = 0; e < d.vals.size(); ++e) d.vals[e] = static_cast<double>(e % 5) - 2;
  insum::csr<double> c;
  c.shape = {50, 30};
  sampled(csr_of(a), b, d, c);
  c.validate();
  REQUIRE(c.nnz() == static_cast<std::int64_t>(a.values.size()));
  for (std::size_t p = 0; p < a.values.size(); ++p) {
    double product = 0;
    for (int k = 0; k < 40; ++k) product += b(a.row[p], k) * d(a.col[p], k);
    CHECK(c.vals[p] == a.values[p] * product);
  }
}

TEST_CASE("products, row by row") {
  for (const auto& [m, k, n] : {std::array{90, 40, 70}, {300, 3, 5}, {1, 50, 300}, {0, 4, 5}}) {
    const Matrix a = make_matrix(m, k), b = make_matrix(k, n, 3), d = make_matrix(m, n, 1);
    const Wanted wanted = product_of(a, b);
    insum::csr<double> c;
    c.shape = {m, n};
    product(csr_of(a), csr_of(b), c);
    check(c, wanted);
    product_in_dense_rows(csr_of(a), csr_of(b), c);
    check(c, wanted);
    insum::csc<double> columns;
    columns.shape = {m, n};
    product_of_columns(in<insum::csc<double>>(a), in<insum::csc<double>>(b), columns);
    check(columns, wanted);

    insum::csr<float> more;
    more.shape = {m, n};
    product_and_more(csr_of(a), csr_of(b), csr_of(d), more);
    more.validate();
    const auto full = insum::convert<insum::dense<float, 2>>(more);
    const std::vector<double> added = d.full();
    for (std::size_t e = 0; e < added.size(); ++e)
      CHECK(static_cast<double>(full.vals[e]) == wanted.full[e] + added[e]);
  }
}

TEST_CASE("a product of rows that are in no order and have entries twice") {
  const Matrix a = make_matrix(50, 60), b = make_matrix(60, 45, 3);
  std::vector<int> pos = {0}, crd;
  std::vector<double> vals;
  for (int i = 0; i < b.m; ++i) {
    for (int p = b.pos[at(i + 1)] - 1; p >= b.pos[at(i)]; --p)
      for (const double part : {1.0, b.values[at(p)] - 1}) crd.push_back(b.col[at(p)]), vals.push_back(part);
    pos.push_back(static_cast<int>(crd.size()));
  }
  insum::csr<double> c;
  c.shape = {50, 45};
  product_of_lists(60, 45, pos, crd, vals, csr_of(a), c);
  check(c, product_of(a, b));
}

TEST_CASE("the shortest of paths over one place, and of those known before") {
  const int n = 40;
  const Matrix a = make_matrix(n, n);
  insum::csr<double> c = csr_of(make_matrix(n, n, 2));
  std::vector<double> wanted(at(n * n), INFINITY), lengths(at(n * n), INFINITY);
  const Matrix before = make_matrix(n, n, 2);
  for (std::size_t p = 0; p < before.values.size(); ++p)
    wanted[at(before.row[p] * n + before.col[p])] = before.values[p];
  for (std::size_t p = 0; p < a.values.size(); ++p) lengths[at(a.row[p] * n + a.col[p])] = a.values[p];
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        wanted[at(i * n + j)] =
            std::min(wanted[at(i * n + j)], lengths[at(i * n + k)] + lengths[at(k * n + j)]);
  shortest(n, csr_of(a), c);
  c.validate();
  std::vector<double> got(at(n * n), INFINITY);
  for (int i = 0; i < n; ++i)
    for (int p = c.pos[at(i)]; p < c.pos[at(i + 1)]; ++p) got[at(i * n + c.crd[at(p)])] = c.vals[at(p)];
  CHECK(got == wanted);
}

TEST_CASE("a product of which no row fits into memory") {
  insum::emulated::set_memory(std::size_t{1} << 20);
  insum::csr<double> a = csr_of(make_matrix(1, 9)), b = csr_of(make_matrix(9, 20)), c;
  b.shape[1] = c.shape[1] = 1 << 20;
  c.shape[0] = 1;
  CHECK_THROWS_AS(product(a, b, c), insum::cuda_error);
  CHECK(c.pos.size() == 1);
  insum::emulated::set_memory(std::size_t{1} << 30);
}

TEST_CASE("parts that are shorter than rows: many have one parent, or a warp has parts of many") {
  std::vector<int> crd;
  std::vector<double> v;
  for (int c = 0; c < 5000; c += c % 7 == 0 ? 1 : c % 300 == 1 ? 200 : 3)
    crd.push_back(c), v.push_back(c + 1);
  const std::vector<int> pos = {0, static_cast<int>(crd.size())};
  std::vector<double> all(5000);
  for (std::size_t e = 0; e < crd.size(); ++e) all[at(crd[e])] = v[e];
  for (const auto& [m, n] : {std::pair{3, 900}, {90, 11}, {1, 400}, {700, 1}, {4, 0}, {0, 4}}) {
    std::vector<int> p, q;
    for (int i = 0; i < m; ++i) p.push_back(i * 731 % 2500);
    for (int j = 0; j < n; ++j) q.push_back(j * 2);
    Wanted wanted;
    for (const int a : p)
      for (const int b : q) wanted.full.push_back(all[at(a + b)]), wanted.count += all[at(a + b)] != 0;
    insum::csr<double> c;
    c.shape = {m, n};
    pairs(p, q, pos, crd, v, c);
    check(c, wanted);
    std::vector<std::int64_t> wide_pos;
    std::vector<int> wide_crd;
    std::vector<double> vals;
    wide_pairs(p, q, pos, crd, v, wide_pos, wide_crd, vals);
    const auto same = [](auto x, auto y) { return x == y + 1; };
    CHECK(std::equal(wide_pos.begin(), wide_pos.end(), c.pos.begin(), c.pos.end(), same));
    CHECK(std::equal(wide_crd.begin(), wide_crd.end(), c.crd.begin(), c.crd.end(), same));
    CHECK(std::equal(vals.begin(), vals.end(), c.vals.begin(), c.vals.end()));
  }
}

TEST_CASE("results in device memory") {
  const Matrix a = make_matrix(90, 40), b = make_matrix(90, 40, 3);
  DeviceRows there;
  there.shape = {90, 40};
  add_on_device(csr_of(a), csr_of(b), there);
  const Wanted wanted = combined(a, b, false, sum);
  CHECK(there.crd.size() == static_cast<std::size_t>(wanted.count));
  insum::dense<double, 1> y({90});
  std::vector<double> sums(90);
  for (int i = 0; i < 90; ++i)
    for (int j = 0; j < 40; ++j) sums[at(i)] += wanted.full[at(i * 40 + j)];
  sum_on_device(there, y);
  CHECK(std::equal(sums.begin(), sums.end(), y.vals.begin(), y.vals.end()));

  insum::csr<double> c;
  c.shape = {90, 40};
  const auto refusal = [](auto&& f) { return refusal_of<insum::storage_error>("results.cpp", f); };
  CHECK(refusal([&] { add_undeclared(csr_of(a), csr_of(b), there); }) ==
        "C: the array is in device memory, but it is not among those of device(...)");
  CHECK(refusal([&] { add_misdeclared(csr_of(a), c); }) ==
        "C: the array is declared to be in device memory, but it is in the host's");
}

TEST_CASE("positions that are too narrow are an error, and leave the result as it was") {
  std::vector<std::int8_t> pos = {5};
  std::vector<std::int64_t> crd = {6};
  std::vector<float> vals = {7};
  const Matrix few = make_matrix(9, 12), many = make_matrix(90, 40);
  CHECK_THROWS_AS(add_narrow(90, 40, csr_of(many), csr_of(many), pos, crd, vals), insum::size_error);
  CHECK(pos == std::vector<std::int8_t>{5});
  CHECK(crd == std::vector<std::int64_t>{6});
  CHECK(vals == std::vector<float>{7});
  add_narrow(9, 12, csr_of(few), csr_of(few), pos, crd, vals);
  CHECK(std::equal(pos.begin(), pos.end(), few.pos.begin(), few.pos.end(),
                   [](int stored, int p) { return stored == p + 1; }));
  CHECK(std::equal(crd.begin(), crd.end(), few.col.begin(), few.col.end(),
                   [](std::int64_t stored, int j) { return stored == j + 1; }));
  CHECK(std::equal(vals.begin(), vals.end(), few.values.begin(), few.values.end(),
                   [](float c, double a) { return c == 2 * a; }));
}

TEST_CASE("complex values") {
  const Matrix a = make_matrix(20, 30);
  insum::csr<std::complex<double>> x, c;
  x.shape = c.shape = {20, 30};
  copy(a.pos, x.pos), copy(a.col, x.crd);
  for (const double v : a.values) x.vals.push_back({v, v + 1});
  add_complex(x, x, c);
  c.validate();
  REQUIRE(c.nnz() == x.nnz());
  for (std::size_t p = 0; p < a.values.size(); ++p) CHECK(c.vals[p] == 2.0 * x.vals[p]);
}

TEST_CASE("sums of 16-bit floats are computed as float") {
  constexpr int terms = 3000;  // their sum in bfloat16 stays at 256
  insum::csr<insum::bfloat16> row{{1, terms}, {0, terms}, {}, {}}, column{{terms, 1}, {0}, {}, {}}, c;
  for (int k = 0; k < terms; ++k) {
    row.crd.push_back(k), column.crd.push_back(0), column.pos.push_back(k + 1);
    row.vals.push_back(insum::bfloat16(1.0F)), column.vals.push_back(insum::bfloat16(1.0F));
  }
  c.shape = {1, 1};
  multiply_narrow(row, column, c);
  REQUIRE(c.nnz() == 1);
  CHECK(static_cast<float>(c.vals[0]) == static_cast<float>(insum::bfloat16(3000.0F)));
}

TEST_CASE("what is compared with its negation") {
  const insum::csr<bool> a{{2, 3}, {0, 1, 2}, {2, 0}, {true, false}};
  insum::csr<bool> c;
  c.shape = a.shape;
  never(a, c);
  c.validate();
  CHECK(std::none_of(c.vals.begin(), c.vals.end(), [](bool x) { return x; }));
}
