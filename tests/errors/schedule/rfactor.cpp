// Partial results.

void csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule rfactor(i, j)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule rfactor(q)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule rfactor(i)
  {}
}

void more(int m, int n, const int* pos, const int* crd, const double* a, const double* b, double* c, const double* x, double* y) {
  #pragma insum C[i,j] = A[i,j] * B[i,k] * B[j,k]
  #pragma insum tensor A[m,m] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : dense(b)
  #pragma insum tensor C[m,m] : csr(pos, crd, c)
  #pragma insum schedule rfactor(k)
  {}
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule pos(k, kp, A[i,k]), rfactor(kp)
  {}
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : bcsr<2,2>(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule rfactor(k)
  {}
}
