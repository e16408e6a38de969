// Launches whose widths are chosen; tuned_test.cpp compares with plain loops, tuned_runs.py looks at what INSUM_TUNE=1 prints and keeps.
#include "tuned.hpp"

#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void tuned_rows(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void tuned_rows_in_order(int m, int n, const int* pos, const int* crd, const float* a, const float* x, float* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule deterministic
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void tuned_elements(int n, const double* x, double* y) {
  #pragma insum y[i] = 2 * x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void tuned_products(int m, int n, int k, const insum::half* a, const insum::half* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : dense(a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  INSUM_REQUIRED;
}
