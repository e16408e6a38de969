// Matrices of stored blocks times dense ones, as annotated kernels.
#pragma once
#include <insum/insum.hpp>
#include <vector>

namespace blocks {

using Numbers = std::vector<float>;
using FixedBlocks = insum::bcsr<float, int, 4, 3>;

/// C[i,j] = A[i,k] * B[k,j], C and B row-major with n columns.
void product(const insum::bcsr<float>& A, int n, const Numbers& b, Numbers& c);
void product(const FixedBlocks& A, int n, const Numbers& b, Numbers& c);
void product(const insum::dbcsr<float>& A, int n, const Numbers& b, Numbers& c);
void product(const insum::block_coo<float>& A, int n, const Numbers& b, Numbers& c);
void product(const insum::block_group_coo<float>& A, int n, const Numbers& b, Numbers& c);
/// C[i,j] += 2 * A[i,k] * B[j,k] * d[k].
void added_product(const insum::bcsr<float>& A, int n, const Numbers& b, const Numbers& d, Numbers& c);
void added_product(const insum::block_group_coo<float>& A, int n, const Numbers& b, const Numbers& d,
                   Numbers& c);
/// C[i,j] = A[i,k] * B[k,j] + A[i,l] * D[l,j], both B and D being b.
void sum_of_products(const insum::bcsr<float>& A, int n, const Numbers& b, Numbers& c);

}  // namespace blocks
