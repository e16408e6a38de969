#include <insum/insum.hpp>

// Tiles whose lengths the kernel chooses, of an element-wise statement and of a product with a sparse operand.
void turned(int m, int n, const float* a, float* c) {
#pragma insum C[j,i] = A[i,j]
#pragma insum tensor A[m,n] : dense(a)
#pragma insum tensor C[n,m] : dense(c)
#pragma insum schedule tile(i=auto, j=64)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) c[j * m + i] = a[i * n + j];
}

void rows(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
#pragma insum C[i,j] += A[i,p] * B[p,j]
#pragma insum tensor A[m,k] : csr(pos, crd, a)
#pragma insum tensor B[k,n] : dense(b)
#pragma insum tensor C[m,n] : dense(c)
#pragma insum deterministic
#pragma insum schedule tile(auto)
  for (int i = 0; i < m; ++i)
    for (int q = pos[i]; q < pos[i + 1]; ++q)
      for (int j = 0; j < n; ++j) c[i * n + j] += a[q] * b[crd[q] * n + j];
}
