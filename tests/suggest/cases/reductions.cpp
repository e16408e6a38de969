// Operators other than a sum.
#include <algorithm>
#include <cmath>
#include <cstdint>
void minima(int n, int m, const double* D, double* out) {
  for (int i = 0; i < n; ++i) {
    double best = INFINITY;
    for (int j = 0; j < m; ++j) best = std::min(best, D[i * m + j]);
    out[i] = best;
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (D[i * m + j] > out[i]) out[i] = D[i * m + j];
}
void rownorm(int n, int m, const double* x, double* out) {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = 0; j < m; ++j) s += x[i * m + j] * x[i * m + j];
    out[i] = std::sqrt(s);
  }
}
void any_bit(int n, int m, const unsigned* flags, unsigned* all) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) all[i] |= flags[i * m + j];
}
double product(int n, const double* x) {
  double p = 1;
  for (int i = 0; i < n; ++i) p *= x[i];
  return p;
}
double largest(int n, const double* x) {
  double m = x[0];
  for (int i = 0; i < n; ++i)
    if (std::fabs(x[i]) > m) m = std::fabs(x[i]);
  return m;
}
void positive_part(int n, const double* x, double* sum) {
  for (int i = 0; i < n; ++i)
    if (x[i] > 0) *sum += x[i];
}
// Where there is nothing to add up, a mean is 0 / 0 and no sum of quotients.
void mean(int n, int m, const double* x, double* mu) {
  for (int j = 0; j < m; ++j) {
    double s = 0;
    for (int i = 0; i < n; ++i) s += x[i * m + j];
    mu[j] = s / n;
  }
}
void weighted_mean(int n, int m, const double* w, const double* x, double a, double* mu) {
  for (int j = 0; j < m; ++j) {
    double s = 0, t = 0;
    for (int i = 0; i < n; ++i) {
      s += w[i] * x[i * m + j];
      t += w[i];
    }
    mu[j] = a * s / t;
  }
}

// Where x[i] is NaN, min= keeps m: of these, the second, the fourth and the last do.
double least(int n, const double* x) {
  double m = 1e9;
  for (int i = 0; i < n; ++i) m = m < x[i] ? m : x[i];
  for (int i = 0; i < n; ++i) m = x[i] < m ? x[i] : m;
  for (int i = 0; i < n; ++i) m = std::max(x[i], m);
  for (int i = 0; i < n; ++i) m = std::max(m, x[i]);
  for (int i = 0; i < n; ++i) m = std::min(std::min(m, x[i]), 2 * x[i]);
  for (int i = 0; i < n; ++i) m = std::fmin(x[i], m);
  return m;
}
void rows_least(int n, int m, const float* A, float* y) {
  for (int i = 0; i < n; ++i) {
    float t = INFINITY;
    for (int j = 0; j < m; ++j) t = std::min(A[i * m + j], t);
    y[i] = t;
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) y[i] = y[i] > A[i * m + j] ? y[i] : A[i * m + j];
}
int least_of_integers(int n, const int* x) {
  int m = 1000;
  for (int i = 0; i < n; ++i) m = m < x[i] ? m : x[i];
  return m;
}

// Where a[i] is NaN, fmin has b[i]; the others have what an Einsum has.
void lesser(int n, const double* a, const double* b, double* c, double* d) {
  for (int i = 0; i < n; ++i) c[i] = std::fmin(a[i], b[i]);
  for (int i = 0; i < n; ++i) c[i] = a[i] < b[i] ? a[i] : b[i];
  for (int i = 0; i < n; ++i) c[i] = std::fmax(0.0, a[i]);
  for (int i = 0; i < n; ++i) d[i] = std::fmin(d[i], std::fmin(a[i], b[i]));
  for (int i = 0; i < n; ++i) d[i] = std::clamp(a[i], -1.0, 1.0);
}

// One sum twice in a product.
void norms(int n, int m, const double* A, double& s) {
  for (int i = 0; i < n; ++i) {
    double t = 0;
    for (int j = 0; j < m; ++j) t += A[i * m + j];
    s += t * t;
  }
}

// Where x[i] is -128, the loop has -128 again, and a kernel 128.
void greatest(int n, const std::int8_t* x, std::int8_t& m) {
  for (int i = 0; i < n; ++i) m = std::max<std::int8_t>(m, -x[i]);
}
