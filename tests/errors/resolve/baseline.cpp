// What cannot be measured.
#include <insum/insum.hpp>

void nothing(int n, const double* x, double* y) {
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-error@+2:17: baseline has no variant to measure: no hand-written statement follows the block [insum-impossible-baseline]
  // expect-note@+1:17: write the loop that the block replaces, or leave baseline out
  #pragma insum baseline
  INSUM_REQUIRED;
}

constexpr double sum(const double* x) {
  double s = 0;
  // expect-error@+2:17: baseline has no variant to measure: the statement may run in the compiler [insum-impossible-baseline]
  // expect-note@+1:17: leave the constexpr out, or baseline
  #pragma insum baseline
  #pragma insum s += v[i]
  #pragma insum tensor v[3] : dense(x)
  for (int i = 0; i < 3; ++i) s += x[i];
  return s;
}

void bits(int n, const double* x, double* y) {
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum deterministic
  // expect-error@+2:17: baseline has no variant to measure: results of a deterministic block may not depend on times [insum-impossible-baseline]
  // expect-note@+1:17: leave deterministic out, or baseline
  #pragma insum baseline
  for (int i = 0; i < n; ++i) y[i] = x[i];
}

void device(int n, const double* x, double* y) {
  #pragma insum y[i] = 2 * x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda device(x)
  // expect-error@+2:17: baseline has no variant to measure: the statement cannot reach device memory [insum-impossible-baseline]
  // expect-note@+1:17: leave device(...) out, or baseline
  #pragma insum baseline
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}
