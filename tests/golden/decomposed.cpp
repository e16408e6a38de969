// A sum of formats: the Einsum is a sum over the parts.
#include <cmath>
void spmm(int M, int K, int N, const int* pos, const int* crd, const float* val, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[M,K] : csr(pos, crd, val)
  #pragma insum tensor B[K,N] : dense(b)
  #pragma insum tensor C[M,N] : dense(c)
  #pragma insum format A -> bcsr<4,4> + hyb<1,1>
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      c[i * N + j] = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p) c[i * N + j] += val[p] * b[crd[p] * N + j];
    }
}

void nearest(int N, const int* pos, const int* crd, const float* val, const float* x, float* y) {
  #pragma insum y[i] = min(k: A[i,k] + x[k])
  #pragma insum tensor A[N,N] : csr(pos, crd, val) fill(INFINITY)
  #pragma insum tensor x[N] : dense(x)
  #pragma insum tensor y[N] : dense(y)
  #pragma insum format A -> ell<1> + csr once
  for (int i = 0; i < N; ++i) {
    y[i] = INFINITY;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (val[p] + x[crd[p]] < y[i]) y[i] = val[p] + x[crd[p]];
  }
}
