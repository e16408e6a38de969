// Sums of floating-point numbers that groups share, in an order that nothing changes; ordered_test.cpp knows it.
#include "ordered.hpp"

#include <insum/required.hpp>

void add_at(int n, const int* at, const float* x, int m, float* y) {
  #pragma insum y[at[i]] += x[i]
  #pragma insum tensor at[n] : dense(at)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum deterministic
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void total_of(int n, const float* x, float& sum) {
  #pragma insum sum = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum deterministic
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void transposed_product(int m, int n, const int* pos, const int* crd, const float* a, const float* x, float* y) {
  #pragma insum y[j] += A[i,j] * x[i]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[m] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum schedule deterministic
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void outer_sums(int m, int n, int width, const int* pos, const int* crd, const float* a, const float* b, float* c) {
  #pragma insum C[j,r] = A[i,j] * B[i,r]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,width] : dense(b)
  #pragma insum tensor C[n,width] : dense(c)
  #pragma insum deterministic
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void multiply_at(int n, const int* at, const std::complex<float>* x, int m, std::complex<float>* y) {
  #pragma insum y[at[i]] *= x[i]
  #pragma insum tensor at[n] : dense(at)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum deterministic
  #pragma insum target cuda
  INSUM_REQUIRED;
}
