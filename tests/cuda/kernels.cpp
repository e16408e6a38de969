// Annotated kernels for a device; kernels_test.cpp compares them with plain loops.
#include "kernels.hpp"

#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void spmv_csr(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void spmv_csr_on_device(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void spmv_coo(int m, int n, std::span<const int> row, const int* col, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : coo(row, col, a) unsorted
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void spmv_ell(int m, int n, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : ell<9>(crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void spmm_csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,r] += A[i,j] * B[j,r]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,k] : dense(b)
  #pragma insum tensor C[m,k] : dense(c)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

double largest_product(std::span<const double> a, std::span<const double> b) {
  double s = -1e300;
  #pragma insum s max= a[i] * b[i]
  #pragma insum target cuda
  INSUM_REQUIRED;
  return s;
}

void twice(int n, const double* x, double* y) {
  #pragma insum y[i] = 2 * x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void backwards(int n, const double* last, int stride, double* y) {
  #pragma insum y[i] = 2 * x[i]
  #pragma insum tensor x[n] : dense(last) strides(stride)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void count_bytes(std::span<const unsigned char> kind, unsigned char* counts) {
  #pragma insum counts[kind[i]] += 1
  #pragma insum tensor counts[256] : dense(counts)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void accumulate(int n, const double* x, double* y) {
  #pragma insum y[i] += x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda
  #pragma insum baseline
  for (int i = 0; i < n; ++i) y[i] += x[i];
}

void symmetric_on_device(int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : csr(pos, crd, a) symmetric(lower)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void through_the_next(int n, const int* places, const double* x, double* y, double* z) {
  #pragma insum y[i] = x[D[i+1]]
  #pragma insum z[D[i+1]] += x[i]
  #pragma insum tensor D[n] : dense(places)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum tensor z[n] : dense(z)
  #pragma insum target cuda
  INSUM_REQUIRED;
}
