// Sums of the entries of rows, none of whose kernels may put registers into memory: those that need few are held to 32.
#include <cmath>
#include <insum/insum.hpp>
#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void products(int m, int n, const int* pos, const int* crd, const float* a, const float* x, float* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void sums_of_rows(int m, int n, const int* pos, const int* crd, const float* a, float* y) {
  #pragma insum y[i] = A[i,j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda device(A, y)
  INSUM_REQUIRED;
}

void quotients(int m, int n, const int* pos, const int* crd, const float* a, const float* x, float* y) {
  #pragma insum y[i] = A[i,j] / x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void halves(int m, int n, const int* pos, const int* crd, const insum::half* a, const insum::half* x, insum::half* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void least_halves(int m, int n, const int* pos, const int* crd, const insum::half* a, const insum::half* x, insum::half* y) {
  #pragma insum y[i] = min(j: A[i,j] + x[j])
  #pragma insum tensor A[m,n] : csr(pos, crd, a) fill(INFINITY)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void integers(int m, int n, const int* pos, const int* crd, const int* a, const int* x, int* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void from_one(int m, int n, const int* pos, const int* crd, const int* a, const int* x, int* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a) base(1)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void long_coordinates(int m, int n, const int* pos, const long* crd, const insum::half* a, const insum::half* x, float* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void stored_rows(int m, int n, const int* rows, const int* numbers, const int* pos, const int* crd, const float* a, const float* x, float* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dcsr(rows, numbers, pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}
