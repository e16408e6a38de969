// Loops that begin at 1: over arrays from 0, from 1, and with positions and coordinates from 1.
void shifted(int n, const double* a, double* y) {
  for (int i = 1; i <= n; ++i) y[i - 1] += 2 * a[i - 1];
}
void arrays_from_one(int n, const double* a, double* y) {
  for (int i = 1; i <= n; ++i) y[i] += 2 * a[i];
}
void matrix_vector(int n, int m, const double* a, const double* x, double* y) {
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j) y[i] += a[(i - 1) * m + j] * x[j];
}
void rows_from_one(int n, const int* pos, const int* crd, const double* val, const double* x, double* y) {
  for (int i = 1; i <= n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) y[i] += val[p] * x[crd[p]];
}
void stored_from_one(int n, const int* pos, const int* crd, const double* val, const double* x, double* y) {
  for (int i = 0; i < n; ++i)
    for (int p = pos[i] - 1; p < pos[i + 1] - 1; ++p) y[i] += val[p] * x[crd[p] - 1];
}
void rows_and_stored_from_one(int n, const int* pos, const int* crd, const double* val, const double* x,
                              double* y) {
  for (int i = 1; i <= n; ++i)
    for (int p = pos[i - 1]; p < pos[i]; ++p) y[i - 1] += val[p - 1] * x[crd[p - 1] - 1];
}
void stencil(int n, const double* a, double* y) {
  for (int i = 1; i < n - 1; ++i) y[i] = a[i - 1] - 2 * a[i] + a[i + 1];
}
#include <span>
#include <vector>
void vectors(const std::vector<double>& a, std::vector<double>& y, int n) {
  for (int i = 1; i <= n; ++i) y[i] = 2 * a[i];
}
void rows_before_the_first(int n, int m, const double* a, const double* x, double* y) {
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j) y[i] += a[i * m + j] * x[j];
}
void colmajor(int n, int m, const double* a, const double* x, double* y) {
  for (int i = 1; i <= n; ++i) {
    double s = 0;
    for (int j = 1; j <= m; ++j) s += a[(j - 1) * n + i - 1] * x[j];
    y[i] = s;
  }
}
void gather(int n, int m, const int* idx, const double* x, double* y) {
  for (int i = 1; i <= n; ++i) y[i] += x[idx[i]];
}
void gather0(int n, int m, const int* idx, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] += x[idx[i] - 1];
}
void coo(int n, int nnz, const int* row, const int* col, const double* v, const double* x, double* y) {
  for (int e = 1; e <= nnz; ++e) y[row[e]] += v[e] * x[col[e]];
}
void coo0(int n, int m, int nnz, const int* row, const int* col, const double* v, const double* x,
          double* y) {
  for (int e = 0; e < nnz; ++e) y[row[e] - 1] += v[e] * x[col[e] - 1];
}
void ell(int n, int m, const int* crd, const double* v, const double* x, double* y) {
  for (int i = 0; i < n; ++i)
    for (int q = 0; q < 4; ++q) y[i] += v[i * 4 + q] * x[crd[i * 4 + q] - 1];
}
void mixed(int n, const int* pos, const int* crd, const double* val, const double* x, double* y) {
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) y[i] += val[p] * x[crd[p] - 1];
}
void spmm(int n, int m, const int* pos, const int* crd, const double* val, const double* B, double* C) {
  for (int i = 1; i <= n; ++i)
    for (int p = pos[i]; p <= pos[i + 1] - 1; ++p)
      for (int j = 1; j <= m; ++j) C[(i - 1) * m + j] += val[p] * B[(crd[p] - 1) * m + j];
}
void nested(double (&A)[14][5], double (&B)[14][5]) {
  for (int i = 1; i <= 13; ++i)
    for (int j = 1; j < 5; ++j) A[i][j] += 2 * B[i][j];
}
void interior(int n, const double* a, double* y) {
  for (int i = 1; i < n - 1; ++i) y[i] = 2 * a[i];
}
void dot(int n, const double* a, const double* b, double& s) {
  for (int i = 1; i <= n; ++i) s += a[i] * b[i - 1];
}