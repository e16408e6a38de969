// Rows on a device: long ones are shared by groups, unless the order of sums is fixed or something else than a multiple of the sum is stored.
void shared(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] += 3 * A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a) base(1)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  {}
}
void in_order(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum deterministic
  #pragma insum target cuda
  {}
}
void scaled(int m, int n, double alpha, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = alpha * A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  {}
}
void offset(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = exp(sum(j: A[i,j] * x[j]))
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  {}
}
void sampled(int m, int n, int l, const int* pos, const int* crd, const double* a, const double* x, const double* y,
             double* o) {
  #pragma insum O[i,j] = A[i,j] * X[i,k] * Y[j,k]
  #pragma insum tensor O[m,n] : csr(pos, crd, o)
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor X[m,l] : dense(x)
  #pragma insum tensor Y[n,l] : dense(y)
  #pragma insum target cuda
  {}
}
