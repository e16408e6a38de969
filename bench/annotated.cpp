#include "kernels.hpp"

namespace bench::einsum {

template <class T>
void spmv(const csr<T>& A, const vector<T>& x, vector<T>& y) {
#pragma insum y[i] = A[i,k] * x[k]
  INSUM_REQUIRED;
}

template <class T>
void spmm(const csr<T>& A, const matrix<T>& B, matrix<T>& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
  INSUM_REQUIRED;
}

template <class T>
void sddmm(const csr<T>& A, const matrix<T>& X, const matrix<T>& Y, csr<T>& O) {
#pragma insum O[i,j] = A[i,j] * X[i,k] * Y[j,k]
#pragma insum tensor O[A.rows(), A.cols()] : csr(A.pos, A.crd, O.vals)
#pragma insum tensor A[A.rows(), A.cols()] : csr(A.pos, A.crd, A.vals)
  INSUM_REQUIRED;
}

template <class T>
void mttkrp(const csf<T>& B, const matrix<T>& C, const matrix<T>& D, matrix<T>& A) {
#pragma insum A[i,j] = B[i,k,l] * C[k,j] * D[l,j]
  INSUM_REQUIRED;
}

BENCH_DENSE_KERNELS(template, float)
BENCH_DENSE_KERNELS(template, double)

}  // namespace bench::einsum
