// The result has the pattern of an operand: it is computed at the stored coordinates alone.
void sddmm(int m, int n, int r, const int* pos, const int* crd, const double* a, double* c, const double* x,
           const double* y) {
  #pragma insum C[i,j] = A[i,j] * X[i,k] * Y[j,k]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor C[m,n] : csr(pos, crd, c)
  #pragma insum tensor X[m,r] : dense(x)
  #pragma insum tensor Y[n,r] : dense(y)
  {}
}
