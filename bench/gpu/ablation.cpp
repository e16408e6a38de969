// What grouping, blocks, fusion and matrix instructions are worth.
#include <insum/required.hpp>

#include "kernels.hpp"

namespace bench::gpu::ablation {

void unfused(const coo_view<float>& A, const matrix<float>& B, matrix<float>& gathered, matrix<float>& products,
             matrix<float>& C) {
#pragma insum kernel coo_gather
#pragma insum gathered[p,j] = B[AK[p],j]
#pragma insum tensor AK = A.col
#pragma insum target cuda device(gathered, B, AK)
  INSUM_REQUIRED;
#pragma insum kernel coo_multiply
#pragma insum products[p,j] = AV[p] * gathered[p,j]
#pragma insum tensor AV = A.vals
#pragma insum target cuda device(products, AV, gathered)
  INSUM_REQUIRED;
#pragma insum kernel coo_scatter
#pragma insum C[AM[p],j] = products[p,j]
#pragma insum tensor AM = A.row
#pragma insum target cuda device(C, AM, products)
  INSUM_REQUIRED;
}

void unfused(const group_view<float>& A, const matrix<float>& B, tensor3<float>& gathered, matrix<float>& products,
             matrix<float>& C) {
#pragma insum kernel groups_gather
#pragma insum gathered[p,q,j] = B[AK[p,q],j]
#pragma insum tensor AK[A.groups(), 16] : dense(A.AK)
#pragma insum target cuda device(gathered, B, AK)
  INSUM_REQUIRED;
#pragma insum kernel groups_multiply
#pragma insum products[p,j] = AV[p,q] * gathered[p,q,j]
#pragma insum tensor AV[A.groups(), 16] : dense(A.AV)
#pragma insum target cuda device(products, AV, gathered)
  INSUM_REQUIRED;
#pragma insum kernel groups_scatter
#pragma insum C[AM[p],j] = products[p,j]
#pragma insum tensor AM = A.AM
#pragma insum target cuda device(C, AM, products)
  INSUM_REQUIRED;
}

void unfused(const group_view<float>& A, const tensor3<float>& B3, tensor4<float>& gathered, tensor3<float>& products,
             tensor3<float>& C3) {
#pragma insum kernel blocks_gather
#pragma insum G[p,q,c,j] = B3[AK[p,q],c,j]
#pragma insum tensor AK[A.groups(), 4] : dense(A.AK)
#pragma insum tensor G = gathered
#pragma insum target cuda device(G, B3, AK)
  INSUM_REQUIRED;
#pragma insum kernel blocks_multiply
#pragma insum products[p,r,j] = AV[p,q,r,c] * G[p,q,c,j]
#pragma insum tensor AV[A.groups(), 4, 32, 32] : dense(A.AV)
#pragma insum tensor G = gathered
#pragma insum target cuda device(products, AV, G)
  INSUM_REQUIRED;
#pragma insum kernel blocks_scatter
#pragma insum C3[AM[p],r,j] = products[p,r,j]
#pragma insum tensor AM = A.AM
#pragma insum target cuda device(C3, AM, products)
  INSUM_REQUIRED;
}

void unfused_matrix(const group_view<float>& A, const tensor3<float>& B3, tensor4<float>& gathered,
                    tensor3<float>& products, tensor3<float>& C3) {
#pragma insum kernel blocks_gather_matrix
#pragma insum G[p,q,c,j] = B3[AK[p,q],c,j]
#pragma insum tensor AK[A.groups(), 4] : dense(A.AK)
#pragma insum tensor G = gathered
#pragma insum target cuda device(G, B3, AK)
  INSUM_REQUIRED;
#pragma insum kernel blocks_multiply_matrix
#pragma insum products[p,r,j] = AV[p,q,r,c] * G[p,q,c,j]
#pragma insum tensor AV[A.groups(), 4, 32, 32] : dense(A.AV)
#pragma insum tensor G = gathered
#pragma insum schedule tensorize(mma, tf32)
#pragma insum target cuda device(products, AV, G)
  INSUM_REQUIRED;
#pragma insum kernel blocks_scatter_matrix
#pragma insum C3[AM[p],r,j] = products[p,r,j]
#pragma insum tensor AM = A.AM
#pragma insum target cuda device(C3, AM, products)
  INSUM_REQUIRED;
}

void fused(const coo_view<float>& A, const matrix<float>& B, matrix<float>& C) {
#pragma insum kernel coo_fused
#pragma insum C[AM[p],j] = AV[p] * B[AK[p],j]
#pragma insum tensor AM = A.row
#pragma insum tensor AK = A.col
#pragma insum tensor AV = A.vals
#pragma insum target cuda device(C, AM, AV, B, AK)
  INSUM_REQUIRED;
}

void fused(const group_view<float>& A, const matrix<float>& B, matrix<float>& C) {
#pragma insum kernel groups_fused
#pragma insum C[AM[p],j] = AV[p,q] * B[AK[p,q],j]
#pragma insum tensor AM = A.AM
#pragma insum tensor AK[A.groups(), 16] : dense(A.AK)
#pragma insum tensor AV[A.groups(), 16] : dense(A.AV)
#pragma insum target cuda device(C, AM, AV, B, AK)
  INSUM_REQUIRED;
}

void fused(const group_view<float>& A, const tensor3<float>& B3, tensor3<float>& C3) {
#pragma insum kernel blocks_fused
#pragma insum C3[AM[p],r,j] = AV[p,q,r,c] * B3[AK[p,q],c,j]
#pragma insum tensor AM = A.AM
#pragma insum tensor AK[A.groups(), 4] : dense(A.AK)
#pragma insum tensor AV[A.groups(), 4, 32, 32] : dense(A.AV)
#pragma insum target cuda device(C3, AM, AV, B3, AK)
  INSUM_REQUIRED;
}

void fused_matrix(const group_view<float>& A, const tensor3<float>& B3, tensor3<float>& C3) {
#pragma insum kernel blocks_fused_matrix
#pragma insum C3[AM[p],r,j] = AV[p,q,r,c] * B3[AK[p,q],c,j]
#pragma insum tensor AM = A.AM
#pragma insum tensor AK[A.groups(), 4] : dense(A.AK)
#pragma insum tensor AV[A.groups(), 4, 32, 32] : dense(A.AV)
#pragma insum schedule tensorize(mma, tf32)
#pragma insum target cuda device(C3, AM, AV, B3, AK)
  INSUM_REQUIRED;
}

}  // namespace bench::gpu::ablation
