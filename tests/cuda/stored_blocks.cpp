// Matrices of stored blocks, by name of their format, as batches of matrix products; stored_blocks_test.cpp compares with plain loops.
#include "stored_blocks.hpp"

#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void halves(int m, int n, int l, std::span<const int> am, const int* ak, const insum::half* av, const insum::half* b, float* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : block_group_coo<3,16,16>(am, ak, av)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void halves_scaled(int m, int n, int l, float alpha, std::span<const int> am, const int* ak, const insum::half* av, const insum::half* b, float* c) {
  #pragma insum C[i,j] = alpha * A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : block_group_coo<3,16,16>(am, ak, av)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void halves_by_column(int m, int n, int l, std::span<const int> am, const int* ak, const insum::half* av, const insum::half* b, insum::half* c) {
  #pragma insum C[j,i] = A[i,k] * B[j,k]
  #pragma insum tensor A[m,l] : block_group_coo<3,16,16>(am, ak, av)
  #pragma insum tensor B[n,l] : dense(b)
  #pragma insum tensor C[n,m] : dense(c)
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void rounded(int m, int n, int l, std::span<const int> am, const int* ak, const float* av, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : block_coo<16,16>(am, ak, av)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tensorize(mma, tf32)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void doubles(int m, int n, int l, std::span<const int> am, const int* ak, const double* av, const double* b, double* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : block_group_coo<3,16,16>(am, ak, av)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void floats(int m, int n, int l, std::span<const int> am, const int* ak, const float* av, const float* b, float* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : block_coo<16,16>(am, ak, av)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void padded(int m, int n, int l, const int* ak, const insum::half* av, const insum::half* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : levels(0/16: dense, 1/16: fixed(2, ak), 0%16: dense, 1%16: dense; av)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  INSUM_REQUIRED;
}
