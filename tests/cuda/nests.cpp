// Loops around parallel loops, and merges inside of them; nests_test.cpp compares with plain loops.
#include "nests.hpp"

#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void padded_times_matrix(int m, int n, int k, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,r] = A[i,j] * B[j,r]
  #pragma insum tensor A[m,n] : ell<9>(crd, a)
  #pragma insum tensor B[n,k] : dense(b)
  #pragma insum tensor C[m,k] : dense(c)
  #pragma insum schedule reorder(i,j,r), parallelize(r)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void one_row(int r, int m, int n, const int* pos0, const int* crd0, const int* pos1, const int* crd1, const double* a, const double* x, double* y) {
  #pragma insum y[j] = A[{r},j] * x[j]
  #pragma insum tensor A[m,n] : dcsr(pos0, crd0, pos1, crd1, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void columns(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[j] += A[i,j] * x[i]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[m] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void rows_in_common(int m, int n, const int* apos, const int* acrd, const double* a, const int* bpos, const int* bcrd, const double* b, double* y) {
  #pragma insum y[i] = A[i,j] * B[i,j]
  #pragma insum tensor A[m,n] : csr(apos, acrd, a)
  #pragma insum tensor B[m,n] : csr(bpos, bcrd, b)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void larger(int m, int n, const int* apos, const int* acrd, const double* a, const int* bpos, const int* bcrd, const double* b, double* c) {
  #pragma insum C[i,j] = max(A[i,j], B[i,j])
  #pragma insum tensor A[m,n] : csr(apos, acrd, a)
  #pragma insum tensor B[m,n] : csr(bpos, bcrd, b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

// The host reads how long a row is.
void rows_times_matrix(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,r] = A[i,j] * B[j,r]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,k] : dense(b)
  #pragma insum tensor C[m,k] : dense(c)
  #pragma insum schedule reorder(i,j,r), parallelize(r)
  #pragma insum target cuda
  INSUM_REQUIRED;
}
