// Two loops as one.
#include <span>

void csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule fuse(i, j)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule fuse(i, q, f)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule fuse(i, i, f)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule fuse(i, k, j)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule fuse(i, k, 2)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule fuse(i, k, f)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule reorder(i, k, j), fuse(k, i, f)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule parallelize(i), fuse(i, j, f)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule split(j, jo, ji, 32), fuse(jo, ji, f)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule reorder(i, k, j), pos(k, kp, A[i,k]), fuse(k, j, f), fuse(i, f, g)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule fuse(i, j, f), fuse(f, j, g)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule reorder(i, k, j), fuse(i, k, f), split(f, fo, fi, 64)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule pos(k, kp, A[i,k]), fuse(i, j, f)
  {}
}

void blocks(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : bcsr<2,2>(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule fuse(i, k, f)
  {}
}

void two_operands(int m, int n, const int* pos, const int* crd, const double* a, const int* pos2, const int* crd2, const double* b, int count, double* y) {
  #pragma insum y[i] = A[i,k] * B[i]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m] : coo(std::span(crd2, count), std::span(b, count))
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule fuse(i, k, f)
  {}
}

void terms(int m, int n, const double* a, const double* b, double* y) {
  #pragma insum y[i] = a[i] + sum(k: b[k])
  #pragma insum tensor a[m] : dense(a)
  #pragma insum tensor b[n] : dense(b)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule fuse(i, k, f)
  {}
}

void large(const double* a, double* y) {
  #pragma insum y[i,j] = a[i,j]
  #pragma insum tensor a[5000000000,5000000000] : dense(a)
  #pragma insum tensor y[5000000000,5000000000] : dense(y)
  #pragma insum schedule fuse(i, j, f)
  {}
}
