// Terms with two sparse operands.

void terms(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  // expect-error@+2:17: a term with two sparse operands (A and B) is not supported yet [insum-not-supported-yet]
  // expect-note@+1:17: store one of them densely, or compute the term in two Einsums
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : csr(pos, crd, b)
  #pragma insum tensor C[m,n] : dense(c)
  {}
  #pragma insum C[i,j] = (A[i,j] + 2 * B[i,j]) * A[i,j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[m,n] : dense(c)
  {}
}
