// Operands in device memory that are computed with in another format.

void groups(int m, int n, int k, const int* pos, const int* crd, const float* a, const float* b, float* c) {
  #pragma insum C[i,r] = A[i,j] * B[j,r]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,k] : dense(b)
  #pragma insum tensor C[m,k] : dense(c)
  #pragma insum format A -> group_coo<auto>
  #pragma insum target cuda device(A, B, C)
  {}
}

void parts(int m, int n, int k, const int* pos, const int* crd, const float* a, const float* b, float* c) {
  #pragma insum C[i,r] += A[i,j] * B[j,r]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,k] : dense(b)
  #pragma insum tensor C[m,k] : dense(c)
  #pragma insum format A -> bcsr<16,16> + ell<2> once
  #pragma insum target cuda device(A, B, C)
  {}
}
