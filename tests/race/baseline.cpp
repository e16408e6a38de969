// `baseline` lines, in a build that does not race.
#include "../verify/cases.hpp"
#include "clock.hpp"

namespace {

void twice(int n, const double* x, double* y, int time) {
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
#pragma insum baseline
  {
    spend(time);
    for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
  }
}

/// Nothing says that `x` is not written; the memory that both name may be one.
void add(int n, double* x, double* y, int time) {
#pragma insum y[i] = x[i] + 1
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
#pragma insum baseline
  {
    spend(time);
    for (int i = 0; i < n; ++i) y[i] = x[i] + 1;
  }
}

}  // namespace

CASE(operands_that_are_not_const, "statement 3") {
  double x[3] = {1, 2, 3}, y[3] = {};
  for (int call = 0; call < 6; ++call) add(3, x, call % 2 == 0 ? y : x, -5);
  EXPECT(statements() == 6 && y[2] == 6 && x[2] == 6);
}

CASE(baseline_statement, "statement 3") {
  double x[3] = {1, 2, 3}, y[3] = {};
  for (int call = 0; call < 8; ++call) twice(3, x, y, -5);
  EXPECT(statements() == 8 && y[2] == 6);
}

CASE(baseline_kernel, "kernel 3") {
  double x[3] = {1, 2, 3}, y[3] = {};
  for (int call = 0; call < 8; ++call) twice(3, x, y, 90);
  EXPECT(statements() == 3 && y[2] == 6);
}

CASE(baseline_of_a_wrong_statement, "y[0] is 2 by the kernel and 3 by the statement") {
  double x[3] = {1, 2, 3}, y[3] = {};
  for (int call = 0; call < 8; ++call)
#pragma insum y[i] = 2 * x[i]
#pragma insum baseline
#pragma insum verify(every = 4)
  {
    spend(-5);
    for (int i = 0; i < 3; ++i) y[i] = 3 * x[i];
  }
  EXPECT(y[0] == 3);
}
