// What cannot be verified.
#include <insum/insum.hpp>

void nothing(int n, const double* x, double* y) {
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-error@+2:17: verify has nothing to compare with: the block is followed by no hand-written statement [insum-verify-without-statement]
  // expect-note@+1:17: write the loop that the block replaces, or leave verify out
  #pragma insum verify
  INSUM_REQUIRED;
  // expect-error@+2:17: verify has nothing to compare with: the block is followed by no hand-written statement [insum-verify-without-statement]
  // expect-note@+1:17: write the loop that the block replaces, or leave verify out
  #pragma insum verify(rtol=1e-5)
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  ;
}

constexpr double sum(const double* x) {
  double s = 0;
  // expect-error@+2:17: verify in a function that may run in the compiler [insum-verify-constant]
  // expect-note@+1:17: leave verify out, or the constexpr
  #pragma insum verify
  #pragma insum s += v[i]
  #pragma insum tensor v[3] : dense(x)
  for (int i = 0; i < 3; ++i) s += x[i];
  return s;
}
