// In constant expressions the hand-written statement is evaluated; when the program runs, generated code is.
#include <cstdio>

constexpr double sum(const double* x) {
  double s = 0;
#pragma insum s = X[i]
#pragma insum tensor X[3] : dense(x)
  for (int i = 0; i < 3; ++i) s += x[i];
  return s;
}

constexpr double known[3] = {1, 2, 3};
static_assert(sum(known) == 6);

int main() {
  double x[3] = {1, 2, 4};
  std::printf("%g %g\n", sum(known), sum(x));
}
