// What a kernel computes in another type than the loop: less precisely, or wider where it takes a factor out
// of a sum.
#include <cmath>
#include <cstdint>
void scaled(int n, double alpha, const float* x, float* y) {
  for (int i = 0; i < n; ++i) y[i] += alpha * x[i];
}
void half(int n, const float* x, float* y) {
  for (int i = 0; i < n; ++i) y[i] = 0.1 * x[i];
}
double sum(int n, const float* x) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += x[i];
  return s;
}
void sumto(int n, int m, const float* x, double* y) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) y[i] += (double)x[i * m + j] * x[i * m + j];
}
void allfloat(int n, float alpha, const float* x, float* y) {
  for (int i = 0; i < n; ++i) y[i] += alpha * x[i] * 0.5f;
}
void scalar_result(int n, const float* x, const float* y, double& s) {
  for (int i = 0; i < n; ++i) s += x[i] * y[i];
}
float accumulated(int n, const float* x, float& out) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += x[i];
  out = s;
  return s;
}
void rowsums(int n, int m, const float* x, float* y) {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = 0; j < m; ++j) s += x[i * m + j];
    y[i] = s;
  }
}
void roots(int n, const float* x, float* y) {
  for (int i = 0; i < n; ++i) y[i] = sqrt(x[i]);
}
void roots_float(int n, const float* x, float* y) {
  for (int i = 0; i < n; ++i) y[i] = std::sqrt(x[i]) + std::abs(x[i]) * 2.0f;
}
void largest(int n, const float* x, float* y) {
  for (int i = 0; i < n; ++i) y[i] = fmax(0.0, x[i]);
}
void doubles(int n, const float* x, const double* w, double* y) {
  for (int i = 0; i < n; ++i) y[i] = 0.5 * (x[i] * w[i]);
}
void ints(int n, const int* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = 0.5 * x[i];
}
long three(int n, const int* a) {
  long s = 0;
  for (int i = 0; i < n; ++i) s += 3 * a[i];
  return s;
}
long threel(int n, const int* a) {
  long s = 0;
  for (int i = 0; i < n; ++i) s += 3L * a[i];
  return s;
}
void after(int n, int m, const int* a, long* y) {
  for (int i = 0; i < n; ++i) {
    long s = 0;
    for (int j = 0; j < m; ++j) s += a[i * m + j];
    y[i] = 3 * s;
  }
}
uint64_t wraps(int n, const uint32_t* a) {
  uint64_t s = 0;
  for (int i = 0; i < n; ++i) s += 3u * a[i];
  return s;
}
long scaled(int n, const int* a, int k) {
  long s = 0;
  for (int i = 0; i < n; ++i) s += k * a[i];
  return s;
}
