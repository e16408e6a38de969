// Workspaces.

void csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule precompute(A[i,k], {i}, {i})
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule precompute(3, {i}, {i}, W, dense)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule precompute(B[j,k], {k}, {k}, W, dense)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule precompute(B[k,j], i, {i}, W, dense)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule precompute(B[k,j], {k, j}, {k}, W, dense)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule precompute(B[k,j], {q}, {q}, W, dense)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule precompute(B[k,j], {k}, {i}, W, dense)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule precompute(B[k,j], {k, j}, {k, j}, 5, dense)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule precompute(A[i,k] * B[k,j], {j}, {j}, W, coord)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule precompute(A[i,k] * B[k,j], {j}, {j}, W, dense, capacity(64))
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule precompute(A[i,k] * B[k,j], {j}, {j}, W, dense, pipeline)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule split(j, jo, ji, 32), precompute(A[i,k] * B[k,j], {j}, {j}, W, dense)
  {}
}

void more(int m, int n, const int* pos, const int* crd, const double* a, const int* pos2, const int* crd2, const double* b, double* c, const double* x, double* y) {
  #pragma insum C[i,j] min= A[i,k] * B[k,j]
  #pragma insum tensor A[m,m] : dense(a)
  #pragma insum tensor B[m,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule precompute(A[i,k], {k}, {k}, W, dense)
  {}
  #pragma insum C[i,k] = abs(A[i,k] + B[i,k])
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : csr(pos2, crd2, b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule precompute(abs(A[i,k] + B[i,k]), {k}, {k}, W, dense)
  {}
  #pragma insum C[i,j] = A[i,j] * B[i,k] * B[j,k]
  #pragma insum tensor A[m,m] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : dense(b)
  #pragma insum tensor C[m,m] : csr(pos, crd, c)
  #pragma insum schedule precompute(A[i,j], {j}, {j}, W, dense)
  {}
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : dcsr(pos, crd, pos2, crd2, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule precompute(A[i,k], {k}, {k}, W, dense)
  {}
}
