// Sizes without a sign that something is taken from, and rows that are a sum of sizes apart.
#include <cmath>
#include <cstdint>
void q1(unsigned n, const double* x, double* d) {
  for (unsigned i = 0; i + 1 < n; ++i) d[i] = x[i + 1] - x[i];
}
double q3(std::uint32_t n, const double* x) {
  double s = 0;
  for (unsigned i = 1; i < n; ++i) s += std::fabs(x[i] - x[i - 1]);
  return s;
}
void q4(unsigned n, const double* x, double* d) {
  for (unsigned i = 0; i < n; ++i) d[i] = 2 * x[i];
}
void sums(int n, int m, const double* u, double* v) {
  for (int i = 0; i < n - 1; ++i)
    for (int j = 0; j < m - 1; ++j) v[i * (m - 1) + j] = 2 * u[i * (m - 1) + j];
}
void halo(int n, int m, const double* u, double* v) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) v[i * m + j] = 2 * u[i * (m + 2) + j];
}

using count = std::uint32_t;
struct grid {
  count n;
};
void of_an_object(const grid& g, const double* x, double* d) {
  for (count i = 0; i + 1 < g.n; ++i) d[i] = x[i + 1] - x[i];
}
void wide(std::size_t n, const double* x, double* d) {
  for (std::size_t i = 0; i + 1 < n; ++i) d[i] = x[i + 1] - x[i];
}
