// Products that scatter into sparse results through workspaces, against dense loops, on several threads.
#include <doctest/doctest.h>
#include <omp.h>

#include <algorithm>
#include <cstring>
#include <insum/insum.hpp>
#include <insum/rt/loops.hpp>
#include <insum/workspace.hpp>
#include <random>
#include <string>

#include "../support/kernel_name.hpp"
#include "workspace_kernels.hpp"

namespace {

using Dense = insum::dense<double>;

insum::coo<double> random_entries(std::mt19937& random, std::int64_t rows, std::int64_t cols, int n) {
  insum::coo<double> m;
  m.shape = {rows, cols};
  for (int k = 0; k < n; ++k) {
    m.crd[0].push_back(static_cast<std::int32_t>(random() % static_cast<unsigned>(rows)));
    m.crd[1].push_back(static_cast<std::int32_t>(random() % static_cast<unsigned>(cols)));
    m.vals.push_back(static_cast<double>(1 + random() % 7));
  }
  return insum::convert<insum::coo<double>>(m);
}

Dense product(const Dense& a, const Dense& b) {
  Dense c;
  c.shape = {a.rows(), b.cols()};
  c.vals.assign(static_cast<std::size_t>(a.rows() * b.cols()), 0.0);
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t k = 0; k < a.cols(); ++k)
      for (std::int64_t j = 0; j < b.cols(); ++j) {
        double& x = c.vals[static_cast<std::size_t>(i * b.cols() + j)];
        x += a.vals[static_cast<std::size_t>(i * a.cols() + k)] *
             b.vals[static_cast<std::size_t>(k * b.cols() + j)];
      }
  return c;
}

template <class A, class B, class C>
void check(void (*kernel)(const A&, const B&, C&), double before = 0) {
  std::mt19937 random(1);
  for (const int n : {0, 1, 40, 700})
    for (const int threads : {1, 2, 4}) {
      omp_set_num_threads(threads);
      const auto a = random_entries(random, 60, 70, n), b = random_entries(random, 70, 50, 2 * n);
      auto wanted = product(insum::convert<Dense>(a), insum::convert<Dense>(b));
      C c;
      c.shape = {60, 50};
      if (before != 0) {
        insum::coo<double> old;
        old.shape = c.shape;
        old.crd[0].push_back(3), old.crd[1].push_back(4), old.vals.push_back(before);
        c = insum::convert<C>(old);
        wanted.vals[3 * 50 + 4] += before;
      }
      kernel(insum::convert<A>(a), insum::convert<B>(b), c);
      c.validate();
      CHECK(insum::convert<Dense>(c).vals == wanted.vals);
    }
  omp_set_num_threads(2);
}

}  // namespace

TEST_CASE("outer products in every policy, with any capacity, into every format") {
  check(outer_coord);
  check(outer_hash);
  check(outer_bucket);
  check(outer_one);
  check(outer_two);
  check(outer_dense);
  check(outer_line);
  check(outer_user);
  check(outer_thrice);
}

TEST_CASE("parts of right sides in workspaces of their own") {
  check(part_renamed);
  check(part_factor);
  check(part_sum);
  check(part_of_terms);
}

TEST_CASE("what a result holds is added to, and rows") {
  check(outer_adds, 5);
  check(rows_hash);
}

TEST_CASE("deterministic: the same bits for any number of threads") {
  std::mt19937 random(2);
  auto a = random_entries(random, 300, 200000, 300000), b = random_entries(random, 200000, 200, 300000);
  for (double& x : a.vals) x = 1 / x;
  const auto left = insum::convert<Columns>(a);
  const auto right = insum::convert<Rows>(b);
  insum::csr<double> first;
  for (const int threads : {1, 2, 4}) {
    omp_set_num_threads(threads);
    insum::csr<double> c;
    c.shape = {300, 200};
    outer_deterministic(left, right, c);
    if (threads == 1) first = c;
    CHECK(c.pos == first.pos);
    CHECK(c.crd == first.crd);
    CHECK(std::memcmp(c.vals.data(), first.vals.data(), c.vals.size() * sizeof(double)) == 0);
  }
}

TEST_CASE("a bound of the memory: what does not fit is refused") {
  check(outer_bounded);
  std::mt19937 random(4);
  const auto a = insum::convert<Columns>(random_entries(random, 3000, 300, 5000));
  const auto b = insum::convert<Rows>(random_entries(random, 300, 3000, 5000));
  insum::csr<double> c;
  c.shape = {3000, 3000};
  CHECK_THROWS_AS(outer_bounded(a, b, c), insum::memory_error);
  CHECK(c.nnz() == 0);
}

TEST_CASE("a bound of the memory that is known when the kernel runs") {
  std::mt19937 random(4);
  const auto a = insum::convert<Columns>(random_entries(random, 300, 300, 500));
  const auto b = insum::convert<Rows>(random_entries(random, 300, 300, 500));
  insum::csr<double> wanted, c;
  wanted.shape = c.shape = {300, 300};
  outer_bounded(a, b, wanted);
  std::int64_t least = 1;  // powers of two, of which all beyond one are enough
  for (;; least *= 2) {
    REQUIRE(least < 1000000);
    try {
      outer_bounded_by(a, b, c, least);
      break;
    } catch (const insum::memory_error&) {
      CHECK(c.nnz() == 0);
    }
  }
  CHECK(2 * least > 16 * wanted.nnz());  // a coordinate and a value take as much at least
  for (; least < 1000000; least *= 2) {
    outer_bounded_by(a, b, c, least);
    CHECK(insum::convert<Dense>(c).vals == insum::convert<Dense>(wanted).vals);
  }
  for (const int bytes : {0, -1}) {
    std::string text;
    try {
      outer_bounded_by(a, b, c, bytes);
    } catch (const insum::size_error& e) {
      text = e.what();
    }
    CHECK(text.find("the bound of its memory is " + std::to_string(2 * bytes) + ", which is less than 1") !=
          std::string::npos);
  }
}

TEST_CASE("where there is no memory for a workspace, nothing is lost") {
  constexpr std::int64_t many = std::int64_t{1} << 27;  // 2^54 places of 8 bytes are more than any system has
  Columns a;
  Rows b;
  insum::csr<double> c;
  a.shape = {many, 4}, b.shape = {4, many}, c.shape = {many, many};
  std::string text;
  try {
    outer_dense(a, b, c);
  } catch (const insum::memory_error& e) {
    text = e.what();
  }
  const std::string bytes =
      std::to_string(insum::dense_workspace<double, insum::op_add, 2>::bytes({many, many}, 0));
  CHECK(without_kernel(text, "workspace_kernels.cpp") ==
        "a workspace needs " + bytes + " bytes, for which there is no memory");
  CHECK(c.shape[0] == many);
  CHECK(c.nnz() == 0);
  check(outer_dense);
}

TEST_CASE("a bound of the memory holds for all workspaces of a block together") {
  std::mt19937 random(4);
  const auto a = insum::convert<Columns>(random_entries(random, 300, 300, 1200));
  const auto b = insum::convert<Rows>(random_entries(random, 300, 300, 1400));
  for (const int threads : {1, 4}) {
    omp_set_num_threads(threads);
    insum::csr<double> one, c;
    insum::csc<double> d;
    one.shape = c.shape = d.shape = {300, 300};
    outer_bounded(a, b, one);
    CHECK(one.nnz() > 3000);
    CHECK_THROWS_AS(two_bounded(a, b, c, d), insum::memory_error);
  }
  // Less fits twice.
  const auto few = insum::convert<Rows>(random_entries(random, 300, 300, 200));
  insum::csr<double> c;
  insum::csc<double> d;
  c.shape = d.shape = {300, 300};
  two_bounded(a, few, c, d);
  CHECK(insum::convert<Dense>(c).vals == insum::convert<Dense>(d).vals);
  omp_set_num_threads(2);
}

TEST_CASE("deterministic with a bound of the memory: the same bits for any number of threads") {
  std::mt19937 random(5);
  auto a = random_entries(random, 300, 20000, 30000), b = random_entries(random, 20000, 200, 30000);
  for (double& x : a.vals) x = 1 / x;
  const auto left = insum::convert<Columns>(a);
  const auto right = insum::convert<Rows>(b);
  insum::csr<double> first;
  for (const int threads : {1, 2, 4, 16}) {
    omp_set_num_threads(threads);
    insum::csr<double> c;
    c.shape = {300, 200};
    deterministic_bounded(left, right, c);
    if (threads == 1) first = c;
    CHECK(c.crd == first.crd);
    CHECK(std::memcmp(c.vals.data(), first.vals.data(), c.vals.size() * sizeof(double)) == 0);
  }
  omp_set_num_threads(2);
}

TEST_CASE("a tensor of rank 3") {
  std::mt19937 random(3);
  insum::coo<double, 3> entries;
  entries.shape = {9, 7, 8};
  for (int n = 0; n < 150; ++n) {
    for (std::size_t m = 0; m < 3; ++m)
      entries.crd[m].push_back(static_cast<std::int32_t>(random() % static_cast<unsigned>(entries.shape[m])));
    entries.vals.push_back(static_cast<double>(1 + random() % 5));
  }
  const auto b = insum::convert<insum::csf<double, 3>>(entries);
  const auto d = insum::convert<insum::csr<double>>(random_entries(random, 9, 6, 25));
  insum::csf<double, 3> c;
  c.shape = {7, 8, 6};
  ttm(b, d, c);
  c.validate();
  const auto x = insum::convert<insum::dense<double, 3>>(b);
  const auto y = insum::convert<Dense>(d);
  std::vector<double> wanted(7 * 8 * 6);
  for (std::size_t k = 0; k < 9; ++k)
    for (std::size_t ij = 0; ij < 56; ++ij)
      for (std::size_t l = 0; l < 6; ++l) wanted[ij * 6 + l] += x.vals[k * 56 + ij] * y.vals[k * 6 + l];
  CHECK(insum::convert<insum::dense<double, 3>>(c).vals == insum::buffer<double>(wanted));
}

TEST_CASE("rows of a result that may be unsorted keep the order in which their entries are met") {
  std::mt19937 random(11);
  for (const int n : {0, 1, 40, 700})
    for (const int threads : {1, 4}) {
      omp_set_num_threads(threads);
      const auto a = insum::convert<insum::csr<double>>(random_entries(random, 60, 70, n));
      const auto b = insum::convert<insum::csr<double>>(random_entries(random, 70, 50, 2 * n));
      std::vector<std::int64_t> pos;
      std::vector<int> crd, wanted;
      std::vector<double> vals;
      rows_unsorted(a, b, pos, crd, vals);
      Dense c;
      c.shape = {60, 50};
      c.vals.assign(60 * 50, 0.0);
      REQUIRE(pos.size() == 61);
      REQUIRE(crd.size() == vals.size());
      for (std::size_t i = 0; i < 60; ++i) {
        const std::size_t first = wanted.size();
        for (auto p = static_cast<std::size_t>(a.pos[i]); p < static_cast<std::size_t>(a.pos[i + 1]); ++p) {
          const auto k = static_cast<std::size_t>(a.crd[p]);
          for (auto q = static_cast<std::size_t>(b.pos[k]); q < static_cast<std::size_t>(b.pos[k + 1]); ++q)
            if (std::find(wanted.begin() + static_cast<std::ptrdiff_t>(first), wanted.end(), b.crd[q]) ==
                wanted.end())
              wanted.push_back(b.crd[q]);
        }
        CHECK(pos[i + 1] == static_cast<std::int64_t>(wanted.size()));
        for (std::size_t p = first; p < std::min(wanted.size(), crd.size()); ++p)
          c.vals[i * 50 + static_cast<std::size_t>(crd[p])] = vals[p];
      }
      CHECK(crd == wanted);
      CHECK(c.vals == product(insum::convert<Dense>(a), insum::convert<Dense>(b)).vals);
    }
}

TEST_CASE("parts of a loop of more work than 64 bits count, where any work pays for threads") {
  const std::int64_t n = std::int64_t{1} << 40;
  std::int64_t visited = 0;
  insum::rt::parallel(insum::rt::fixed{0, n, n}, [&](std::int64_t begin, std::int64_t end) {
    __atomic_fetch_add(&visited, end - begin, __ATOMIC_RELAXED);
  });
  CHECK(visited == n);
}

TEST_CASE_TEMPLATE("sums of 16-bit floats are computed as float", T, insum::half, insum::bfloat16) {
  constexpr int terms = 3000;  // their sum in T stays at 256 or 2048
  insum::coo<T> row{{1, terms}, {}, {}};
  for (int k = 0; k < terms; ++k) {
    row.crd[0].push_back(0);
    row.crd[1].push_back(k);
    row.vals.push_back(T(1));
  }
  insum::coo<T> column{{terms, 1}, {{row.crd[1], row.crd[0]}}, row.vals};
  const auto rows = insum::convert<insum::csr<T>>(row), columns = insum::convert<insum::csr<T>>(column);
  const auto row_by_columns = insum::convert<insum::csc<T>>(row);
  const auto sum_of = [&](auto C, auto product, const auto& A) {
    C.shape = {1, 1};
    product(A, columns, C);
    REQUIRE(C.vals.size() == 1);
    return static_cast<float>(C.vals[0]);
  };
  const float expected = static_cast<float>(T(terms));
  for (const int threads : {1, 4}) {
    omp_set_num_threads(threads);
    CHECK(sum_of(insum::csr<T>{}, narrow_by_rows<T>, rows) == expected);
    CHECK(sum_of(insum::coo<T>{}, narrow_scattered<T>, row_by_columns) == expected);
    if constexpr (std::is_same_v<T, insum::bfloat16>) {
      CHECK(sum_of(insum::csr<T>{}, narrow_hash, row_by_columns) == expected);
      CHECK(sum_of(insum::csc<T>{}, narrow_user, row_by_columns) == expected);
    }
  }
}
