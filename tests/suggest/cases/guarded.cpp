// Index arrays that are looked at only where a condition holds: they may hold no coordinate elsewhere.
#include <cstddef>
#include <vector>

void reads(const std::vector<int>& on, const std::vector<int>& k, const std::vector<double>& x,
           std::vector<double>& y) {
  for (std::size_t i = 0; i < k.size(); ++i)
    if (on[i]) y[i] += x[k[i]];
}
void conditions(int n, const int* on, const int* k, const double* x, double* y) {
  for (int i = 0; i < n; ++i)
    if (on[i] && x[k[i]] > 0) y[i] += x[i];
}

void writes(int n, int m, const int* on, const int* k, const double* x, double* y) {
  for (int i = 0; i < n; ++i)
    if (on[i]) y[k[i]] += x[i];
}
void skips(int n, int m, const int* on, const int* k, const double* x, double* y) {
  for (int i = 0; i < n; ++i) {
    if (!on[i]) continue;
    y[k[i]] += x[i];
  }
}
void reads_after_all(int n, int m, const int* on, const int* k, const double* x, double* y) {
  for (int i = 0; i < n; ++i)
    if (on[i] && y[k[i]] < x[i]) y[k[i]] = x[i];
}
void listed(int n, int m, const int* on, const int* row, const double* val, double* y) {
  for (int p = 0; p < n; ++p)
    if (on[p]) y[row[p]] += 2 * val[p];
}

// The condition looks there itself, another write is made in any case, the format says what coordinates are.
void maxima(int n, int m, const int* k, const double* x, double* y) {
  for (int i = 0; i < n; ++i)
    if (y[k[i]] < x[i]) y[k[i]] = x[i];
}
void twice(int n, int m, const int* on, const int* k, const double* x, const double* u, double* y) {
  for (int i = 0; i < n; ++i) {
    y[k[i]] += x[i];
    if (on[i]) y[k[i]] += u[i];
  }
}
void columns(int n, int m, const int* pos, const int* crd, const double* val, const int* on, const double* x,
             double* y) {
  for (int i = 0; i < n; ++i)
    if (on[i])
      for (int p = pos[i]; p < pos[i + 1]; ++p) y[crd[p]] += val[p] * x[i];
}
