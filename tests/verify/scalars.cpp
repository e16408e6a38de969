// Scalar results, and elements other than double.
#include <complex>
#include <vector>

#include "cases.hpp"

CASE(right_scalar, "") {
  double x[3] = {1, 2, 3}, s = 0;
#pragma insum s += x[i] * x[i]
  for (int i = 0; i < 3; ++i) s += x[i] * x[i];
}

CASE(wrong_scalar, "s is 14 by the kernel and 6 by the statement") {
  double x[3] = {1, 2, 3}, s = 0;
#pragma insum s += x[i] * x[i]
  for (int i = 0; i < 3; ++i) s += x[i];
}

CASE(right_other_order, "") {
  std::vector<double> x(1000, 0.1);
  double s = 0;
#pragma insum s = sum(i : x[i])
  for (std::size_t i = x.size(); i-- > 0;) s += x[i];
}

// Terms that an index array brings to one element are added in any order, as those of a sum are.
CASE(right_scattered_other_order, "") {
  std::vector<double> y(2, 0), v(1000);
  std::vector<int> to(1000);
  for (std::size_t f = 0; f < v.size(); ++f) v[f] = 1 + 1.0 / static_cast<double>(f + 3), to[f] = f % 2;
#pragma insum y[to[f]] += v[f]
  for (std::size_t f = v.size(); f-- > 0;) y[static_cast<std::size_t>(to[f])] += v[f];
}

CASE(wrong_scattered, "y[1] is 4 by the kernel and 1 by the statement") {
  int to[3] = {1, 0, 1};
  double v[3] = {1, 2, 3}, y[2] = {0, 0};
#pragma insum y[to[f]] += v[f]
  for (int f = 0; f < 3; ++f) y[to[f]] = f == 2 ? 1 : v[f];
}

CASE(right_integers, "") {
  int x[3] = {1, 2, 3}, y[3];
#pragma insum y[i] = x[i] * x[i]
  for (int i = 0; i < 3; ++i) y[i] = x[i] * x[i];
}

CASE(wrong_integers_by_one, "y[2] is 9 by the kernel and 10 by the statement") {
  int x[3] = {1, 2, 3}, y[3];
#pragma insum y[i] = x[i] * x[i]
  for (int i = 0; i < 3; ++i) y[i] = x[i] * x[i] + (i == 2);
}

CASE(right_complex, "") {
  std::complex<double> x[2] = {{1, 2}, {3, 4}}, y[2];
#pragma insum y[i] = x[i] * x[i]
  for (int i = 0; i < 2; ++i) y[i] = x[i] * x[i];
}

CASE(wrong_conjugate, "y[0] is (1, 2) by the kernel and (1, -2) by the statement") {
  std::complex<double> x[2] = {{1, 2}, {3, 4}}, y[2];
#pragma insum y[i] = x[i]
  for (int i = 0; i < 2; ++i) y[i] = std::conj(x[i]);
}

CASE(right_truth_values, "") {
  bool x[3] = {true, false, true}, s = false;
#pragma insum s |= x[i]
  for (int i = 0; i < 3; ++i) s = s || x[i];
}

CASE(wrong_truth_values, "s is true by the kernel and false by the statement") {
  bool x[3] = {true, false, true}, s = true;
#pragma insum s |= x[i]
  for (int i = 0; i < 3; ++i) s = s && x[i];
}
