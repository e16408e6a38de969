// flags: -fopenmp
// Loops that the threads of a team share, and loops with threads of their own.
#include <cstddef>

void total(int n, const double* x, double* y) {
#pragma omp parallel
  {
    double t = 0;
#pragma omp for nowait
    for (int i = 0; i < n; ++i) t += x[i];
#pragma omp atomic
    *y += t;
  }
}

void once(int n, const double* x, double* y) {
#pragma omp parallel
  {
#pragma omp single
    {
      for (int i = 0; i < n; ++i) y[i] += x[i] * 4;
    }
  }
}

void own(int n, const double* x, double* y) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) y[i] += x[i] * 4;
}
