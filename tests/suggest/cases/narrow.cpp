// Values that a loop converts to a type that has not all of them: a kernel computes with elements as they
// are.
#include <cstddef>
#include <cstdint>

void wraps(int n, const uint8_t* x, const uint8_t* u, int* y) {
  for (int i = 0; i < n; ++i) y[i] = uint8_t(x[i] + u[i]);
}

void rounds(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = (float)x[i] * 3;
}

void local(int n, const uint8_t* x, int* y) {
  for (int i = 0; i < n; ++i) {
    uint8_t t = x[i] + 200;
    y[i] = t;
  }
}

void row_sums(int n, int m, const double* A, double* y) {
  for (int i = 0; i < n; ++i) {
    float t = 0;
    for (int j = 0; j < m; ++j) t += A[i * m + j];
    y[i] += t * 0.5;
  }
}

void small_sum(int n, int m, const uint8_t* A, int* y) {
  for (int i = 0; i < n; ++i) {
    uint8_t t = 0;
    for (int j = 0; j < m; ++j) t += A[i * m + j];
    y[i] += t * 2;
  }
}

void branch(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) {
    double t = x[i];
    if (x[i] > 1) t = (float)x[i];
    y[i] = t * 2;
  }
}

uint8_t mixed(int a, int b) { return a + b; }
void helper(int n, const int* x, const int* u, int* y) {
  for (int i = 0; i < n; ++i) y[i] = mixed(x[i], u[i]);
}

// The result's own type, and subscripts.
void result(int n, const uint8_t* x, const uint8_t* u, uint8_t* y) {
  for (int i = 0; i < n; ++i) y[i] = uint8_t(x[i] + u[i]);
}
void subscripts(int n, int cols, const std::int64_t* k, const double* x, double* y) {
  for (int i = 0; i < n; ++i) {
    int j = k[i];
    y[i] += x[j] * 2;
  }
}
