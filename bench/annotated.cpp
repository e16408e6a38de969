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

#define INSTANTIATE(T)                                                                  \
  template void spmv(const csr<T>&, const vector<T>&, vector<T>&);                      \
  template void spmm(const csr<T>&, const matrix<T>&, matrix<T>&);                      \
  template void sddmm(const csr<T>&, const matrix<T>&, const matrix<T>&, csr<T>&);      \
  template void mttkrp(const csf<T>&, const matrix<T>&, const matrix<T>&, matrix<T>&);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace bench::einsum
