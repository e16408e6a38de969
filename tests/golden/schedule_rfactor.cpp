// Parts of a sum on threads, and partial sums of a row.
void dot(int n, const double* x, const double* y, double* s) {
  #pragma insum s[i] = x[k] * y[k] * one[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum tensor one[1] : dense(x)
  #pragma insum tensor s[1] : dense(s)
  #pragma insum schedule split(k, ko, ki, 4096), rfactor(ko)
  {}
}
void spmv(int m, int n, const int* pos, const int* crd, const double* vals, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : csr(pos, crd, vals)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule pos(k, kp, A[i,k]), split(kp, ko, ki, 8), rfactor(ki)
  {}
}
