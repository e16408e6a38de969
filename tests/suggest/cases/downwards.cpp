// Loops that count down.
#include <cstddef>
void backwards(int n, const double* x, double* y) {
  for (int i = n - 1; i >= 0; --i) y[i] += 2 * x[i];
}
void matrix(std::size_t n, std::size_t m, const double* A, const double* x, double* y) {
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t j = m; j--;) y[i] += A[i * m + j] * x[j];
}
void entries(int n, const int* pos, const int* crd, const double* val, const double* x, double* y) {
  for (int i = n - 1; i >= 0; --i) {
    double sum = 0;
    for (int p = pos[i + 1] - 1; p >= pos[i]; --p) sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}
void moved(int n, const double* x, double* y) {
  const double* p = x + n;
  for (int i = n; i > 0; --i) y[i - 1] = 3 * *--p;
}
void recurrence(int n, const double* x, double* y) {  // has none
  for (int i = n - 2; i >= 0; --i) y[i] = y[i + 1] + x[i];
}
