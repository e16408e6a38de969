// Blocks of a dense product.
void product(int m, int n, int k, const float* a, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : dense(a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tile(i=64, j=64, k=32)
  {}
}
