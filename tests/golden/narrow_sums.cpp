// Sums that loops combine in memory, of 16-bit floats: in a workspace of floats; of a template, where its type has 16 bits.
#include <insum/core/types.hpp>

void columns(int m, int n, const int* pos, const int* crd, const insum::half* vals, const insum::half* x, insum::half* y) {
  #pragma insum y[i] += A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csc(pos, crd, vals)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  {}
}

void rows_in_turn(int m, int n, int p, const int* pos, const int* crd, const insum::bfloat16* vals, const insum::bfloat16* b, insum::bfloat16* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,n] : csr(pos, crd, vals)
  #pragma insum tensor B[n,p] : dense(b)
  #pragma insum tensor C[m,p] : dense(c)
  #pragma insum schedule reorder(i, k, j)
  {}
}

template <class T>
void open(int m, int n, const int* pos, const int* crd, const T* vals, const T* x, T* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csc(pos, crd, vals)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  {}
}
