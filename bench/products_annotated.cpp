#include "product_kernels.hpp"

namespace bench::einsum {

void product(const matrix<float>& A, const matrix<float>& B, matrix<float>& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
  INSUM_REQUIRED;
}

void product_transposed(const matrix<float>& A, const matrix<float>& B, matrix<float>& C) {
#pragma insum C[i,j] = A[i,k] * B[j,k]
  INSUM_REQUIRED;
}

void scores(const cube<float>& Q, const cube<float>& K, cube<float>& S) {
#pragma insum S[i,h,j] = Q[i,h,c] * K[j,h,c]
  INSUM_REQUIRED;
}

void product(const matrix<double>& A, const matrix<double>& B, matrix<double>& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
  INSUM_REQUIRED;
}

void product_transposed(const matrix<double>& A, const matrix<double>& B, matrix<double>& C) {
#pragma insum C[i,j] = A[i,k] * B[j,k]
  INSUM_REQUIRED;
}

void scores(const cube<double>& Q, const cube<double>& K, cube<double>& S) {
#pragma insum S[i,h,j] = Q[i,h,c] * K[j,h,c]
  INSUM_REQUIRED;
}

}  // namespace bench::einsum
