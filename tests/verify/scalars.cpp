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
