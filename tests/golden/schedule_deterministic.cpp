// Sums that threads share, in an order of their own.
void transposed(int m, int n, const int* pos, const int* crd, const double* vals, const double* x, double* y) {
  #pragma insum y[k] = A[i,k] * x[i]
  #pragma insum tensor A[m,n] : csr(pos, crd, vals)
  #pragma insum tensor x[m] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum schedule deterministic
  {}
}
