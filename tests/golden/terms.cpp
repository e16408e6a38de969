// Each term is reduced over its own indices and has its own loops.
void terms(int m, int n, double alpha, const int* pos, const int* crd, const double* vals, const double* x,
           const double* b, double* y) {
  #pragma insum y[i] = b[i] - alpha * A[i,j] * x[j] + sum(k: x[k]) / 2
  #pragma insum tensor A[m,n] : csr(pos, crd, vals)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor b[m] : dense(b)
  #pragma insum tensor y[m] : dense(y)
  {}
}
