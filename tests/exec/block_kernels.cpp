#include "block_kernels.hpp"

namespace blocks {

void product(const insum::bcsr<float>& A, int n, const Numbers& b, Numbers& c) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor B[A.cols(), n] : dense(b)
#pragma insum tensor C[A.rows(), n] : dense(c)
  INSUM_REQUIRED;
}

void product(const FixedBlocks& A, int n, const Numbers& b, Numbers& c) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor B[A.cols(), n] : dense(b)
#pragma insum tensor C[A.rows(), n] : dense(c)
  INSUM_REQUIRED;
}

void product(const insum::dbcsr<float>& A, int n, const Numbers& b, Numbers& c) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor B[A.cols(), n] : dense(b)
#pragma insum tensor C[A.rows(), n] : dense(c)
  INSUM_REQUIRED;
}

void product(const insum::block_coo<float>& A, int n, const Numbers& b, Numbers& c) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor B[A.cols(), n] : dense(b)
#pragma insum tensor C[A.rows(), n] : dense(c)
  INSUM_REQUIRED;
}

void product(const insum::block_group_coo<float>& A, int n, const Numbers& b, Numbers& c) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor B[A.cols(), n] : dense(b)
#pragma insum tensor C[A.rows(), n] : dense(c)
  INSUM_REQUIRED;
}

void added_product(const insum::bcsr<float>& A, int n, const Numbers& b, const Numbers& d, Numbers& c) {
#pragma insum C[i,j] += 2 * A[i,k] * B[j,k] * D[k]
#pragma insum tensor B[n, A.cols()] : dense(b)
#pragma insum tensor D[A.cols()] : dense(d)
#pragma insum tensor C[A.rows(), n] : dense(c)
  INSUM_REQUIRED;
}

void added_product(const insum::block_group_coo<float>& A, int n, const Numbers& b, const Numbers& d, Numbers& c) {
#pragma insum C[i,j] += 2 * A[i,k] * B[j,k] * D[k]
#pragma insum tensor B[n, A.cols()] : dense(b)
#pragma insum tensor D[A.cols()] : dense(d)
#pragma insum tensor C[A.rows(), n] : dense(c)
  INSUM_REQUIRED;
}

void sum_of_products(const insum::bcsr<float>& A, int n, const Numbers& b, Numbers& c) {
#pragma insum C[i,j] = A[i,k] * B[k,j] + A[i,l] * D[l,j]
#pragma insum tensor B[A.cols(), n] : dense(b)
#pragma insum tensor D[A.cols(), n] : dense(b)
#pragma insum tensor C[A.rows(), n] : dense(c)
  INSUM_REQUIRED;
}

}  // namespace blocks
