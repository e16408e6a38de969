// `format A -> X + Y` and `hyb`: kernels on sums of parts give what the matrix gives.
#include "../support/kernel_name.hpp"
#include "decomposed_kernels.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <random>

namespace {

using decomposed::Dense, decomposed::Matrix, decomposed::Vector;

/// Small whole numbers, in single entries, full blocks, a diagonal and one long row.
Matrix random_matrix(int rows, int columns, unsigned seed) {
  std::mt19937 random(seed);
  insum::coo<double, 2> list;
  list.shape = {rows, columns};
  const auto add = [&](int i, int k) {
    if (i >= rows || k >= columns) return;
    list.crd[0].push_back(i);
    list.crd[1].push_back(k);
    list.vals.push_back(static_cast<double>(random() % 9) + 1);
  };
  const auto any = [&](int size) {
    return size < 1 ? 0 : static_cast<int>(random() % static_cast<unsigned>(size));
  };
  for (int n = 0; n < rows; ++n) add(any(rows), any(columns));
  for (int n = 0; n < rows / 4; ++n) {
    const int i = any(rows) / 6 * 6, k = any(columns) / 6 * 6;
    for (int e = 0; e < 36; ++e) add(i + e / 6, k + e % 6);
  }
  if (seed % 2 == 1)
    for (int n = 0; n < rows; ++n) add(n, n);
  for (int k = 0; k < columns; k += 2) add(rows / 3, k);
  return insum::convert<Matrix>(list);
}

Dense random_dense(std::int64_t rows, std::int64_t columns) {
  Dense B({rows, columns});
  for (std::size_t n = 0; n < B.vals.size(); ++n) B.vals[n] = static_cast<double>(n * 7 % 13) - 6;
  return B;
}

Vector random_vector(std::int64_t size) {
  Vector x(static_cast<std::size_t>(size));
  for (std::size_t n = 0; n < x.size(); ++n) x[n] = static_cast<double>(n * 5 % 11) - 5;
  return x;
}

/// Calls entry(i, k, value) for what is stored.
template <class T, class Index, class F>
void each_entry(const insum::csr<T, Index>& A, F&& entry) {
  for (std::size_t i = 0; i + 1 < A.pos.size(); ++i)
    for (auto p = static_cast<std::size_t>(A.pos[i]); p < static_cast<std::size_t>(A.pos[i + 1]); ++p)
      entry(static_cast<std::int64_t>(i), static_cast<std::int64_t>(A.crd[p]), A.vals[p]);
}

double& at(Dense& D, std::int64_t i, std::int64_t j) {
  return D.vals[static_cast<std::size_t>(i * D.shape[1] + j)];
}
double at(const Dense& D, std::int64_t i, std::int64_t j) {
  return D.vals[static_cast<std::size_t>(i * D.shape[1] + j)];
}

Dense as_dense(const Matrix& A, double fill = 0) {
  Dense D({A.rows(), A.cols()});
  std::fill(D.vals.begin(), D.vals.end(), fill);
  each_entry(A, [&](auto i, auto k, double v) { at(D, i, k) = v; });
  return D;
}

Dense naive_product(const Matrix& A, const Dense& B) {
  Dense C({A.rows(), B.shape[1]});
  each_entry(A, [&](auto i, auto k, double v) {
    for (std::int64_t j = 0; j < B.shape[1]; ++j) at(C, i, j) += v * at(B, k, j);
  });
  return C;
}

/// Calls test(A) for matrices of many shapes.
template <class F>
void for_matrices(F&& test) {
  unsigned seed = 0;
  for (const auto& [rows, columns] :
       {std::pair{37, 29}, {64, 64}, {1, 1}, {6, 90}, {300, 7}, {0, 4}, {5, 0}}) {
    CAPTURE(rows);
    CAPTURE(columns);
    for (int n = 0; n < 2; ++n) test(random_matrix(rows, columns, ++seed));
  }
}

}  // namespace

TEST_CASE("products of a sum of parts") {
  for_matrices([](const Matrix& A) {
    const Dense B = random_dense(A.cols(), 19);
    const Dense expected = naive_product(A, B);
    for (const decomposed::Product product :
         {decomposed::blocks_and_slots, decomposed::buckets, decomposed::partitions,
          decomposed::automatic_buckets, decomposed::diagonals_and_rows, decomposed::three_parts,
          decomposed::kept}) {
      Dense C = random_dense(A.rows(), 19);
      product(A, B, C);
      CHECK(C.vals == expected.vals);
    }
    insum::invalidate(A.vals.data());  // that the next matrix may get
    insum::invalidate(A.crd.data());
    insum::invalidate(A.pos.data());
  });
}

TEST_CASE("a matrix that is stored in buckets") {
  for_matrices([](const Matrix& A) {
    const Vector x = random_vector(A.cols());
    Vector y(static_cast<std::size_t>(A.rows()), 99), expected(y.size());
    each_entry(A, [&](auto i, auto k, double v) {
      expected[static_cast<std::size_t>(i)] += v * x[static_cast<std::size_t>(k)];
    });
    const auto [buckets] = insum::decompose<insum::hyb_buckets<double, std::int64_t, 2, 2>>(A);
    decomposed::of_buckets(buckets, x, y);
    CHECK(y == expected);
    const auto back = insum::convert<Matrix>(buckets);
    CHECK(back.pos == A.pos);
    CHECK(back.crd == A.crd);
    CHECK(back.vals == A.vals);
  });
  const Vector x = {1, 10, 100, 1000, 10000};
  Vector y(6, 7);
  const decomposed::Bucket of[3] = {
      {{2, 5}, {0, 4}, {2, 1}},
      {{}, {}, {}},
      {{1, 3, 1}, {0, 1, 2, -1, 0, 2, 3, 4, 4, -1, -1, -1}, {1, 2, 3, 0, 4, 5, 6, 7, 8, 0, 0, 0}}};
  decomposed::of_arrays(6, 5, of, x, y);
  CHECK(y == Vector{0, 80321, 2, 76504, 0, 10000});
}

TEST_CASE("parts are kept until they are invalidated") {
  Matrix A;
  A.shape = {2, 2};
  A.pos = {0, 1, 2};
  A.crd = {1, 0};
  A.vals = {2, 3};
  const Dense B = random_dense(2, 3);
  Dense before({2, 3}), C({2, 3});
  decomposed::kept(A, B, before);
  A.vals[0] = 5;
  decomposed::kept(A, B, C);
  CHECK(C.vals == before.vals);
  insum::invalidate(A.crd.data());
  decomposed::kept(A, B, C);
  CHECK(C.vals == naive_product(A, B).vals);
}

TEST_CASE("an operand that occurs twice") {
  for_matrices([](const Matrix& A) {
    if (A.rows() != A.cols()) return;
    const Dense D = random_dense(A.rows(), A.cols()), square = naive_product(A, as_dense(A));
    Dense C = random_dense(A.rows(), A.cols()), expected = C;
    for (std::size_t n = 0; n < C.vals.size(); ++n) expected.vals[n] += D.vals[n] - square.vals[n];
    decomposed::square(A, D, C);
    CHECK(C.vals == expected.vals);
  });
}

TEST_CASE("reductions inside of a term, and terms without one") {
  for_matrices([](const Matrix& A) {
    Vector y(static_cast<std::size_t>(A.rows()), 99), sums(y.size());
    decomposed::norms(A, y);
    each_entry(A, [&](auto i, auto, double v) { sums[static_cast<std::size_t>(i)] += v * v; });
    for (std::size_t i = 0; i < y.size(); ++i) CHECK(y[i] == std::sqrt(sums[i]));
    const Dense B = random_dense(A.rows(), A.cols()), a = as_dense(A);
    Dense C = random_dense(A.rows(), A.cols());
    decomposed::scaled(A, B, C);
    for (std::size_t n = 0; n < C.vals.size(); ++n) CHECK(C.vals[n] == (a.vals[n] + 2) * B.vals[n]);
  });
}

TEST_CASE("what no part stores counts where the term has a value there") {
  for_matrices([](const Matrix& A) {
    const Dense a = as_dense(A);
    Dense C({A.rows(), A.cols()});
    decomposed::everywhere(A, C);
    for (std::size_t n = 0; n < C.vals.size(); ++n) CHECK(C.vals[n] == std::abs(a.vals[n] - 3));
    if (A.cols() == 0) return;
    Vector y(static_cast<std::size_t>(A.rows()));
    decomposed::greatest(A, y);
    for (std::int64_t i = 0; i < A.rows(); ++i)
      CHECK(y[static_cast<std::size_t>(i)] ==
            *std::max_element(&a.vals[static_cast<std::size_t>(i * A.cols())],
                              &a.vals[static_cast<std::size_t>(i * A.cols())] + A.cols()));
  });
}

TEST_CASE("a fill value of infinity") {
  constexpr double far = std::numeric_limits<double>::infinity();
  for_matrices([&](const Matrix& A) {
    const Vector x = random_vector(A.cols());
    Vector y(static_cast<std::size_t>(A.rows()), 4), least(y.size(), far), z = y;
    each_entry(A, [&](auto i, auto k, double v) {
      double& l = least[static_cast<std::size_t>(i)];
      l = std::min(l, v + x[static_cast<std::size_t>(k)]);
    });
    decomposed::nearest(A, x, y);
    decomposed::nearest_of_all(A, x, z);
    for (std::size_t i = 0; i < y.size(); ++i) CHECK(y[i] == std::min(4.0, least[i]));
    CHECK(z == least);
    const Dense a = as_dense(A, far), two = as_dense(A, 2);
    Dense C({A.rows(), A.cols()});
    decomposed::scaled_background(A, C);
    for (std::size_t n = 0; n < C.vals.size(); ++n) CHECK(C.vals[n] == 3 * two.vals[n]);
    decomposed::near(A, C);
    for (std::size_t n = 0; n < C.vals.size(); ++n) CHECK(C.vals[n] == (a.vals[n] < 4 ? 1 : 0));
  });
}

TEST_CASE_TEMPLATE("infinity in any type", T, float, std::int64_t) {
  for_matrices([](const Matrix& A) {
    const auto a = insum::convert<insum::csr<T, std::int64_t>>(A);
    const std::vector<T> x(static_cast<std::size_t>(A.cols()), T(2));
    std::vector<T> y(static_cast<std::size_t>(A.rows()), T(6)), expected = y;
    each_entry(a, [&](auto i, auto, T v) {
      T& e = expected[static_cast<std::size_t>(i)];
      e = std::min(e, static_cast<T>(v + 2));
    });
    decomposed::nearest_of_type(a, x, y);
    CHECK(y == expected);
  });
}

TEST_CASE("the largest integer where it counts, and a sum that is compared with its loop") {
  for_matrices([](const Matrix& A) {
    const auto a = insum::convert<insum::csr<std::int64_t, std::int64_t>>(A);
    const std::vector<std::int64_t> x(static_cast<std::size_t>(A.cols()), 3);
    std::vector<std::int64_t> least(static_cast<std::size_t>(A.rows()), 6), expected = least;
    each_entry(a, [&](auto i, auto, std::int64_t v) {
      std::int64_t& e = expected[static_cast<std::size_t>(i)];
      e = std::min(e, std::max<std::int64_t>(v, 3));
    });
    decomposed::lower(a, x, least);
    CHECK(least == expected);
    Vector y(least.size(), 99), sums(y.size());
    each_entry(A, [&](auto i, auto, double v) { sums[static_cast<std::size_t>(i)] += 2 * v; });
    decomposed::verified(A, Vector(static_cast<std::size_t>(A.cols()), 2), y);
    CHECK(y == sums);
    insum::invalidate(A.vals.data());
    insum::invalidate(A.crd.data());
    insum::invalidate(A.pos.data());
  });
}

TEST_CASE("sparse results") {
  for_matrices([](const Matrix& A) {
    if (A.rows() == A.cols()) {
      const Dense B = random_dense(A.rows(), 5);
      Matrix S;
      S.shape = A.shape;
      decomposed::sampled(A, B, S);
      Dense expected({A.rows(), A.cols()});
      each_entry(A, [&](auto i, auto j, double v) {
        for (std::int64_t k = 0; k < 5; ++k) at(expected, i, j) += v * at(B, i, k) * at(B, j, k);
      });
      CHECK(as_dense(S).vals == expected.vals);
    }
    const Matrix B = random_matrix(static_cast<int>(A.rows()), static_cast<int>(A.cols()), 77);
    Matrix S;
    S.shape = A.shape;
    decomposed::sum_of_matrices(A, B, S);
    S.validate();
    Dense expected = as_dense(A);
    const Dense b = as_dense(B), s = as_dense(S);
    for (std::size_t n = 0; n < s.vals.size(); ++n) CHECK(s.vals[n] == expected.vals[n] + 2 * b.vals[n]);
  });
}

TEST_CASE("trees in parts") {
  std::mt19937 random(3);
  insum::coo<double, 3> T;
  T.shape = {9, 8, 7};
  Vector x = random_vector(8), y(9, 99), expected(9);
  for (int n = 0; n < 200; ++n) {
    const int at[] = {static_cast<int>(random() % 9), static_cast<int>(random() % 8),
                      static_cast<int>(random() % 7)};
    for (std::size_t mode = 0; mode < 3; ++mode) T.crd[mode].push_back(at[mode]);
    T.vals.push_back(static_cast<double>(n % 5));
    expected[static_cast<std::size_t>(at[0])] +=
        T.vals.back() * x[static_cast<std::size_t>(at[1])] * x[static_cast<std::size_t>(at[2])];
  }
  // Both indices read x, whose size is that of the larger mode.
  T.shape[2] = 8;
  decomposed::tree(T, x, y);
  CHECK(y == expected);
}

TEST_CASE("rows that fit no part are refused by name") {
  Matrix A;
  A.shape = {2, 6};
  A.pos = {0, 3, 5};
  A.crd = {0, 2, 4, 1, 5};
  A.vals = {1, 2, 3, 4, 5};
  const Vector x = {1, 10, 100, 1000, 10000, 100000};
  Vector y = {1, 2};
  decomposed::short_rows(A, x, y);
  CHECK(y == Vector{30202, 500042});
  A.pos = {0, 4, 5};
  A.crd = {0, 2, 4, 5, 1};
  const std::string refusal =
      refusal_of<insum::storage_error>("decomposed_kernels.cpp", [&] { decomposed::short_rows(A, x, y); });
  CHECK(refusal.find("format A -> ell + ell: ") == 0);
  CHECK(y == Vector{30202, 500042});
}

TEST_CASE_TEMPLATE("elements of any type", T, float, std::int32_t, std::complex<double>) {
  for_matrices([](const Matrix& A) {
    const auto a = insum::convert<insum::csr<T, std::int64_t>>(A);
    std::vector<T> x(static_cast<std::size_t>(A.cols()), T(2)), y(static_cast<std::size_t>(A.rows()), T(1)),
        expected = y;
    each_entry(a, [&](auto i, auto, T v) { expected[static_cast<std::size_t>(i)] += v * T(2); });
    decomposed::of_any_type(a, x, y);
    CHECK(y == expected);
  });
}
