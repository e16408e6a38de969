// Loops around a parallel one run on the host; what they read from arrays, and the conditions behind that, are in the launches.
void padded(int m, int n, int k, const int* crd, const double* vals, const double* b, double* c) {
  #pragma insum C[i,r] += A[i,j] * B[j,r]
  #pragma insum tensor A[m,n] : ell<16>(crd, vals)
  #pragma insum tensor B[n,k] : dense(b)
  #pragma insum tensor C[m,k] : dense(c)
  #pragma insum schedule reorder(i,j,r), parallelize(r)
  #pragma insum target cuda
  {}
}

void one_row(int r, int m, int n, const int* pos0, const int* crd0, const int* pos1, const int* crd1, const double* vals, const double* x, double* y) {
  #pragma insum y[j] += A[{r},j] * x[j]
  #pragma insum tensor A[m,n] : dcsr(pos0, crd0, pos1, crd1, vals)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda
  {}
}
