// One product of a matrix of 32 x 32 blocks in nine ways: entries one by one, in groups, and blocks in
// groups; each in three steps through memory, in one Einsum over index arrays, and in one over the format
// itself.
#pragma once
#include <insum/insum.hpp>

namespace bench::ablation {

using dense2 = insum::dense<float, 2>;
using dense3 = insum::dense<float, 3>;
using dense4 = insum::dense<float, 4>;
using coo = insum::coo<float>;
using groups = insum::group_coo<float, std::int32_t, 16>;
using block_groups = insum::block_group_coo<float, std::int32_t, 4, 32, 32>;

/// `gathered` and `products` are what the steps leave in memory. B3 and C3 have a mode for rows of blocks,
/// and one for the rows inside.
void unfused(const coo& A, const dense2& B, dense2& gathered, dense2& products, dense2& C);
void unfused(const groups& A, const dense2& B, dense3& gathered, dense2& products, dense2& C);
void unfused(const block_groups& A, const dense3& B3, dense4& gathered, dense3& products, dense3& C3);

void fused(const coo& A, const dense2& B, dense2& C);
void fused(const groups& A, const dense2& B, dense2& C);
void fused(const block_groups& A, const dense3& B3, dense3& C3);

void by_format(const coo& A, const dense2& B, dense2& C);
void by_format(const groups& A, const dense2& B, dense2& C);
void by_format(const block_groups& A, const dense2& B, dense2& C);

}  // namespace bench::ablation
