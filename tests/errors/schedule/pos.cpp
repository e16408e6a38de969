// Loops over positions.
#include <span>

void csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule pos(k, kp)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule pos(q, kp, A[i,k])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule pos(k, j, A[i,k])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule pos(k, kp, 3)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule pos(k, kp, D[i,k])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule pos(k, kp, B[k,j])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule pos(i, ip, A[i,k])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule pos(k, kp, A[j,k])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule pos(k, kp, A[i,k]), pos(k, kq, A[i,k])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule reorder(i, k, j), fuse(i, k, f), pos(f, fp, B[k,j])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule fuse(i, j, f), pos(f, fp, A[i,k])
  {}
}

void formats(int m, int n, int count, const int* pos, const int* crd, const int* pos2, const int* crd2, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : dcsr(pos, crd, pos2, crd2, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule pos(k, kp, A[i,k])
  {}
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : coo(std::span(crd, count), std::span(crd2, count), std::span(a, count))
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule pos(k, kp, A[i,k])
  {}
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : ell<4>(crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule pos(k, kp, A[i,k])
  {}
  #pragma insum y[i] = A[i+1,k] * x[k]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule pos(k, kp, A[i,k])
  {}
}

void union_of_two(int m, int n, const int* pos, const int* crd, const double* a, const int* pos2, const int* crd2, const double* b, double* c) {
  #pragma insum C[i,k] = abs(A[i,k] + B[i,k])
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : csr(pos2, crd2, b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule pos(k, kp, A[i,k])
  {}
}
