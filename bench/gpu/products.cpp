// Products with sparse, block-sparse and dense matrices.
#include <insum/required.hpp>

#include "kernels.hpp"

namespace bench::gpu {

void spmv(const csr_view<float>& A, const vector<float>& x, vector<float>& y) {
#pragma insum kernel spmv
#pragma insum y[i] = A[i,k] * x[k]
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.vals)
#pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void spmm(const csr_view<float>& A, const matrix<float>& B, matrix<float>& C) {
#pragma insum kernel spmm_float
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.vals)
#pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void spmm(const csr_view<half>& A, const matrix<half>& B, matrix<half>& C) {
#pragma insum kernel spmm_half
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.vals)
#pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void spmm(const group_view<float>& A, const matrix<float>& B, matrix<float>& C) {
#pragma insum kernel spmm_groups
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor A[A.rows, A.cols] : group_coo<16>(A.AM, A.AK, A.AV)
#pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void spmm_in_buckets(const csr_view<float>& A, const matrix<float>& B, matrix<float>& C) {
#pragma insum kernel spmm_hyb
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.vals)
#pragma insum format A -> hyb<auto,auto> once
#pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void sddmm(const csr_view<float>& A, const matrix<float>& X, const matrix<float>& Y, vector<float>& values) {
#pragma insum kernel sddmm
#pragma insum O[i,j] = A[i,j] * X[i,k] * Y[j,k]
#pragma insum tensor O[A.rows, A.cols] : csr(A.pos, A.crd, values)
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.vals)
#pragma insum target cuda device(A, X, Y, O)
  INSUM_REQUIRED;
}

void dense_product(const matrix<half>& A, const matrix<half>& B, matrix<half>& C) {
#pragma insum kernel dense_half
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void dense_product(const matrix<float>& A, const matrix<float>& B, matrix<float>& C) {
#pragma insum kernel dense_float
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void block_spmm(const group_view<half>& A, const matrix<half>& B, matrix<float>& C) {
#pragma insum kernel block_spmm
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor A[A.rows, A.cols] : block_group_coo<4,32,32>(A.AM, A.AK, A.AV)
#pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

}  // namespace bench::gpu
