// The kernels that an engineer writes first: a warp or a block for each row.
#pragma once
#include "kernels.hpp"

namespace bench::gpu::loops {

void spmv(const csr_view<float>& A, const vector<float>& x, vector<float>& y);
void spmm(const csr_view<float>& A, const matrix<float>& B, matrix<float>& C);
void spmm(const csr_view<half>& A, const matrix<half>& B, matrix<half>& C);
void sddmm(const csr_view<float>& A, const matrix<float>& X, const matrix<float>& Y, vector<float>& values);
void tensor_product(const coupling_view& C, const tensor3<float>& X, const matrix<float>& Y,
                    const tensor3<float>& W, tensor3<float>& Z);

/// A launch of one lane that does nothing.
void nothing();

/// Rows from[rows[i]] to to[i]; and the sums of rows from[i], times share[i], in to[rows[i]].
void gather_rows(ints rows, const half* from, std::int64_t columns, half* to);
void add_rows(ints rows, std::span<const half> share, const float* from, std::int64_t columns, float* to);

}  // namespace bench::gpu::loops
