// A reduction in each row: rows on threads, balanced by their entries, one accumulator a row.
void spmv(int m, int n, const int* pos, const int* crd, const double* vals, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, vals)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  {}
}
