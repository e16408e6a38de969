// The same index twice in a sparse operand: the coordinate of the inner level is compared.
void diagonal(int n, const int* pos, const int* crd, const double* vals, double* y) {
  #pragma insum y[i] = A[i,i]
  #pragma insum tensor A[n,n] : csr(pos, crd, vals)
  #pragma insum tensor y[n] : dense(y)
  {}
}
