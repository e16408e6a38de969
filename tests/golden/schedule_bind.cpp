// Loops bound to the blocks of a grid and the threads of a block.
void product(int m, int n, int l, const float* a, const float* b, float* c) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tile(i=8, j=32), bind(i0, block.y), bind(j0, block.x), bind(i1, thread.y), bind(j1, thread.x)
  #pragma insum target cuda
  {}
}
void rows(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule bind(i, block.x), bind(j, thread.x)
  #pragma insum target cuda
  {}
}
