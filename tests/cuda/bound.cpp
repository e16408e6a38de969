// Loops that the schedule binds to blocks and threads; bound_test.cpp compares with plain loops.
#include "bound.hpp"

#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void rows(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule bind(i, block.x), bind(j, thread.x)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void blocks_alone(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] += A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule bind(i, block.z)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void least(int m, int n, const double* a, const double* x, double* y) {
  #pragma insum y[i] = min(j: A[i,j] + x[j])
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule bind(i, block.y), bind(j, thread.y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void tiles(int m, int n, int l, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tile(i=8, j=16), bind(i0, block.y), bind(j0, block.x), bind(i1, thread.y), bind(j1, thread.x)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void split_depth(int m, int n, int l, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule split(k, k0, k1, 8), split(j, j0, j1, 4), reorder(k0, i, j0, j1, k1)
  #pragma insum schedule bind(k0, block.x), bind(i, block.y), bind(j0, thread.x), unroll(j1, 4)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void partial(int m, int n, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule split(j, j0, j1, 40), rfactor(j1)
  #pragma insum schedule bind(i, block.x), bind(j1, thread.x), bind(j1_each, thread.x)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void three(int m, int n, int l, const double* a, double* c) {
  #pragma insum C[i,j,k] = 2 * A[k,i,j]
  #pragma insum tensor A[l,m,n] : dense(a)
  #pragma insum tensor C[m,n,l] : dense(c)
  #pragma insum schedule bind(i, block.x), bind(j, thread.z), bind(k, thread.x), vectorize(k)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void pattern(int m, int n, int l, const int* pos, const int* crd, const double* a, const double* x, const double* y, double* o) {
  #pragma insum O[i,j] = A[i,j] * X[i,k] * Y[k,j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor O[m,n] : csr(pos, crd, o)
  #pragma insum tensor X[m,l] : dense(x)
  #pragma insum tensor Y[l,n] : dense(y)
  #pragma insum schedule bind(i, block.x), bind(j, thread.x)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void total(int m, int n, const double* a, double& s) {
  #pragma insum s += A[i,j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum schedule bind(i, block.x), bind(j, thread.x)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void listed(int m, int n, int g, const int* pos, const int* crd, const double* a, const std::vector<int>& row, const int* col, const double* l, const double* x, double* o) {
  #pragma insum O[i,j] = A[i,j] * L[i,k] * X[k,j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor O[m,n] : csr(pos, crd, o)
  #pragma insum tensor L[m,g] : group_coo<3>(row, col, l)
  #pragma insum tensor X[g,n] : dense(x)
  #pragma insum schedule bind(i, block.x), bind(j, thread.x)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void by_temporary(int n, const int* pos, const int* crd, const double* a, const double* b, const double* x, double* c) {
  #pragma insum T[j,i] = A[j,k] * B[i,l] * B[k,i]
  #pragma insum C[j] += T[j,i] * X[i]
  #pragma insum tensor A[n,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,n] : dense(b)
  #pragma insum tensor X[n] : dense(x)
  #pragma insum tensor C[n] : dense(c)
  #pragma insum schedule bind(j, block.y), bind(l, thread.y)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void short_rows(int m, int n, const double* d, double* c) {
  #pragma insum C[l,i] += D[l,i]
  #pragma insum tensor D[m,n] : dense(d)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule split(l, l0, l1, 9), bind(l0, block.y), bind(i, block.x)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void parts(int m, int n, const double* d, const double* b, double* c) {
  #pragma insum C[j] += D[j,k] * B[k]
  #pragma insum tensor D[m,n] : dense(d)
  #pragma insum tensor B[n] : dense(b)
  #pragma insum tensor C[m] : dense(c)
  #pragma insum schedule bind(j, block.y), bind(k, block.x), rfactor(k)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void inner_parts(int m, int n, const double* d, const double* e, double* c) {
  #pragma insum C[j] += D[i,k] * E[k,j]
  #pragma insum tensor D[m,n] : dense(d)
  #pragma insum tensor E[n,m] : dense(e)
  #pragma insum tensor C[m] : dense(c)
  #pragma insum schedule bind(i, block.x), rfactor(k)
  #pragma insum target cuda
  INSUM_REQUIRED;
}
