// Tiles of operands in shared memory and sums in registers; cached_test.cpp compares with plain loops.
#include "cached.hpp"

#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void product(int m, int n, int l, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tile(i=16, j=32, k=8), split(i1, it, ir, 4), split(j1, jt, jr, 4), reorder(i0, j0, k0, it, jt, k1, ir, jr)
  #pragma insum schedule bind(i0, block.y), bind(j0, block.x), bind(it, thread.y), bind(jt, thread.x)
  #pragma insum schedule cache_read(A, shared), cache_read(B, shared), cache_write(C, registers)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void added(int m, int n, int l, const float* a, const float* b, float* c) {
  #pragma insum C[i,j] += 2 * A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule cache_write(C, registers), cache_read(B, shared), tile(i=8, j=32, k=8)
  #pragma insum schedule bind(i0, block.y), bind(j0, block.x), bind(i1, thread.y), bind(j1, thread.x)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void in_threads(int m, int n, int l, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule split(j, j0, j1, 4), reorder(i, j0, k, j1), bind(i, block.x), bind(j0, thread.x), cache_write(C, registers)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void split_depth(int m, int n, int l, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule split(k, k0, kr, 16), split(kr, k1, k2, 4), tile(i=4, j=8), reorder(k0, i0, j0, k1, i1, j1, k2)
  #pragma insum schedule bind(k0, block.z), bind(i0, block.y), bind(j0, block.x), bind(i1, thread.y), bind(j1, thread.x)
  #pragma insum schedule cache_read(A, shared), cache_read(B, shared), cache_write(C, registers)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void threads_add_up(int m, int n, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule split(i, i0, i1, 4), split(j, j0, j1, 48), reorder(i0, j0, i1, j1), bind(i0, block.x), bind(j1, thread.x)
  #pragma insum schedule cache_write(y, registers)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void least(int m, int n, int l, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] min= A[i,k] + B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tile(i=4, j=8, k=4), bind(i0, block.y), bind(j0, block.x), bind(i1, thread.y), bind(j1, thread.x), unroll(k1, 4)
  #pragma insum schedule cache_write(C, registers), cache_read(A, shared), cache_read(B, shared)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void gathered(int m, int n, int l, int count, const int* which, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[W[k],j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor W[l] : dense(which)
  #pragma insum tensor B[count,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tile(i=4, j=16, k=8), bind(i0, block.y), bind(j0, block.x), bind(i1, thread.y), bind(j1, thread.x)
  #pragma insum schedule cache_read(B, shared), cache_write(C, registers)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void window(int m, int n, const double* image, const double* filter, double* out) {
  #pragma insum O[h,w] = I[h+r-1,w+s-1] * F[r,s]
  #pragma insum tensor I[m,n] : dense(image)
  #pragma insum tensor F[3,3] : dense(filter)
  #pragma insum tensor O[m,n] : dense(out)
  #pragma insum schedule tile(h=4, w=16), bind(h0, block.y), bind(w0, block.x), bind(h1, thread.y), bind(w1, thread.x)
  #pragma insum schedule cache_read(I, shared), cache_read(F, shared)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void rows(int m, int n, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,40] : dense(b)
  #pragma insum tensor C[m,40] : dense(c)
  #pragma insum schedule split(j, j0, j1, 20), reorder(i, k, j0, j1), bind(i, block.x), bind(j1, thread.x), cache_write(C, registers)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void scalar_sum(int m, int n, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule split(i, i0, i1, 32), split(j, j0, j1, 16), reorder(i0, j0, i1, j1), bind(i0, block.x), bind(i1, thread.x)
  #pragma insum schedule cache_read(x, shared), cache_write(y, registers)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void halves(int m, int n, int l, const insum::half* a, const insum::half* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tile(i=8, j=8, k=8), bind(i0, block.y), bind(j0, block.x), bind(i1, thread.y), bind(j1, thread.x)
  #pragma insum schedule cache_read(A, shared), cache_read(B, shared), cache_write(C, registers)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void compiler_halves(int m, int n, int l, const _Float16* a, const _Float16* b, _Float16* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tile(i=8, j=8, k=8), bind(i0, block.y), bind(j0, block.x), bind(i1, thread.y), bind(j1, thread.x)
  #pragma insum schedule cache_read(A, shared), cache_read(B, shared), cache_write(C, registers)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void two_terms(int m, int n, int l, const double* a, const double* b, const double* d, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j] + D[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor D[m,l] : dense(d)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tile(i=4, j=8, k=4), bind(i0, block.y), bind(j0, block.x), bind(i1, thread.y), bind(j1, thread.x)
  #pragma insum schedule cache_read(B, shared), cache_write(C, registers)
  #pragma insum target cuda
  INSUM_REQUIRED;
}
