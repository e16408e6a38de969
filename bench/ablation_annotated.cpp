#include "ablation_kernels.hpp"

namespace bench::ablation {

void unfused(const coo& A, const dense2& B, dense2& gathered, dense2& products, dense2& C) {
#pragma insum gathered[p,j] = B[AK[p],j]
#pragma insum tensor AK = A.crd[1]
  INSUM_REQUIRED;
#pragma insum products[p,j] = AV[p] * gathered[p,j]
#pragma insum tensor AV = A.vals
  INSUM_REQUIRED;
#pragma insum C[AM[p],j] = products[p,j]
#pragma insum tensor AM = A.crd[0]
  INSUM_REQUIRED;
}

void unfused(const groups& A, const dense2& B, dense3& gathered, dense2& products, dense2& C) {
#pragma insum gathered[p,q,j] = B[AK[p,q],j]
#pragma insum tensor AK[A.groups(), 16] : dense(A.AK)
  INSUM_REQUIRED;
#pragma insum products[p,j] = AV[p,q] * gathered[p,q,j]
#pragma insum tensor AV[A.groups(), 16] : dense(A.AV)
  INSUM_REQUIRED;
#pragma insum C[AM[p],j] = products[p,j]
#pragma insum tensor AM = A.AM
  INSUM_REQUIRED;
}

void unfused(const block_groups& A, const dense3& B3, dense4& gathered, dense3& products, dense3& C3) {
#pragma insum G[p,q,c,j] = B3[AK[p,q],c,j]
#pragma insum tensor AK[A.groups(), 4] : dense(A.AK)
#pragma insum tensor G = gathered
  INSUM_REQUIRED;
#pragma insum products[p,r,j] = AV[p,q,r,c] * G[p,q,c,j]
#pragma insum tensor AV[A.groups(), 4, 32, 32] : dense(A.AV)
#pragma insum tensor G = gathered
  INSUM_REQUIRED;
#pragma insum C3[AM[p],r,j] = products[p,r,j]
#pragma insum tensor AM = A.AM
  INSUM_REQUIRED;
}

void fused(const coo& A, const dense2& B, dense2& C) {
#pragma insum C[AM[p],j] = AV[p] * B[AK[p],j]
#pragma insum tensor AM = A.crd[0]
#pragma insum tensor AK = A.crd[1]
#pragma insum tensor AV = A.vals
  INSUM_REQUIRED;
}

void fused(const groups& A, const dense2& B, dense2& C) {
#pragma insum C[AM[p],j] = AV[p,q] * B[AK[p,q],j]
#pragma insum tensor AM = A.AM
#pragma insum tensor AK[A.groups(), 16] : dense(A.AK)
#pragma insum tensor AV[A.groups(), 16] : dense(A.AV)
  INSUM_REQUIRED;
}

void fused(const block_groups& A, const dense3& B3, dense3& C3) {
#pragma insum C3[AM[p],r,j] = AV[p,q,r,c] * B3[AK[p,q],c,j]
#pragma insum tensor AM = A.AM
#pragma insum tensor AK[A.groups(), 4] : dense(A.AK)
#pragma insum tensor AV[A.groups(), 4, 32, 32] : dense(A.AV)
  INSUM_REQUIRED;
}

void by_format(const coo& A, const dense2& B, dense2& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum assume(sorted(A), unique(A))
  INSUM_REQUIRED;
}

void by_format(const groups& A, const dense2& B, dense2& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
  INSUM_REQUIRED;
}

void by_format(const block_groups& A, const dense2& B, dense2& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
  INSUM_REQUIRED;
}

}  // namespace bench::ablation
