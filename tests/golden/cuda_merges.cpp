// Two sparse rows at once on a device: the coordinates that both have, and those that either has.
void both(int m, int n, const int* pos, const int* crd, const double* a, const int* qos, const int* drd, const double* b, double* y) {
  #pragma insum y[i] = A[i,j] * B[i,j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : csr(qos, drd, b)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  {}
}

void either(int m, int n, const int* pos, const int* crd, const double* a, const int* qos, const int* drd, const double* b, double* c) {
  #pragma insum C[i,j] = max(A[i,j], B[i,j])
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : csr(qos, drd, b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum target cuda
  {}
}
