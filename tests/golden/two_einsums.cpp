// One kernel, two Einsums: T is declared nowhere, so it belongs to the kernel.
void two_steps(int m, int n, const int* pos, const int* crd, const double* vals, const double* x, double* y) {
  #pragma insum kernel two_steps
  #pragma insum T[i] = A[i,j] * x[j]
  #pragma insum y[j] = A[i,j] * T[i]
  #pragma insum tensor A[m,n] : csr(pos, crd, vals)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  {}
}
