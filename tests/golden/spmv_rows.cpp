// Rows behind pointers, as older codes have them.
void spmv(int m, int n, const int* counts, const int* const* columns, const double* const* values, const double* x,
          double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : rows(counts, columns, values)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  {}
}
