// Statements that change where the block's elements are.
#include <vector>

#include "cases.hpp"

using cases::counted;

CASE(wrong_resized_output, "the statement changes the length of Y from 2 to 1000, which the kernel does not") {
  std::vector<double> x = counted(2), y(2);
#pragma insum Y[i] = x[i]
#pragma insum tensor Y[2] : dense(y)
#pragma insum tensor x[2] : dense(x)
  {
    y.resize(1000);
    for (std::size_t i = 0; i < 2; ++i) y[i] = x[i];
  }
}

CASE(wrong_resized_output_in_place, "the statement changes the length of Y from 4 to 1000, which the kernel") {
  std::vector<double> x = counted(2), y(4);
#pragma insum Y[i] = x[i]
#pragma insum tensor Y[2] : dense(y) strides(2)
  {
    y.resize(1000);
    for (std::size_t i = 0; i < 2; ++i) y[2 * i] = x[i];
  }
}

CASE(right_replaced_output, "") {
  const std::vector<double> x = counted(3);
  std::vector<double> y(3);
#pragma insum y[i] = 2 * x[i]
  {
    std::vector<double> twice(3);
    for (std::size_t i = 0; i < 3; ++i) twice[i] = 2 * x[i];
    y.swap(twice);
  }
}

CASE(wrong_replaced_output, "y[0] is 2 by the kernel and 3 by the statement") {
  const std::vector<double> x = counted(3);
  std::vector<double> y(3);
#pragma insum y[i] = 2 * x[i]
  {
    std::vector<double> thrice(3);
    for (std::size_t i = 0; i < 3; ++i) thrice[i] = 3 * x[i];
    y.swap(thrice);
  }
}

CASE(right_replaced_output_in_place, "") {
  const std::vector<double> x = counted(2);
  std::vector<double> y(4);
#pragma insum Y[i] = 2 * x[i]
#pragma insum tensor Y[2] : dense(y) strides(2)
  {
    std::vector<double> twice(4);
    for (std::size_t i = 0; i < 2; ++i) twice[2 * i] = 2 * x[i];
    y.swap(twice);
  }
}

CASE(wrong_moved_pointer, "the statement moves Y to another address, which the kernel does not") {
  const int n = 3;
  double x[3] = {1, 2, 3}, y[3], *to = y;
#pragma insum Y[i] = x[i]
#pragma insum tensor Y[n] : dense(to)
  for (int i = 0; i < n; ++i) *to++ = x[i];
}

CASE(wrong_moved_operand, "the statement moves X to another address, which the kernel does not") {
  const int n = 3;
  const double x[3] = {1, 2, 3}, *from = x;
  double y[3];
#pragma insum y[i] = X[i]
#pragma insum tensor X[n] : dense(from)
  for (int i = 0; i < n; ++i) y[i] = *from++;
}

CASE(wrong_counted_down, "the statement changes the sizes of Y from (3) to (0), which the kernel does not") {
  int n = 3;
  double x[3] = {1, 2, 3}, y[3], *to = y;
#pragma insum Y[i] = x[i]
#pragma insum tensor Y[n] : dense(to)
#pragma insum tensor x[n] : dense(x)
  for (; n > 0; --n) y[n - 1] = x[n - 1];
}

CASE(right_moved_copy, "") {
  const int n = 3;
  double x[3] = {1, 2, 3}, y[3], *to = y;
#pragma insum Y[i] = x[i]
#pragma insum tensor Y[n] : dense(y)
  for (int i = 0; i < n; ++i) *to++ = x[i];
}
