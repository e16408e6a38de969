// cuSPARSE and cuBLAS, which come with the CUDA Toolkit. Each function prepares what can be prepared once and
// returns the call; operands and results have to outlive it.
#pragma once
#include <functional>

#include "device_matrices.hpp"
#include "kernels.hpp"

namespace bench::gpu::peers {

using call = std::function<void()>;

call cusparse_spmv(const csr_view<float>& A, const vector<float>& x, vector<float>& y);
template <class T>
call cusparse_spmm(const csr_view<T>& A, const matrix<T>& B, matrix<T>& C);
call cusparse_sddmm(const csr_view<float>& A, const matrix<float>& X, const matrix<float>& Y,
                    vector<float>& values);
/// A in blocked ELL: as many blocks in each row of blocks as the longest has.
call cusparse_block_spmm(const insum::csr<float>& A, const matrix<half>& B, matrix<float>& C);
/// `rounded`: floats to tf32.
template <class T, class R>
call cublas_product(const matrix<T>& A, const matrix<T>& B, matrix<R>& C, bool rounded = false);
/// Gathers the rows of all rules, multiplies those of each offset, and adds rows up.
call gather_multiply_scatter(const rules_view& rules, const std::vector<int>& first, const matrix<half>& in,
                             const tensor3<half>& W, matrix<float>& out);

}  // namespace bench::gpu::peers
