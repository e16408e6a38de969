// Calls that a CUDA graph captures; graphs_test.cpp repeats them.
#include "graphs.hpp"

#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void scaled_product(int m, int n, int l, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = 2 * A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void rows(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] += A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void through_rows(int m, int n, int l, const double* a, const double* b, const double* d, double* c) {
  #pragma insum T[i,k] = A[i,k] + D[k]
  #pragma insum C[i,j] = T[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor D[l] : dense(d)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum target cuda device(A, B, C, D)
  INSUM_REQUIRED;
}

void from_host(int n, const double* x, double* y) {
  #pragma insum y[i] = 2 * x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda device(y)
  INSUM_REQUIRED;
}

void tensors(const insum::device_dense<float, 2>& A, const insum::device_dense<float, 2>& B, insum::device_dense<float, 2>& C) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}
