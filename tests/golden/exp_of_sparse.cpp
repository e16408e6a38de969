// exp(0) is 1: absent entries count, and are as many as the row lacks.
void exponentials(int m, int n, const int* pos, const int* crd, const double* vals, double* y) {
  #pragma insum y[i] = exp(A[i,j])
  #pragma insum tensor A[m,n] : csr(pos, crd, vals)
  #pragma insum tensor y[m] : dense(y)
  {}
}
