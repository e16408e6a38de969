// Rows of very different lengths, which groups of lanes share where they are long; long_rows_test.cpp compares with plain loops.
#include "long_rows.hpp"

#include <cmath>
#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void times_vector(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void scaled(int m, int n, double alpha, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = alpha * A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void adds_scaled(int m, int n, const int* pos, const int* crd, const float* a, const float* x, float* y) {
  #pragma insum y[i] += 2 * A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void nearest(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = min(j: A[i,j] + x[j])
  #pragma insum tensor A[m,n] : csr(pos, crd, a) fill(INFINITY)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void times_matrix(int m, int n, int k, const long* pos, const int* crd, const int* a, const int* b, int* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a) base(1)
  #pragma insum tensor B[n,k] : dense(b)
  #pragma insum tensor C[m,k] : dense(c)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void stored_rows(int m, int n, const int* pos0, const int* crd0, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dcsr(pos0, crd0, pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void on_device(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda device(A)
  INSUM_REQUIRED;
}

void sampled(int m, int n, int l, const int* pos, const int* crd, const double* a, const double* x, const double* y,
             double* o) {
  #pragma insum O[i,j] = A[i,j] * X[i,k] * Y[j,k]
  #pragma insum tensor O[m,n] : csr(pos, crd, o)
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor X[m,l] : dense(x)
  #pragma insum tensor Y[n,l] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void halves_times_matrix(int m, int n, int k, const int* pos, const int* crd, const insum::half* a, const insum::half* b, insum::half* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,{k}] : dense(b)
  #pragma insum tensor C[m,{k}] : dense(c)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void in_order(int m, int n, const int* pos, const int* crd, const float* a, const float* x, float* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule deterministic
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void blocks_of_columns(int m, int n, int k, int l, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,p,q] += A[i,j] * B[j,p,q]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,k,l] : dense(b)
  #pragma insum tensor C[m,k,l] : dense(c)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void all_on_device(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum kernel all_on_device
  #pragma insum Y[i] = A[i,j] * X[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor X[n] : dense(x)
  #pragma insum tensor Y[m] : dense(y)
  #pragma insum target cuda device(A, X, Y)
  INSUM_REQUIRED;
}

void searched(int m, int n, const int* pos, const int* crd, const double* a, const int* other_pos, const int* other_crd, const double* b, double* y) {
  #pragma insum kernel searched
  #pragma insum Y[i] = A[i,j] * B[i,j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : csr(other_pos, other_crd, b) base(1)
  #pragma insum tensor Y[m] : dense(y)
  #pragma insum schedule pos(j, p, A[i,j])
  #pragma insum target cuda
  INSUM_REQUIRED;
}
