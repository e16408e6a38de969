// Products with a dense matrix on a device: lanes along its rows, which are next to each other in memory. In the second
// block all arrays are there already.
#include <span>

void host(int m, int k, int n, const int* pos, const int* crd, const float* a, const float* b, float* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum target cuda
  {}
}
void device(int m, int k, int n, const int* pos, const int* crd, const float* a, const float* x, float* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor x[k] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda device(A, x, y)
  {}
}
void entries(int m, int k, int n, std::span<const int> row, const int* col, const float* a, const float* b, float* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : coo(row, col, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum target cuda
  {}
}
