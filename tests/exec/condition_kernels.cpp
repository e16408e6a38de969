#include "condition_kernels.hpp"

#include <insum/required.hpp>

namespace conditions {

double triangles(const Rows& A) {
  double s = 0;
  #pragma insum s += A[i,j] * A[j,k] * A[i,k] * (i < j) * (j < k)
  INSUM_REQUIRED;
  return s;
}

double triangles(const insum::dcsr<double>& A) {
  double s = 0;
  #pragma insum s += (i < j) * (j < k) * A[i,j] * A[j,k] * A[i,k]
  INSUM_REQUIRED;
  return s;
}

void upper(const Rows& A, const Vector& x, Vector& y) {
  #pragma insum y[i] = A[i,j] * x[j] * (i <= j)
  INSUM_REQUIRED;
}

void upper(const Entries& A, const Vector& x, Vector& y) {
  #pragma insum y[i] = A[i,j] * x[j] * (i <= j)
  INSUM_REQUIRED;
}

void upper(const insum::csc<double>& A, const Vector& x, Vector& y) {
  #pragma insum y[i] = A[i,j] * x[j] * (i <= j)
  INSUM_REQUIRED;
}

void band(const Rows& A, const Entries& B, Vector& y) {
  #pragma insum y[i] += A[i,j] * B[i,j] * (j > i - 2) * (j < i + 3)
  INSUM_REQUIRED;
}

void below(const Rows& A, const Rows& B, Vector& y) {
  #pragma insum y[i] += -(A[i,j] + B[i,j]) * (j != i) * (i > j)
  INSUM_REQUIRED;
}

void product(const Rows& A, const Rows& B, int m, Vector& C) {
  #pragma insum C[i,j] += A[i,k] * B[k,j] * (k >= j + 1)
  #pragma insum tensor C[A.shape[0],m] : dense(C)
  INSUM_REQUIRED;
}

void sparse_product(const Rows& A, const Rows& B, Rows& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j] * (k >= j + 1)
  INSUM_REQUIRED;
}

void triangular(int n, const Vector& X, const Vector& Y, Vector& C) {
  #pragma insum C[i,j] = X[i,k] * Y[k,j] * (i >= k) * (k >= j)
  #pragma insum tensor X[n,n] : dense(X)
  #pragma insum tensor Y[n,n] : dense(Y)
  #pragma insum tensor C[n,n] : dense(C)
  INSUM_REQUIRED;
}

void marked(const Rows& A, Rows& C) {
  #pragma insum C[i,j] = A[i,j] * (i < j)
  INSUM_REQUIRED;
}

void slice(const Rows& A, Rows& C) {
  #pragma insum C[i,j] = A[i+1,j+2]
  INSUM_REQUIRED;
}

double after_first(const insum::coo<double, 2, std::int64_t>& A) {
  double s = 0;
  #pragma insum s += A[i+1,j]
  INSUM_REQUIRED;
  return s;
}

void stencil(const LongRows& A, LongRows& C) {
  #pragma insum C[i,j] = A[i+1,j] + A[i,j-1] - A[i-1,j+2]
  INSUM_REQUIRED;
}

void shifted_largest(const LongRows& A, LongRows& C) {
  #pragma insum C[i,j] = max(A[i,j+1], A[i-1,j]) - A[i,j]
  INSUM_REQUIRED;
}

void shifted_sum(const LongRows& A, LongRows& C) {
  #pragma insum C[i,j] = A[i,j] + A[i,j-1]
  INSUM_REQUIRED;
}

void quotients(int n, const double* x, const double* y, double* z) {
  #pragma insum z[i] = (x[i] > 0) / 2 + ((x[i] > 1) + (y[i] > 1)) / 2 + (y[i] > 0) / 2.0 + (x[i] > 0) * y[i] / 2
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum tensor z[n] : dense(z)
  INSUM_REQUIRED;
}

void truth_of_products(int n, const bool* a, const int* x, bool* o, float* f) {
  #pragma insum O[l] = !A[l,l] * A[m,l]
  #pragma insum F[i] |= x[j] * A[i,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor O[n] : dense(o)
  #pragma insum tensor F[n] : dense(f)
  INSUM_REQUIRED;
}

void shifted_gather(const insum::csr<double>& K, const insum::csf<double, 1>& G, const std::vector<int>& w, double* c) {
  #pragma insum C[l] = K[W[l],0] * G[l-1]
  #pragma insum tensor W[w.size()] : dense(w)
  #pragma insum tensor C[w.size()] : dense(c)
  INSUM_REQUIRED;
}

}  // namespace conditions
