// Results of 16 bits that threads combine in memory; narrow_test.cpp has what they are.
#include "narrow.hpp"

#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void list(const insum::coo<T>& A, int m, int n, int p, const T* b, T* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(b)
  #pragma insum tensor C[m,p] : dense(c)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void list_added(const insum::coo<T>& A, int m, int n, int p, const T* b, T* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(b)
  #pragma insum tensor C[m,p] : dense(c)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void columns(const insum::csc<T>& A, int m, int n, int p, const T* b, T* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(b)
  #pragma insum tensor C[m,p] : dense(c)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void rows(const insum::csr<T>& A, int m, int n, int p, const T* b, T* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(b)
  #pragma insum tensor C[m,p] : dense(c)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void groups(const Groups& A, int m, int n, int p, const T* b, T* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(b)
  #pragma insum tensor C[m,p] : dense(c)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void bound(const insum::csr<T>& A, int m, int n, int p, const T* b, T* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(b)
  #pragma insum tensor C[m,p] : dense(c)
  #pragma insum schedule reorder(i,k,j), bind(i, block.x), bind(j, thread.x)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void kept(int m, int n, int p, const T* a, const T* b, T* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor B[n,p] : dense(b)
  #pragma insum tensor C[m,p] : dense(c)
  #pragma insum schedule split(k, k0, kr, 16), split(kr, k1, k2, 4), tile(i=4, j=8), reorder(k0, i0, j0, k1, i1, j1, k2)
  #pragma insum schedule bind(k0, block.z), bind(i0, block.y), bind(j0, block.x), bind(i1, thread.y), bind(j1, thread.x)
  #pragma insum schedule cache_read(A, shared), cache_read(B, shared), cache_write(C, registers)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void two_terms(const insum::csr<T>& A, int m, int n, const T* d, T* y) {
  #pragma insum y[i] = A[i,k] - D[i,k]
  #pragma insum tensor D[m,n] : dense(d)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void total(const insum::csr<T>& A, int m, int n, const T* d, T* s) {
  #pragma insum S[0] += A[i,k] + D[i,k]
  #pragma insum tensor D[m,n] : dense(d)
  #pragma insum tensor S[1] : dense(s)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void to_places(int count, int m, const int* place, const insum::half* x, insum::half* y) {
  #pragma insum Y[P[q]] += X[q]
  #pragma insum tensor P[count] : dense(place)
  #pragma insum tensor X[count] : dense(x)
  #pragma insum tensor Y[m] : dense(y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}
