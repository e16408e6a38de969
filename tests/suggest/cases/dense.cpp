// Dense arrays: linearised in both orders, C arrays, vectors, members.
#include <vector>
void gemm(int M, int N, int K, double alpha, const double* A, const double* B, double* C) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) {
      double s = 0.0;
      for (int k = 0; k < K; k++) s += A[i * K + k] * B[k * N + j];
      C[i * N + j] += alpha * s;
    }
}
double dot(const std::vector<double>& x, const std::vector<double>& y) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) s += x[i] * y[i];
  return s;
}
void colmajor(int m, int n, int k, int lda, const double* A, const double* B, double* C) {
  int i, j, l;
  for (j = 0; j < n; ++j)
    for (i = 0; i < m; ++i) {
      double t = 0;
      for (l = 0; l < k; ++l) t += A[i + l * lda] * B[l + j * k];
      C[i + j * m] = t;
    }
}
double A2[10][20], B2[20][30], C2[10][30];
void carrays() {
  for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 30; ++j)
      for (int k = 0; k < 20; ++k) C2[i][j] += A2[i][k] * B2[k][j];
}
#define IDX(i, j) ((i) * ncols + (j))
void by_row_pointer(int nrows, int ncols, const double* A, const double* x, double* y) {
  for (int i = 0; i < nrows; ++i) {
    const double* row = A + i * ncols;
    y[i] = 0;
    for (int j = 0; j < ncols; ++j) y[i] += row[j] * x[j];
  }
}
void by_macro(int nrows, int ncols, const double* A, const double* x, double* y) {
  for (int i = 0; i < nrows; ++i)
    for (int j = 0; j < ncols; ++j) y[i] += A[IDX(i, j)] * x[j];
}
inline int at(int i, int j, int n) { return i * n + j; }
void by_function(int m, int n, const float* A, const float* x, float* y) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) y[i] += A[at(i, j, n)] * x[j];
}
struct Mat {
  int m, n;
  double* a;
};
void mat(Mat* A, const double* x, double* y, double alpha, double beta) {
  for (int i = 0; i < A->m; ++i) {
    double s = 0;
    for (int j = 0; j < A->n; ++j) s += A->a[i * A->n + j] * x[j];
    y[i] = alpha * s + beta * y[i];
  }
}
struct Op {
  int n, m;
  std::vector<double> k;
  double scale;
  void apply(const std::vector<double>& in, std::vector<double>& out) const {
    for (int i = 0; i < n; ++i) {
      out[i] = 0;
      for (int j = 0; j < m; ++j) out[i] += scale * k[i * m + j] * in[j];
    }
  }
};
void transpose(int n, int m, const double* a, double* b) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) b[j * n + i] = a[i * m + j];
}
void conv(int n, int r, const double* in, const double* f, double* out) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < r; ++k) out[i] += in[i + k] * f[k];
}
