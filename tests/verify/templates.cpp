// Blocks in templates: types follow each instantiation, as in the hand-written loop.
// clang-format off: it would write "min =" in pragmas
#include <algorithm>
#include <cmath>

#include "cases.hpp"

using cases::Csr;

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// y = scalar * a * x, whose types may all differ.
template <class A, class X, class Y>
void scaled(int n, const A* a, const X* x, Y* y, Y alpha) {
#pragma insum v[i] = alpha * u[i] * w[i]
#pragma insum tensor u[n] : dense(a)
#pragma insum tensor w[n] : dense(x)
#pragma insum tensor v[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = static_cast<Y>(alpha * static_cast<Y>(a[i]) * static_cast<Y>(x[i]));
}

template <class T>
struct Rows {
  Csr matrix;
  std::vector<T> val{1, 2, 3, 4, 5}, x{1, 2, 3, 4}, y = std::vector<T>(3);

  template <class F>
  void each(F f) const {
    for (int i = 0; i < matrix.rows; ++i)
      for (int p = matrix.pos[at(i)]; p < matrix.pos[at(i + 1)]; ++p) f(at(i), at(matrix.crd[at(p)]), val[at(p)]);
  }

  void largest() {
#pragma insum y[i] = max(j: abs(A[i,j]))
#pragma insum tensor A[matrix.rows, matrix.cols] : csr(matrix.pos, matrix.crd, val)
    {
      std::fill(y.begin(), y.end(), T(0));
      each([&](std::size_t i, std::size_t, T a) { y[i] = std::max(y[i], std::abs(a)); });
    }
  }

  void norms() {
#pragma insum y[i] = sqrt(sum(j: A[i,j] * A[i,j]))
#pragma insum tensor A[matrix.rows, matrix.cols] : csr(matrix.pos, matrix.crd, val)
    {
      std::fill(y.begin(), y.end(), T(0));
      each([&](std::size_t i, std::size_t, T a) { y[i] += a * a; });
      for (T& each : y) each = std::sqrt(each);
    }
  }

  void means(T by) {
#pragma insum y[i] = sum(j: A[i,j] * x[j]) / {by}
#pragma insum tensor A[matrix.rows, matrix.cols] : csr(matrix.pos, matrix.crd, val)
    {
      std::fill(y.begin(), y.end(), T(0));
      each([&](std::size_t i, std::size_t j, T a) { y[i] += a * x[j]; });
      for (T& each : y) each /= by;
    }
  }

  void softmax() {
#pragma insum y[i] = exp(z[i] - max(k: z[k])) / sum(j: exp(z[j] - max(k: z[k])))
#pragma insum tensor z[3] : dense(x.data())
    {
      T most = x[0], sum = 0;
      for (int i = 0; i < 3; ++i) most = std::max(most, x[at(i)]);
      for (int i = 0; i < 3; ++i) sum += std::exp(x[at(i)] - most);
      for (int i = 0; i < 3; ++i) y[at(i)] = std::exp(x[at(i)] - most) / sum;
    }
  }

  void shifted() {
#pragma insum y[i] = (A[i,j] + 1) * x[j]
#pragma insum tensor A[matrix.rows, matrix.cols] : csr(matrix.pos, matrix.crd, val)
    {
      std::fill(y.begin(), y.end(), T(10));  // 1 + 2 + 3 + 4, for the ones
      each([&](std::size_t i, std::size_t j, T a) { y[i] += a * x[j]; });
    }
  }

  void normal_equations() {
    std::vector<T> z(4);
#pragma insum t[i] = A[i,j] * x[j]
#pragma insum z[j] = A[i,j] * t[i]
#pragma insum tensor A[matrix.rows, matrix.cols] : csr(matrix.pos, matrix.crd, val)
    {
      std::vector<T> t(3);
      each([&](std::size_t i, std::size_t j, T a) { t[i] += a * x[j]; });
      each([&](std::size_t i, std::size_t j, T a) { z[j] += a * t[i]; });
    }
  }

  void counted() {
#pragma insum y[i] = sum(j: (A[i,j] > x[j]) * x[j]) / 2
#pragma insum tensor A[matrix.rows, matrix.cols] : csr(matrix.pos, matrix.crd, val)
    {
      std::fill(y.begin(), y.end(), T(0));
      each([&](std::size_t i, std::size_t j, T a) { y[i] += static_cast<T>(a > x[j]) * x[j] / 2; });
    }
  }
};

template <class T>
void all_rows() {
  Rows<T> rows;
  rows.largest();
  rows.norms();
  rows.means(T(3));
  rows.softmax();
  rows.shifted();
  rows.normal_equations();
  rows.counted();
}

}  // namespace

CASE(right_scalar_wider_than_integers, "") {
  int a[2] = {1, 2}, x[2] = {-1, 4};
  long y[2];
  scaled(2, a, x, y, 1L << 40);
}

CASE(right_scalar_beyond_floats, "") {
  float x[2] = {1, 2};
  double y[2];
  scaled(2, x, x, y, 1e300);
}

CASE(right_scalar_of_more_digits, "") {
  float x[2] = {1, 2};
  int a[2] = {1, 2};
  double y[2];
  scaled(2, x, a, y, 0.1);
}

CASE(right_scalar_with_unsigned, "") {
  unsigned a[2] = {2, 3};
  int x[2] = {-1, 4};
  long y[2];
  scaled(2, a, x, y, 2L);
}

CASE(right_rows_of_floats, "") { all_rows<float>(); }
CASE(right_rows_of_doubles, "") { all_rows<double>(); }
