// One triangle is stored: two terms, and the diagonal once.
void spmv(int n, const int* pos, const int* crd, const double* vals, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : csr(pos, crd, vals) symmetric(lower)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  {}
}

// Dense: both triangles are there, one is read.
void symv(int n, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j] + A[i,i]
  #pragma insum tensor A[n,n] : dense(a) symmetric(upper)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  {}
}
