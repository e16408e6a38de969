#include <insum/insum.hpp>

// Two producers, one inside of the loops of the other's reader: a table of j and k for each l, and a number for each l, m and k.
void contraction(const insum::csf<double, 3>& B, int I, int J, int K, int L, int M, int N, const double* c, const double* d,
                 const double* e, double* a) {
  #pragma insum A[l,m,n] = B[i,j,k] * C[i,l] * D[j,m] * E[k,n]
  #pragma insum tensor C[I,L] : dense(c)
  #pragma insum tensor D[J,M] : dense(d)
  #pragma insum tensor E[K,N] : dense(e)
  #pragma insum tensor A[L,M,N] : dense(a)
  #pragma insum schedule reorder(l, i, j, k, m, n), loopfuse(2, left, {}), reorder(m, k, n, j; 1), loopfuse(2, left, {1})
  {}
}

// Each entry of B is scaled when it is met, and the result's row takes it in at once: the loops over B are around both.
void sampled(int m, int n, int k, int l, const int* pos, const int* crd, const float* b, const float* c, const float* d, const float* e,
             float* a) {
  #pragma insum A[i,l] = B[i,j] * C[i,k] * D[j,k] * E[j,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[m,k] : dense(c)
  #pragma insum tensor D[n,k] : dense(d)
  #pragma insum tensor E[n,l] : dense(e)
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum schedule reorder(i, j, k, l), loopfuse(3, left, {}), parallelize(i, dynamic)
  {}
}

// The operands on the right are the producer; a loop around both that is split later is still around both.
void gathered(int m, int n, int k, int l, const int* pos, const int* crd, const double* b, const double* c, const double* d, double* a) {
  #pragma insum A[l,i] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[l,m] : dense(a)
  #pragma insum schedule reorder(l, i, j, k), loopfuse(1, right, {}), reorder(k, j; 0), split(l, l0, l1, 16), parallelize(l0)
  {}
}

// A producer is split again: the chain of matrices from its other end, with a row of each product.
void chained(int n, const int* pos, const int* crd, const double* b, const double* c, const double* d, const double* e, double* a) {
  #pragma insum A[i,m] = B[i,j] * C[j,k] * D[k,l] * E[l,m]
  #pragma insum tensor B[n,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,n] : dense(c)
  #pragma insum tensor D[n,n] : dense(d)
  #pragma insum tensor E[n,n] : dense(e)
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum schedule reorder(i, j, k, l, m), loopfuse(3, left, {}), loopfuse(2, left, {0})
  {}
}
