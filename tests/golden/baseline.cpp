// The hand-written statement beside the kernel: which of both runs is decided by the class of the call.
void spmv(int n, int m, const int* pos, const int* crd, const double* val, const double* x, double* y) {
  #pragma insum y[i] += A[i,j] * x[j]
  #pragma insum tensor A[n,m] : csr(pos, crd, val)
  #pragma insum tensor x[m] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum baseline
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) y[i] += val[p] * x[crd[p]];
}

void norms(int n, const int* counts, const int* const* columns, const double* const* values, double* y) {
  #pragma insum y[i] = A[i,j] * A[i,j]
  #pragma insum tensor A[n,n] : rows(counts, columns, values)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum baseline
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int k = 0; k < counts[i]; ++k) y[i] += values[i][k] * values[i][k];
  }
}
