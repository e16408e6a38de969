// Lanes that load and store vectors of neighbouring elements where arrays and rows begin at multiples of these; vectors_test.cpp has arrays that
// do, and others.
#include "vectors.hpp"

#include <cmath>
#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void times_floats(const Rows<float>& A, int k, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[A.m,A.n] : csr(A.pos, A.crd, A.values)
  #pragma insum tensor B[A.n,k] : dense(b)
  #pragma insum tensor C[A.m,k] : dense(c)
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void adds_floats(const Rows<float>& A, int k, const float* b, float* c) {
  #pragma insum C[i,j] += 2 * A[i,k] * B[k,j]
  #pragma insum tensor A[A.m,A.n] : csr(A.pos, A.crd, A.values)
  #pragma insum tensor B[A.n,k] : dense(b)
  #pragma insum tensor C[A.m,k] : dense(c)
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void times_halves(const Rows<half>& A, int k, const half* b, half* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[A.m,A.n] : csr(A.pos, A.crd, A.values)
  #pragma insum tensor B[A.n,k] : dense(b)
  #pragma insum tensor C[A.m,k] : dense(c)
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void adds_small_floats(const Rows<bfloat16>& A, int k, const bfloat16* b, bfloat16* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor A[A.m,A.n] : csr(A.pos, A.crd, A.values)
  #pragma insum tensor B[A.n,k] : dense(b)
  #pragma insum tensor C[A.m,k] : dense(c)
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void times_doubles(const Rows<double>& A, int k, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[A.m,A.n] : csr(A.pos, A.crd, A.values)
  #pragma insum tensor B[A.n,k] : dense(b)
  #pragma insum tensor C[A.m,k] : dense(c)
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void halves_to_floats(const Rows<half>& A, int k, const half* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[A.m,A.n] : csr(A.pos, A.crd, A.values)
  #pragma insum tensor B[A.n,k] : dense(b)
  #pragma insum tensor C[A.m,k] : dense(c)
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void times_bytes(const Rows<float>& A, int k, const std::int8_t* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[A.m,A.n] : csr(A.pos, A.crd, A.values)
  #pragma insum tensor B[A.n,k] : dense(b)
  #pragma insum tensor C[A.m,k] : dense(c)
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void least_floats(const Rows<float>& A, int k, const float* b, float* c) {
  #pragma insum C[i,j] min= A[i,k] + B[k,j]
  #pragma insum tensor A[A.m,A.n] : csr(A.pos, A.crd, A.values) fill(INFINITY)
  #pragma insum tensor B[A.n,k] : dense(b)
  #pragma insum tensor C[A.m,k] : dense(c)
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void part_of_rows(const Rows<float>& A, int k, int first, int all, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j + {first}]
  #pragma insum tensor A[A.m,A.n] : csr(A.pos, A.crd, A.values)
  #pragma insum tensor B[A.n,all] : dense(b)
  #pragma insum tensor C[A.m,k] : dense(c)
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void sampled_floats(const Rows<float>& A, int l, const float* x, const float* y, float* o) {
  #pragma insum O[i,j] = A[i,j] * X[i,k] * Y[j,k]
  #pragma insum tensor O[A.m,A.n] : csr(A.pos, A.crd, o)
  #pragma insum tensor A[A.m,A.n] : csr(A.pos, A.crd, A.values)
  #pragma insum tensor X[A.m,l] : dense(x)
  #pragma insum tensor Y[A.n,l] : dense(y)
  #pragma insum target cuda device(A, X, Y, O)
  INSUM_REQUIRED;
}

void sampled_halves(const Rows<half>& A, int l, const half* x, const half* y, half* o) {
  #pragma insum O[i,j] = A[i,j] * X[i,k] * Y[j,k]
  #pragma insum tensor O[A.m,A.n] : csr(A.pos, A.crd, o)
  #pragma insum tensor A[A.m,A.n] : csr(A.pos, A.crd, A.values)
  #pragma insum tensor X[A.m,l] : dense(x)
  #pragma insum tensor Y[A.n,l] : dense(y)
  #pragma insum target cuda device(A, X, Y, O)
  INSUM_REQUIRED;
}

void factorised(int m, int n, int l, int r, const int* pos, const int* crd, const int* pos2, const int* crd2, const float* a, const float* c,
                const float* d, float* y) {
  #pragma insum Y[i,j] = A[i,k,l] * C[k,j] * D[l,j]
  #pragma insum tensor A[m,n,l] : levels(0: dense, 1: compressed(pos, crd), 2: compressed(pos2, crd2); a)
  #pragma insum tensor C[n,r] : dense(c)
  #pragma insum tensor D[l,r] : dense(d)
  #pragma insum tensor Y[m,r] : dense(y)
  #pragma insum target cuda device(A, C, D, Y)
  INSUM_REQUIRED;
}

void grouped(int m, int n, int groups, int k, const int* row, const int* crd, const float* values, const float* b, float* c) {
  #pragma insum C[R[p],j] += V[p,q] * B[K[p,q],j]
  #pragma insum tensor R[groups] : dense(row)
  #pragma insum tensor V[groups,4] : dense(values)
  #pragma insum tensor K[groups,4] : dense(crd)
  #pragma insum tensor B[n,k] : dense(b)
  #pragma insum tensor C[m,k] : dense(c)
  #pragma insum target cuda device(R, V, K, B, C)
  INSUM_REQUIRED;
}
