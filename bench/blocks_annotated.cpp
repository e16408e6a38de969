#include "product_kernels.hpp"

namespace bench::einsum {

template <class T>
void spmm_blocks(const blocks<T>& A, const matrix<T>& B, matrix<T>& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
  INSUM_REQUIRED;
}

template <class T>
void spmm_block_groups(const block_groups<T>& A, const matrix<T>& B, matrix<T>& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor A[A.rows(), A.cols()] : block_group_coo<A.g, 32, 32>(A.AM, A.AK, A.AV)
  INSUM_REQUIRED;
}

template <class T>
void spmm_groups(const groups<T>& A, const matrix<T>& B, matrix<T>& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
  INSUM_REQUIRED;
}

template <class T, std::int64_t G>
void spmm_fixed_block_groups(const block_groups<T, G>& A, const matrix<T>& B, matrix<T>& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor A[A.rows(), A.cols()] : block_group_coo<G, 32, 32>(A.AM, A.AK, A.AV)
  INSUM_REQUIRED;
}

template <class T, std::int64_t G>
void spmm_fixed_groups(const groups<T, G>& A, const matrix<T>& B, matrix<T>& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor A[A.rows(), A.cols()] : group_coo<G>(A.AM, A.AK, A.AV)
  INSUM_REQUIRED;
}

#define BENCH_FIXED_GROUPS(T, G)                                                                        \
  template void spmm_fixed_block_groups<T, G>(const block_groups<T, G>&, const matrix<T>&, matrix<T>&); \
  template void spmm_fixed_groups<T, G>(const groups<T, G>&, const matrix<T>&, matrix<T>&);
#define BENCH_BLOCKS(T)                                                                 \
  template void spmm_blocks(const blocks<T>&, const matrix<T>&, matrix<T>&);             \
  template void spmm_block_groups(const block_groups<T>&, const matrix<T>&, matrix<T>&); \
  template void spmm_groups(const groups<T>&, const matrix<T>&, matrix<T>&);             \
  BENCH_FIXED_GROUPS(T, 1) \
  BENCH_FIXED_GROUPS(T, 2) \
  BENCH_FIXED_GROUPS(T, 4) \
  BENCH_FIXED_GROUPS(T, 8) \
  BENCH_FIXED_GROUPS(T, 16) \
  BENCH_FIXED_GROUPS(T, 32) \
  BENCH_FIXED_GROUPS(T, 64)

BENCH_BLOCKS(float)
BENCH_BLOCKS(double)

}  // namespace bench::einsum
