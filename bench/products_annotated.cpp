#include "product_kernels.hpp"

namespace bench::einsum {

template <class T>
void product(const matrix<T>& A, const matrix<T>& B, matrix<T>& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
  INSUM_REQUIRED;
}

template <class T>
void product_transposed(const matrix<T>& A, const matrix<T>& B, matrix<T>& C) {
#pragma insum C[i,j] = A[i,k] * B[j,k]
  INSUM_REQUIRED;
}

template <class T>
void scores(const cube<T>& Q, const cube<T>& K, cube<T>& S) {
#pragma insum S[i,h,j] = Q[i,h,c] * K[j,h,c]
  INSUM_REQUIRED;
}

BENCH_PRODUCTS(template, float)
BENCH_PRODUCTS(template, double)

}  // namespace bench::einsum
