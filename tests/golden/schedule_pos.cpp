// The entries of a row four at a time.
void spmv(int m, int n, const int* pos, const int* crd, const double* vals, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : csr(pos, crd, vals)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule pos(k, kp, A[i,k]), split(kp, ko, ki, 4), unroll(ki, 4), parallelize(i, nonzeros)
  {}
}
