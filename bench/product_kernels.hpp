// The kernels of insum_product_bench: dense products, and products of a matrix in blocks or groups.
#pragma once
#include <cstdint>
#include <insum/insum.hpp>

#include "kernels.hpp"

namespace bench {

template <class T>
using cube = insum::dense<T, 3>;
template <class T>
using blocks = insum::bcsr<T, std::int32_t, 32, 32>;
/// G is the number of blocks or entries in a group, where it is part of the type; 0: a member.
template <class T, std::int64_t G = 0>
using block_groups = insum::block_group_coo<T, std::int32_t, G, 32, 32>;
template <class T, std::int64_t G = 0>
using groups = insum::group_coo<T, std::int32_t, G>;

/// Declares the dense products for `template <class T>`, or instantiates them for `template`.
#define BENCH_PRODUCTS(TEMPLATE, T)                                                       \
  TEMPLATE void product(const matrix<T>& A, const matrix<T>& B, matrix<T>& C);            \
  TEMPLATE void product_transposed(const matrix<T>& A, const matrix<T>& B, matrix<T>& C); \
  TEMPLATE void scores(const cube<T>& Q, const cube<T>& K, cube<T>& S);

/// products_annotated.cpp, blocks_annotated.cpp: one Einsum each.
namespace einsum {
BENCH_PRODUCTS(template <class T>, T)

template <class T>
void spmm_blocks(const blocks<T>& A, const matrix<T>& B, matrix<T>& C);
template <class T>
void spmm_block_groups(const block_groups<T>& A, const matrix<T>& B, matrix<T>& C);
template <class T>
void spmm_groups(const groups<T>& A, const matrix<T>& B, matrix<T>& C);
template <class T, std::int64_t G>
void spmm_fixed_block_groups(const block_groups<T, G>& A, const matrix<T>& B, matrix<T>& C);
template <class T, std::int64_t G>
void spmm_fixed_groups(const groups<T, G>& A, const matrix<T>& B, matrix<T>& C);
}  // namespace einsum

/// products_hand_written.cpp: the loops that an engineer writes, with OpenMP on the rows.
namespace loops {
BENCH_PRODUCTS(template <class T>, T)
}

}  // namespace bench
