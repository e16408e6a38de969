// Matrix products by matrix instructions and by threads; products_test.cpp compares with plain loops.
#include "products.hpp"

#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void halves(int m, int n, int l, const insum::half* a, const insum::half* b, float* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void halves_transposed(int m, int n, int l, const insum::half* a, const insum::half* b, insum::half* c) {
  #pragma insum C[i,j] = A[k,i] * B[j,k]
  #pragma insum tensor A[l,m] : dense(a)
  #pragma insum tensor B[n,l] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void bfloats(int m, int n, int l, const insum::bfloat16* a, const insum::bfloat16* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[j,k]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[n,l] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void doubles(int m, int n, int l, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = 2 * A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void doubles_transposed(int m, int n, int l, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] += A[k,i] * B[j,k]
  #pragma insum tensor A[l,m] : dense(a)
  #pragma insum tensor B[n,l] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void floats(int m, int n, int l, const float* a, const float* b, float* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void rounded(int m, int n, int l, const float* a, const float* b, float* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tensorize(mma, tf32)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void batches(int b, int m, int n, int l, const insum::half* x, const insum::half* y, float* z) {
  #pragma insum Z[i,s,j] = X[s,i,k] * Y[k,s,j]
  #pragma insum tensor X[b,m,l] : dense(x)
  #pragma insum tensor Y[l,b,n] : dense(y)
  #pragma insum tensor Z[m,b,n] : dense(z)
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void blocks(int groups, int q, int m, int l, int n, const int* am, const int* ak, const insum::half* av, const insum::half* b, float* c) {
  #pragma insum C[AM[p],r,j] += AV[p,s,r,t] * B[AK[p,s],t,j]
  #pragma insum tensor AV[groups,q,16,16] : dense(av)
  #pragma insum tensor AM[groups] : dense(am)
  #pragma insum tensor AK[groups,q] : dense(ak)
  #pragma insum tensor B[l,16,n] : dense(b)
  #pragma insum tensor C[m,16,n] : dense(c)
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void blocks_weighted(int groups, int m, int l, int n, const int* am, const int* ak, const float* w, const insum::half* av, const insum::half* b, float* c) {
  #pragma insum C[AM[p],r,j] += W[p] * AV[p,r,t] * B[AK[p],t,j]
  #pragma insum tensor AV[groups,16,16] : dense(av)
  #pragma insum tensor AM[groups] : dense(am)
  #pragma insum tensor AK[groups] : dense(ak)
  #pragma insum tensor W[groups] : dense(w)
  #pragma insum tensor B[l,16,n] : dense(b)
  #pragma insum tensor C[m,16,n] : dense(c)
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void halves_scaled(int m, int n, int l, float alpha, const insum::half* a, const insum::half* b, const float* d, float* c) {
  #pragma insum C[i,j] += alpha * D[i] * A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor D[m] : dense(d)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void automatic(int m, int n, int l, const insum::half* a, const insum::half* b, float* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum target cuda
  INSUM_REQUIRED;
}
