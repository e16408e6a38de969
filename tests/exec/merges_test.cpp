// Sparse operands of very different lengths, and loops that run on threads although no schedule says so.
#include "merge_kernels.hpp"

#include <doctest/doctest.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <insum/insum.hpp>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using Row = std::vector<int>;

constexpr int columns = 400000;

/// 100,000 coordinates: first, first + 3, ...
Row long_row(int first) {
  Row row;
  for (int n = 0; n < 100000; ++n) row.push_back(first + 3 * n);
  return row;
}

/// Rows whose lengths differ by a factor of 20,000, both ways around; hits and misses at the ends, and runs
/// of both.
std::pair<std::vector<Row>, std::vector<Row>> pairs_of_rows() {
  const Row all = long_row(30), others = long_row(31), five = {0, 30, 33, 150000, 300027},
            after = {300028, 399999}, close = {90, 91, 92, 93, 94};
  std::vector<Row> first, second;
  const auto both = [&](const Row& a, const Row& b) {
    first.push_back(a), second.push_back(b);
    first.push_back(b), second.push_back(a);
  };
  both(all, five);
  both(all, after);
  both(all, close);
  both(all, {});
  both(all, all);
  both(all, others);
  both(five, close);
  both(all, {399999});
  return {first, second};
}

template <class Csr>
Csr matrix(const std::vector<Row>& rows, int factor) {
  Csr m;
  m.shape = {static_cast<std::int64_t>(rows.size()), columns};
  m.pos.assign(1, 0);
  for (const Row& row : rows) {
    for (const int c : row) m.crd.push_back(c), m.vals.push_back(1 + (c * factor) % 7);
    m.pos.push_back(static_cast<typename decltype(m.pos)::value_type>(m.crd.size()));
  }
  return m;
}

struct Entry {
  std::int64_t row, column;
  double value;
  friend bool operator==(const Entry&, const Entry&) = default;
};
using Entries = std::vector<Entry>;

template <class Csr>
Entries entries(const Csr& m) {
  m.validate();
  Entries list;
  for (std::size_t i = 0; i + 1 < m.pos.size(); ++i)
    for (auto p = static_cast<std::size_t>(m.pos[i]); p < static_cast<std::size_t>(m.pos[i + 1]); ++p)
      list.push_back({static_cast<std::int64_t>(i), static_cast<std::int64_t>(m.crd[p]), m.vals[p]});
  return list;
}

bool stands_before(const Entry& a, const Entry& b) {
  return std::tie(a.row, a.column) < std::tie(b.row, b.column);
}

/// f(what a has, what b has) wherever one of them has an entry.
template <class F>
void for_union(const Entries& a, const Entries& b, F f) {
  for (auto p = a.begin(), q = b.begin(); p != a.end() || q != b.end();) {
    const bool left = q == b.end() || (p != a.end() && !stands_before(*q, *p));
    const bool right = p == a.end() || (q != b.end() && !stands_before(*p, *q));
    f(left ? &*p : nullptr, right ? &*q : nullptr);
    p += left, q += right;
  }
}

Entries product(const Entries& a, const Entries& b) {
  Entries list;
  for_union(a, b, [&](const Entry* left, const Entry* right) {
    if (left && right) list.push_back({left->row, left->column, left->value * right->value});
  });
  return list;
}

Entries sum(const Entries& a, const Entries& b) {
  Entries list;
  for_union(a, b, [&](const Entry* left, const Entry* right) {
    list.push_back(left ? *left : *right);
    if (left && right) list.back().value += right->value;
  });
  return list;
}

template <class Csr>
void check_rows() {
  const auto [first, second] = pairs_of_rows();
  const Csr A = matrix<Csr>(first, 3), B = matrix<Csr>(second, 5),
            D = matrix<Csr>(std::vector<Row>(first.size(), long_row(0)), 2);
  const Entries a = entries(A), b = entries(B), d = entries(D);
  const auto result = [&](auto kernel) {
    Csr C;
    C.shape = A.shape;
    kernel(C);
    return entries(C);
  };
  CHECK(result([&](Csr& C) { intersection(A, B, C); }) == product(a, b));
  CHECK(result([&](Csr& C) { union_of(A, B, C); }) == sum(a, b));
  CHECK(result([&](Csr& C) { intersection_of_three(A, B, D, C); }) == product(product(a, b), d));
  CHECK(result([&](Csr& C) { intersection_of_three(D, A, B, C); }) == product(product(a, b), d));
  CHECK(result([&](Csr& C) { sum_where_stored(A, B, D, C); }) == product(sum(a, b), d));
  std::vector<double> y(first.size(), -1), expected(first.size());
  for (const Entry& e : product(a, b)) expected[static_cast<std::size_t>(e.row)] += e.value;
  products_of_rows(A, B, y);
  CHECK(y == expected);
}

SparseVector vector_of(const Row& row) {
  SparseVector v;
  v.pos = {0, static_cast<int>(row.size())}, v.crd = row;
  for (const int c : row) v.vals.push_back(1 + c % 7);
  return v;
}

struct Meeting {
  std::atomic<int> number = 0, threads = 0;
} meeting;

/// The number of threads that call meet() in f, when two may.
template <class F>
int threads_that_meet(F f) {
  omp_set_num_threads(2);
  ++meeting.number, meeting.threads = 0;
  f();
  return meeting.threads;
}

}  // namespace

double meet(double x) {
  thread_local int known = 0;
  if (known == meeting.number) return x;
  known = meeting.number;
  ++meeting.threads;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (meeting.threads < 2 && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return x;
}

TEST_CASE("rows of 100,000 entries against rows of five") {
  for (const int threads : {1, 2}) {
    omp_set_num_threads(threads);
    check_rows<insum::csr<double>>();
    check_rows<insum::csr<double, std::int64_t>>();
  }
}

TEST_CASE("vectors of 100,000 entries against vectors of five") {
  const auto [first, second] = pairs_of_rows();
  for (std::size_t n = 0; n < first.size(); ++n) {
    const SparseVector a = vector_of(first[n]), b = vector_of(second[n]);
    std::vector<double> c(columns, -1), expected(columns);
    double s = 0;
    for (std::size_t p = 0; p < a.crd.size(); ++p) expected[static_cast<std::size_t>(a.crd[p])] = a.vals[p];
    for (std::size_t p = 0; p < b.crd.size(); ++p) {
      double& element = expected[static_cast<std::size_t>(b.crd[p])];
      s += element * b.vals[p];
      element += b.vals[p];
    }
    sum_of_vectors(columns, a, b, c);
    CHECK(c == expected);
    CHECK(product_of_vectors(columns, a, b) == s);
  }
}

TEST_CASE("sparse outer levels and sparse results are computed by threads, without a schedule") {
  constexpr int n = 100000;
  insum::csr<double> a;
  a.shape = {n, n};
  a.pos.assign(1, 0);
  for (int i = 0; i < n; ++i) {
    if (i % 3 != 0) a.crd.push_back((7 * i) % n), a.vals.push_back(1 + i % 5);
    a.pos.push_back(static_cast<int>(a.crd.size()));
  }
  const auto stored = insum::convert<insum::dcsr<double>>(a);
  const auto list = insum::convert<insum::coo<double>>(a);
  const std::vector<int> row(list.crd[0].begin(), list.crd[0].end()),
      column(list.crd[1].begin(), list.crd[1].end());
  const std::vector<double> vals(list.vals.begin(), list.vals.end());
  std::vector<double> rows(n), y(n);
  for (std::size_t p = 0; p < row.size(); ++p) rows[static_cast<std::size_t>(row[p])] += vals[p];

  CHECK(threads_that_meet([&] { meet_in_rows(stored, y); }) == 2);
  CHECK(y == rows);
  CHECK(threads_that_meet([&] { meet_in_list(n, row, column, vals, y); }) == 2);
  CHECK(y == rows);

  const Entries expected = entries(a);
  insum::csr<double> c;
  c.shape = a.shape;
  CHECK(threads_that_meet([&] { meet_in_result(a, c); }) == 2);
  CHECK(entries(c) == expected);
  insum::dcsr<double> d;
  d.shape = a.shape;
  CHECK(threads_that_meet([&] { meet_in_stored_rows(stored, d); }) == 2);
  CHECK(entries(insum::convert<insum::csr<double>>(d)) == expected);
  insum::csr<double> t;
  t.shape = a.shape;
  CHECK(threads_that_meet([&] { meet_in_transposed(a, t); }) == 2);
  Entries transposed;
  for (const Entry& e : expected) transposed.push_back({e.column, e.row, e.value});
  std::sort(transposed.begin(), transposed.end(), stands_before);
  CHECK(entries(t) == transposed);
}
