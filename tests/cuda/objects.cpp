// Objects that hold device memory in annotated statements.
#include "objects.hpp"

#include <insum/required.hpp>

void add_product(const insum::device_dense<float, 2>& A, const insum::device_dense<float, 2>& B, insum::device_dense<float, 2>& C) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void set_product(const insum::device_dense<float, 2>& A, const insum::device_dense<float, 2>& B, insum::device_dense<float, 2>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void add_product_undeclared(const insum::device_dense<float, 2>& A, const insum::device_dense<float, 2>& B, insum::device_dense<float, 2>& C) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum target cuda device(B, C)
  INSUM_REQUIRED;
}

void twice(int n, const float* b, insum::device_dense<float, 1>& Y) {
  #pragma insum Y[i] = 2 * B[i]
  #pragma insum tensor B[n] : dense(b)
  #pragma insum target cuda device(Y)
  INSUM_REQUIRED;
}

void twice_there(int n, const float* b, insum::device_dense<float, 1>& Y) {
  #pragma insum Y[i] = 2 * B[i]
  #pragma insum tensor B[n] : dense(b)
  #pragma insum target cuda device(B, Y)
  INSUM_REQUIRED;
}
