// A temporary of each iteration is an array of each group; one for all of them is allocated by the host.
void row(int m, int n, const int* pos, const int* crd, const double* vals, const double* x, double* y) {
  #pragma insum y[i] = exp(A[i,j] + x[j])
  #pragma insum tensor A[m,n] : csr(pos, crd, vals)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  {}
}

void block(int m, int n, int k, int l, const double* a, const double* b, double* y) {
  #pragma insum t[i,p,q] = A[i,j,p] * B[j,q]
  #pragma insum y[i] = t[i,p,q] * t[i,p,q]
  #pragma insum tensor A[m,n,k] : dense(a)
  #pragma insum tensor B[n,l] : dense(b)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  {}
}

void columns(int m, int n, const int* pos, const int* crd, const double* vals, const double* x, double* y) {
  #pragma insum y[j] max= A[i,j] * x[i]
  #pragma insum tensor A[m,n] : csr(pos, crd, vals)
  #pragma insum tensor x[m] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda
  {}
}
