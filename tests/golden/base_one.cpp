// Positions and coordinates counted from 1.
void spmv(int m, int n, const int* pos, const int* crd, const double* vals, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, vals) base(1)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  {}
}
