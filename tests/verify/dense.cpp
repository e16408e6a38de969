// Dense results and gathers.
// clang-format off: it would write "min =" in pragmas
#include <cstdlib>
#include <limits>
#include <stdexcept>

#include "cases.hpp"

using cases::counted;

namespace {

void matvec(int n, int m, const double* a, const double* x, double* y) {
#pragma insum y[i] = A[i, j] * x[j]
#pragma insum tensor A[n, m] : dense(a)
#pragma insum tensor x[m] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int j = 0; j < m; ++j) y[i] += a[i * m + j] * x[j];
  }
}

double mixed(double a, float b, int c, long long d, bool e) {
  return a + 2 * static_cast<double>(b) + 3 * c + 5 * static_cast<double>(d) + (e ? 7 : 0);
}

}  // namespace

CASE(right_five_arguments, "") {
  const std::vector<double> a = counted(4);
  const std::vector<float> b{1, 2, 3, 4};
  const std::vector<int> c{4, 3, 2, 1};
  const std::vector<long long> d{7, 8, 9, 10};
  std::vector<double> y(4);
#pragma insum y[i] = mixed(a[i], b[i], c[i] + 1, d[i], a[i] > 2)
#pragma insum function mixed
  for (std::size_t i = 0; i < 4; ++i) y[i] = mixed(a[i], b[i], c[i] + 1, d[i], a[i] > 2);
}

CASE(right_product, "") {
  std::vector<double> a = counted(12), x = counted(4), y(3);
  matvec(3, 4, a.data(), x.data(), y.data());
}

CASE(right_empty, "") { matvec(0, 0, nullptr, nullptr, nullptr); }

CASE(right_division_beside_a_workspace, "") {
  const int n = 3;
  std::vector<float> a{1, -1, 2, 0, 3, -2, 1, 1, 1}, b{1, 2, 3};
  std::vector<double> c(3);
#pragma insum c[i] = ((a[i, k] > 0) / 2.0) * b[k]
#pragma insum tensor a[n, n] : dense(a)
#pragma insum schedule precompute(b[k], {k}, {k}, W, dense)
  for (std::size_t i = 0; i < 3; ++i) {
    c[i] = 0;
    for (std::size_t k = 0; k < 3; ++k) c[i] += (a[i * 3 + k] > 0 ? 0.5 : 0.0) * static_cast<double>(b[k]);
  }
}

CASE(wrong_index_swapped, "y[0] is") {
  const int n = 3;
  std::vector<double> a = counted(9), x = counted(3), y(3);
#pragma insum y[i] = A[j, i] * x[j]
#pragma insum tensor A[n, n] : dense(a)
  for (int i = 0; i < n; ++i) {
    y[static_cast<unsigned>(i)] = 0;
    for (int j = 0; j < n; ++j)
      y[static_cast<unsigned>(i)] += a[static_cast<unsigned>(i * n + j)] * x[static_cast<unsigned>(j)];
  }
}

CASE(wrong_layout, "C[0, 1] is 2 by the kernel and 3 by the statement") {
  const int n = 2, m = 3;
  std::vector<double> b = counted(6), c(6);
  double *p = b.data(), *q = c.data();
#pragma insum C[i, j] = B[i, j]
#pragma insum tensor B[n, m] : dense(p)
#pragma insum tensor C[n, m] : dense(q)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) q[i * m + j] = p[j * n + i];
}

CASE(right_column_major, "") {
  const int n = 2, m = 3;
  std::vector<double> b = counted(6), c(6);
  double *p = b.data(), *q = c.data();
#pragma insum C[i, j] = B[i, j]
#pragma insum tensor B[n, m] : dense(p) order(1, 0)
#pragma insum tensor C[n, m] : dense(q)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) q[i * m + j] = p[j * n + i];
}

CASE(wrong_missing_term, "y[0] is 1 by the kernel and 5 by the statement") {
  const int n = 3;
  double x[3] = {1, 2, 3}, z[3] = {4, 5, 6}, y[3];
#pragma insum y[i] = x[i]
  for (int i = 0; i < n; ++i) y[i] = x[i] + z[i];
}

CASE(wrong_factor, "y[0] is") {
  double x[3] = {1, 2, 3}, y[3];
#pragma insum y[i] = 2 * x[i]
  for (int i = 0; i < 3; ++i) y[i] = 3 * x[i];
}

CASE(wrong_sign, "y[0] is 1 by the kernel and -1 by the statement") {
  double x[3] = {1, 2, 3}, y[3];
#pragma insum y[i] = x[i]
  for (int i = 0; i < 3; ++i) y[i] = -x[i];
}

CASE(wrong_size_short, "the statement writes element 3 of the storage of y") {
  const int n = 4;
  double x[4] = {1, 2, 3, 4}, y[6] = {};
#pragma insum y[i] = x[i]
#pragma insum tensor x[n - 1] : dense(x)
#pragma insum tensor y[n - 1] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i];
}

CASE(wrong_size_long, "y[3] is 4 by the kernel and 0 by the statement") {
  const int n = 4;
  double x[4] = {1, 2, 3, 4}, y[4] = {};
#pragma insum y[i] = x[i]
  for (int i = 0; i < n - 1; ++i) y[i] = x[i];
}

CASE(wrong_first_element, "y[0] is") {
  const int n = 4;
  double x[4] = {1, 2, 3, 4}, y[4] = {};
#pragma insum y[i] = x[i]
  for (int i = 1; i < n; ++i) y[i] = x[i];
}

CASE(wrong_operator_product, "y[0] is 2 by the kernel and 1 by the statement") {
  double x[3] = {1, 2, 3}, y[3] = {1, 1, 1};
#pragma insum y[i] += x[i]
  for (int i = 0; i < 3; ++i) y[i] *= x[i];
}

CASE(wrong_assignment_for_sum, "y[0] is") {
  double x[3] = {1, 2, 3}, y[3] = {1, 1, 1};
#pragma insum y[i] = x[i]
  for (int i = 0; i < 3; ++i) y[i] += x[i];
}

CASE(right_sum_onto, "") {
  double x[3] = {1, 2, 3}, y[3] = {1, 1, 1};
#pragma insum y[i] += x[i]
  for (int i = 0; i < 3; ++i) y[i] += x[i];
}

CASE(right_minimum, "") {
  double x[3] = {1, -2, 3}, y[3] = {0, 0, 0};
#pragma insum y[i] min= x[i]
  for (int i = 0; i < 3; ++i) y[i] = x[i] < y[i] ? x[i] : y[i];
}

CASE(wrong_minimum, "y[1] is 0 by the kernel and -2 by the statement") {
  double x[3] = {1, -2, 3}, y[3] = {0, 0, 0};
#pragma insum y[i] max= x[i] - 3
  for (int i = 0; i < 3; ++i) y[i] = x[i] < y[i] ? x[i] : y[i];
}

CASE(wrong_operand_written,
     "the statement writes an operand: x[0] is 1 by the kernel and 2 by the statement") {
  double x[3] = {1, 2, 3}, y[3];
#pragma insum y[i] = x[i]
  for (int i = 0; i < 3; ++i) {
    y[i] = x[i];
    x[i] *= 2;
  }
}

CASE(right_two_outputs, "") {
  double x[3] = {1, 2, 3}, y[3], z[3];
#pragma insum y[i] = 2 * x[i]
#pragma insum z[i] = y[i] + x[i]
  for (int i = 0; i < 3; ++i) {
    y[i] = 2 * x[i];
    z[i] = y[i] + x[i];
  }
}

CASE(wrong_second_output, "z[0] is 3 by the kernel and 1 by the statement") {
  double x[3] = {1, 2, 3}, y[3], z[3];
#pragma insum y[i] = 2 * x[i]
#pragma insum z[i] = y[i] + x[i]
  for (int i = 0; i < 3; ++i) {
    y[i] = 2 * x[i];
    z[i] = y[i] - x[i];
  }
}

CASE(right_strided, "") {
  const int n = 3;
  double x[3] = {1, 2, 3}, y[6] = {9, 9, 9, 9, 9, 9};
#pragma insum Y[i] = x[i]
#pragma insum tensor Y[n] : dense(y) strides(2)
  for (int i = 0; i < n; ++i) y[2 * i] = x[i];
}

CASE(wrong_between_elements, "the statement writes element 1 of the storage of Y") {
  const int n = 3;
  double x[3] = {1, 2, 3}, y[6] = {9, 9, 9, 9, 9, 9};
#pragma insum Y[i] = x[i]
#pragma insum tensor Y[n] : dense(y) strides(2)
  for (int i = 0; i < n; ++i) y[2 * i] = y[2 * i + 1] = x[i];
}

CASE(wrong_interleaved, "V[0] is 3 by the kernel and 4 by the statement (and 1 more)") {
  double x[2] = {1, 2}, uv[4] = {9, 9, 9, 9}, *v = uv + 1;
#pragma insum U[i] = x[i]
#pragma insum V[i] = 3 * x[i]
#pragma insum tensor U[2] : dense(uv) strides(2)
#pragma insum tensor V[2] : dense(v) strides(2)
  for (int i = 0; i < 2; ++i) uv[2 * i] = x[i], uv[2 * i + 1] = 4 * x[i];
}

CASE(right_gather, "") {
  int at[3] = {2, 0, 1};
  double x[3] = {1, 2, 3}, y[3];
#pragma insum y[i] = x[at[i]]
  for (int i = 0; i < 3; ++i) y[i] = x[at[i]];
}

CASE(wrong_gather, "y[0] is 2 by the kernel and 3 by the statement") {
  int at[3] = {2, 0, 1};
  double x[3] = {1, 2, 3}, y[3] = {};
#pragma insum y[at[i]] = x[i]
  for (int i = 0; i < 3; ++i) y[i] = x[at[i]];
}

CASE(right_scatter_with_duplicates, "") {
  int at[4] = {1, 0, 1, 1};
  double x[4] = {1, 2, 3, 4}, y[2] = {};
#pragma insum y[at[i]] += x[i]
  for (int i = 0; i < 4; ++i) y[at[i]] += x[i];
}

CASE(right_stencil, "") {
  const int n = 5;
  double x[7] = {1, 2, 3, 4, 5, 6, 7}, w[3] = {1, 2, 1}, y[5];
#pragma insum y[i] = x[i + r] * w[r]
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int r = 0; r < 3; ++r) y[i] += x[i + r] * w[r];
  }
}

CASE(wrong_stencil, "y[0] is") {
  const int n = 5;
  double x[7] = {1, 2, 3, 4, 5, 6, 7}, w[3] = {1, 2, 4}, y[5];
#pragma insum y[i] = x[i + r] * w[r]
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int r = 0; r < 3; ++r) y[i] += x[i + 2 - r] * w[r];
  }
}

CASE(right_not_finite, "") {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  double x[3] = {inf, -inf, nan}, y[3];
#pragma insum y[i] = x[i]
  for (int i = 0; i < 3; ++i) y[i] = x[i];
}

CASE(wrong_not_a_number, "y[1] is 2 by the kernel and nan by the statement") {
  double x[3] = {1, 2, 3}, y[3];
#pragma insum y[i] = x[i]
  for (int i = 0; i < 3; ++i) y[i] = i == 1 ? std::numeric_limits<double>::quiet_NaN() : x[i];
}

CASE(wrong_infinite, "y[2] is 3 by the kernel and inf by the statement") {
  double x[3] = {1, 2, 3}, y[3];
#pragma insum y[i] = x[i]
  for (int i = 0; i < 3; ++i) y[i] = i == 2 ? std::numeric_limits<double>::infinity() : x[i];
}

CASE(right_within_tolerance, "") {
  double x[3] = {1, 2, 3}, y[3];
#pragma insum verify(rtol = 1e-2)
#pragma insum y[i] = x[i]
  for (int i = 0; i < 3; ++i) y[i] = 1.001 * x[i];
}

CASE(wrong_beyond_tolerance, "y[0] is") {
  double x[3] = {1, 2, 3}, y[3];
#pragma insum verify(rtol = 1e-5, atol = 0)
#pragma insum y[i] = x[i]
  for (int i = 0; i < 3; ++i) y[i] = 1.001 * x[i];
}

CASE(wrong_every_second_call, "y[0] is") {
  double x[1] = {1}, y[1];
  for (int time = 0; time < 3; ++time) {
#pragma insum verify(every = 2)
#pragma insum y[i] = x[i]
    for (int i = 0; i < 1; ++i) y[i] = time == 2 ? 2 : x[i];
  }
}

CASE(right_between_verified_calls, "") {
  double x[1] = {1}, y[1];
  for (int time = 0; time < 3; ++time) {
#pragma insum verify(every = 2)
#pragma insum y[i] = x[i]
    for (int i = 0; i < 1; ++i) y[i] = time == 1 ? 2 : x[i];
  }
}

namespace {

template <class T>
void scaled(int n, const T* x, T* y, T by) {
#pragma insum Y[i] = by * X[i]
#pragma insum tensor X[n] : dense(x)
#pragma insum tensor Y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] * (n > 3 ? by + 1 : by);
}

struct Point {
  double x, y;
};

}  // namespace

CASE(right_template, "") {
  float x[3] = {1, 2, 3}, y[3];
  scaled(3, x, y, 2.0f);
}

CASE(wrong_template, "Y[0] is 2 by the kernel and 3 by the statement") {
  double x[4] = {1, 2, 3, 4}, y[4];
  scaled(4, x, y, 2.0);
}

CASE(right_fields, "") {
  const int n = 2;
  Point p[2] = {{1, 2}, {3, 4}};
#pragma insum Y[i] = 2 * X[i]
#pragma insum tensor X[n] : dense(field(p, x))
#pragma insum tensor Y[n] : dense(field(p, y))
  for (int i = 0; i < n; ++i) p[i].y = 2 * p[i].x;
}

CASE(wrong_field, "Y[0] is 2 by the kernel and 3 by the statement") {
  const int n = 2;
  Point p[2] = {{1, 2}, {3, 4}};
#pragma insum Y[i] = 2 * X[i]
#pragma insum tensor X[n] : dense(field(p, x))
#pragma insum tensor Y[n] : dense(field(p, y))
  for (int i = 0; i < n; ++i) p[i].y = 3 * p[i].x;
}

CASE(right_slice, "") {
  const int n = 2, m = 3, row = 1;
  double c[6] = {1, 1, 1, 1, 1, 1}, x[3] = {4, 5, 6};
#pragma insum C[{row }, j] = x[j]
#pragma insum tensor C[n, m] : dense(c)
  for (int j = 0; j < m; ++j) c[row * m + j] = x[j];
}

CASE(wrong_slice, "C[0, 0] is 1 by the kernel and 4 by the statement") {
  const int n = 2, m = 3, row = 1;
  double c[6] = {1, 1, 1, 1, 1, 1}, x[3] = {4, 5, 6};
#pragma insum C[{row }, j] = x[j]
#pragma insum tensor C[n, m] : dense(c)
  for (int j = 0; j < m; ++j) c[j] = x[j];
}

CASE(right_two_outputs_in_one_array, "") {
  const int n = 2;
  std::vector<double> y(4);
  double x[2] = {1, 2}, *second = y.data() + 2;
#pragma insum U[i] = x[i]
#pragma insum V[i] = 3 * x[i]
#pragma insum tensor U[n] : dense(y)
#pragma insum tensor V[n] : dense(second)
  for (int i = 0; i < n; ++i) {
    y[static_cast<unsigned>(i)] = x[i];
    second[i] = 3 * x[i];
  }
}

CASE(right_tolerance_below_zero_is_refused, "") {
  for (const double by : {-0.5, 0.5}) {
    double x[3] = {1, 2, 3}, y[3];
    try {
#pragma insum verify(rtol = {by})
#pragma insum y[i] = x[i]
      for (int i = 0; i < 3; ++i) y[i] = x[i];
    } catch (const std::invalid_argument& error) {
      if (std::string(error.what()).find(": insum verify: rtol is -0.5, which is not at least 0") != std::string::npos) continue;
    }
    if (by < 0) std::abort();
  }
}

namespace {

int statements = 0;
void count_statement() { ++statements; }

void twice(const double* x, double* y) {
#pragma insum y[i] = x[i] * 2
#pragma insum tensor x[3] : dense(x)
#pragma insum tensor y[3] : dense(y)
  {
    count_statement();
    for (int i = 0; i < 3; ++i) y[i] = x[i] * 2;
  }
}

/// Destroyed when the report was written: what its calls find nobody would read.
struct Late {
  ~Late() {
    const double x[3] = {1, 2, 3};
    double y[3] = {};
    const int before = statements;
    for (int call = 0; call < 9; ++call) twice(x, y);
    if (statements != before || y[2] != 6) std::_Exit(3);
  }
};

}  // namespace

CASE(right_calls_after_the_report, "") {
  static const Late late;
  const double x[3] = {1, 2, 3};
  double y[3];
  twice(x, y);
  if (statements != 1) std::_Exit(4);
}
