// Kernels for a device that have temporaries; temporaries_test.cpp compares them with plain loops.
#include "temporaries.hpp"

#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void sum_exponentials(int m, int n, const int* pos, const int* crd, const double* a, double* y) {
  #pragma insum y[i] = exp(A[i,j])
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void sum_shifted(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = exp(A[i,j] + x[j])
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void exponentials_of_two(int m, int n, const int* pos, const int* crd, const double* a, const double* b, double* y) {
  #pragma insum y[i] = exp(A[i,j]) * exp(B[i,j])
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void chain(int m, int n, int k, int l, const double* a, const double* b, const double* d, double* y) {
  #pragma insum t[i,p] = A[i,j] * B[j,p]
  #pragma insum y[i,q] = t[i,p] * D[p,q]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor B[n,k] : dense(b)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor y[m,l] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void blocks(int m, int n, int k, int l, const double* a, const double* b, double* y) {
  #pragma insum t[i,p,q] = A[i,j,p] * B[j,q]
  #pragma insum y[i] = t[i,p,q] * t[i,p,q]
  #pragma insum tensor A[m,n,k] : dense(a)
  #pragma insum tensor B[n,l] : dense(b)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

double all_exponentials(int m, int n, const int* pos, const int* crd, const double* a) {
  double s = 0;
  #pragma insum s = exp(A[i,j])
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum target cuda
  INSUM_REQUIRED;
  return s;
}

void largest_in_columns(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[j] max= A[i,j] * x[i]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[m] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void largest_in_padded_rows(int m, int n, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] max= A[i,j] * x[j]
  #pragma insum tensor A[m,n] : ell<9>(crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void smallest_at(int n, const int* at, const double* x, int m, double* y) {
  #pragma insum y[at[i]] min= x[i]
  #pragma insum tensor at[n] : dense(at)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum deterministic
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void product_of_rows(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,r] = A[i,j] * B[j,r]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,k] : dense(b)
  #pragma insum tensor C[m,k] : dense(c)
  #pragma insum schedule precompute(A[i,j] * B[j,r], {r}, {w}, W, dense)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void listed_rows(int m, int n, const int* pos, const int* crd, const double* a, double* y) {
  #pragma insum T[i] = A[i,j] * A[i,j]
  #pragma insum y[i] += T[i]
  #pragma insum tensor A[m,n] : dcsr(pos, crd, pos, crd, a)
  #pragma insum tensor T[m] : coo
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}
