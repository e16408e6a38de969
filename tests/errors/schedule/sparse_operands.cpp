
// A term with more sparse operands than one analysis takes.

void terms(int m, int n, const int* pos, const int* crd, const double* a, double* c) {
  // expect-error@+2:17: a term with 11 sparse operands is not supported yet [insum-not-supported-yet]
  // expect-note@+1:17: compute a part of it in an Einsum of its own
  #pragma insum C[i] = A[i,0] * A[i,1] * A[i,2] * A[i,3] * A[i,4] * A[i,5] * A[i,6] * A[i,7] * A[i,8] * A[i,9] * A[i,10]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor C[m] : dense(c)
  {}
}
