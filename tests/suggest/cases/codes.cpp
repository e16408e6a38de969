// Loops as they stand in codes that people have.
#include <cstddef>
#include <vector>
void total(int n, const float* x, float* s) {
  for (int i = 0; i < n; ++i) *s += x[i];
}
void f(int n, int m, const float* A, const float* x, float* y) {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = 0; j < m; ++j) s += (double)A[i * m + j] * x[j];
    y[i] = (float)s;
  }
}
double norm(int n, const float* x) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += (double)x[i] * x[i];
  return s;
}
// HPCG-like
struct Matrix {
  int nrow, ncol;
  char* nnz;
  double** vals;
  int** cols;
};
void spmv(const Matrix& A, const double* x, double* y) {
  for (int i = 0; i < A.nrow; i++) {
    double sum = 0.0;
    const double* const v = A.vals[i];
    const int* const c = A.cols[i];
    for (int j = 0; j < A.nnz[i]; j++) sum += v[j] * x[c[j]];
    y[i] = sum;
  }
}
// SciPy-like
template <class I, class T>
void t(I n, T* y) {
  for (I i = 0; i < n; ++i) y[i] *= 2;
}
void csr_matvec(const long n_row, const long n_col, const int Ap[], const int Aj[], const double Ax[],
                const double Xx[], double Yx[]) {
  for (long i = 0; i < n_row; i++) {
    double sum = Yx[i];
    for (int jj = Ap[i]; jj < Ap[i + 1]; jj++) {
      sum += Ax[jj] * Xx[Aj[jj]];
    }
    Yx[i] = sum;
  }
}
void csc_matvec(const long n_row, const long n_col, const int Ap[], const int Ai[], const double Ax[],
                const double Xx[], double Yx[]) {
  for (long j = 0; j < n_col; j++) {
    int col_start = Ap[j];
    int col_end = Ap[j + 1];
    for (int ii = col_start; ii < col_end; ii++) {
      int i = Ai[ii];
      Yx[i] += Ax[ii] * Xx[j];
    }
  }
}
// suitesparse-like
typedef struct cs_sparse {
  int nzmax, m, n;
  int* p;
  int* i;
  double* x;
  int nz;
} cs;
int cs_gaxpy(const cs* A, const double* x, double* y) {
  int p, j, n, *Ap, *Ai;
  double* Ax;
  if (!A || !x || !y) return 0;
  n = A->n;
  Ap = A->p;
  Ai = A->i;
  Ax = A->x;
  for (j = 0; j < n; j++) {
    for (p = Ap[j]; p < Ap[j + 1]; p++) {
      y[Ai[p]] += Ax[p] * x[j];
    }
  }
  return 1;
}
// attention-like
void softmax_scale(int T, int d, const float* q, const float* k, float* att) {
  const float scale = 0.5f;
  for (int t = 0; t < T; t++)
    for (int u = 0; u < T; u++) {
      float a = 0.0f;
      for (int i = 0; i < d; i++) a += q[t * d + i] * k[u * d + i];
      a *= scale;
      att[t * T + u] = a;
    }
}
void llama_matmul(float* xout, float* x, float* w, int n, int d) {
  int i;
#pragma omp parallel for private(i)
  for (i = 0; i < d; i++) {
    float val = 0.0f;
    for (int j = 0; j < n; j++) {
      val += w[i * n + j] * x[j];
    }
    xout[i] = val;
  }
}
void batched(std::size_t b, std::size_t m, std::size_t n, std::size_t k, const std::vector<float>& A,
             const std::vector<float>& B, std::vector<float>& C) {
  for (std::size_t s = 0; s < b; ++s)
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t l = 0; l < k; ++l)
          C[(s * m + i) * n + j] += A[(s * m + i) * k + l] * B[(s * k + l) * n + j];
}
void axpy(int n, double a, const double* __restrict x, double* __restrict y) {
  for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}
void power(int n, int iters, const double* A, double* x, double* y) {
  for (int it = 0; it < iters; ++it) {
    for (int i = 0; i < n; ++i) {
      y[i] = 0;
      for (int j = 0; j < n; ++j) y[i] += A[i * n + j] * x[j];
    }
    for (int i = 0; i < n; ++i) x[i] = y[i];
  }
}
void lambda(int n, const double* x, double* y) {
  auto f = [&] {
    for (int i = 0; i < n; ++i) y[i] += 3 * x[i];
  };
  f();
}
void edges(int ne, int nv, const int (*edge)[2], const double* w, const double* x, double* y) {
  for (int e = 0; e < ne; ++e) y[edge[e][0]] += w[e] * x[edge[e][1]];
}
struct P {
  double x, m;
};
void particles(int n, const P* p, double* c) {
  for (int i = 0; i < n; ++i) *c += p[i].m * p[i].x;
}
