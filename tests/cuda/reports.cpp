// Kernels whose floating point operations a report counts; reports_test.cpp knows how many there are.
#include "reports.hpp"

#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void from_host(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void from_device(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void squared(int n, const int* pos, const int* crd, const double* a, double* c) {
  #pragma insum C[i,j] = A[i,k] * A[k,j]
  #pragma insum tensor A[n,n] : csr(pos, crd, a)
  #pragma insum tensor C[n,n] : dense(c)
  #pragma insum target cuda device(A, C)
  INSUM_REQUIRED;
}

void transposed(int n, const int* pos, const int* crd, const double* a, double* c) {
  #pragma insum C[i,j] = max(A[i,j], A[j,i])
  #pragma insum tensor A[n,n] : csr(pos, crd, a)
  #pragma insum tensor C[n,n] : dense(c)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void anywhere(int n, const double* x, double* y) {
  #pragma insum y[i] = 2 * x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target auto
  INSUM_REQUIRED;
}
