// Values that a loop converts to a type that has not all of them: a kernel computes with elements as they
// are.
#include <cstddef>
#include <cstdint>
#include <vector>

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

// Index arrays that are read only where a condition holds.
void guarded(const std::vector<int>& on, const std::vector<int>& k, const std::vector<double>& x,
             std::vector<double>& y) {
  for (std::size_t i = 0; i < k.size(); ++i)
    if (on[i]) y[i] += x[k[i]];
}
