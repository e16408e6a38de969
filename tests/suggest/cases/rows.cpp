// Compressed rows and columns.
#include <vector>
struct Csr {
  int rows, cols;
  std::vector<int> pos, crd;
  std::vector<double> vals;
};
void spmv(int rows, int cols, const int* pos, const int* crd, const double* vals, const double* x,
          double* y) {
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) sum += vals[p] * x[crd[p]];
    y[i] = sum;
  }
}
void csc(int cols, int rows, const int* cp, const int* ri, const double* v, const std::vector<double>& x,
         std::vector<double>& y) {
  for (int j = 0; j < cols; ++j)
    for (int p = cp[j]; p < cp[j + 1]; ++p) y[ri[p]] += v[p] * x[j];
}
namespace lib {
namespace {
void spmm(const Csr& A, int width, const double* B, double* C) {
  for (int i = 0; i < A.rows; ++i) {
    for (int j = 0; j < width; ++j) C[i * width + j] = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      const int k = A.crd[p];
      const double a = A.vals[p];
      for (int j = 0; j < width; ++j) C[i * width + j] += a * B[k * width + j];
    }
  }
}
}  // namespace
}  // namespace lib
void sddmm(int n, int m, int d, const int* pos, const int* crd, const float* vals, const float* X,
           const float* Y, float* out) {
  for (int i = 0; i < n; i++)
    for (int p = pos[i]; p < pos[i + 1]; p++) {
      float dot = 0;
      for (int k = 0; k < d; k++) dot += X[i * d + k] * Y[crd[p] * d + k];
      out[p] = vals[p] * dot;
    }
}
void bfs(int n, const int* pos, const int* crd, const bool* f, const bool* a, bool* r) {
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) r[i] |= a[p] && f[crd[p]];
}
void jacobi(int n, const int* ptr, const int* idx, const double* a, const double* d, const double* b,
            const double* x, double* r) {
  int i, p;
  double t;
#pragma omp parallel for
  for (i = 0; i < n; i++) {
    t = b[i];
    for (p = ptr[i]; p < ptr[i + 1]; p++) t -= a[p] * x[idx[p]];
    r[i] = t / d[i];
  }
}
