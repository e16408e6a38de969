#include <insum/insum.hpp>

// A dense row for the product of two sparse matrices.
void spgemm(int m, int n, int k, const int* pos, const int* crd, const double* a, const int* pos2, const int* crd2, const double* b,
            double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : csr(pos2, crd2, b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule precompute(A[i,k] * B[k,j], {j}, {jw}, W, dense)
  {}
}

// A part that does not change inside: computed once.
void scaled(int m, int n, const double* a, const double* b, const double* s, double* y) {
  #pragma insum y[i] = A[i,k] * b[k] * s[k]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor b[n] : dense(b)
  #pragma insum tensor s[n] : dense(s)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule precompute(s[k] * b[k], {k}, {k}, W, dense)
  {}
}

// Row i of the product is needed where the mask has entries: there alone the workspace is cleared.
void masked(int m, int n, int k, const int* mpos, const int* mcrd, const double* mask, const int* pos, const int* crd, const double* a,
            const int* pos2, const int* crd2, const double* b, double* c) {
  #pragma insum C[i,j] = M[i,j] * A[i,k] * B[k,j]
  #pragma insum tensor M[m,n] : csr(mpos, mcrd, mask)
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : csr(pos2, crd2, b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule precompute(A[i,k] * B[k,j], {j}, {j}, W, dense)
  {}
}

// Rows of a small matrix product, made of the entries of a sparse tensor: the loops that fill W have a register tile of their own.
void contracted(int m, int n, int k, int width, int out, const int* pos, const int* crd, const float* a, const float* x, const float* w,
                float* z) {
  #pragma insum Z[b,i,v] += A[i,k] * X[b,k,u] * V[u,v]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor X[n,k,width] : dense(x)
  #pragma insum tensor V[width,out] : dense(w)
  #pragma insum tensor Z[n,m,out] : dense(z)
  #pragma insum schedule split(b, b0, b1, 16), reorder(b0, i, b1), precompute(A[i,k] * X[b,k,u], {b1,u}, {b1,u}, T, dense)
  {}
}

// ... also where the result is built.
void masked_into(const insum::csr<float>& M, const insum::csr<float>& A, const insum::csr<float>& B, insum::csr<float>& C) {
  #pragma insum C[i,j] = M[i,j] * A[i,k] * B[k,j]
  #pragma insum schedule precompute(A[i,k] * B[k,j], {j}, {j}, W, dense)
  {}
}
