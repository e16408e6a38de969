#include "peers.hpp"

#include <cublas_v2.h>
#include <cusparse.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "hand_written.hpp"

namespace bench::gpu::peers {

namespace {

void check(cusparseStatus_t status) {
  if (status != CUSPARSE_STATUS_SUCCESS)
    throw std::runtime_error(std::string("cuSPARSE: ") + cusparseGetErrorString(status));
}
void check(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw std::runtime_error(std::string("cuBLAS: ") + cublasGetStatusString(status));
}

cusparseHandle_t sparse() {
  static const cusparseHandle_t handle = [] {
    cusparseHandle_t made = nullptr;
    check(cusparseCreate(&made));
    check(cusparseSetStream(made, insum::cuda::current_stream()));
    return made;
  }();
  return handle;
}
cublasHandle_t dense() {
  static const cublasHandle_t handle = [] {
    cublasHandle_t made = nullptr;
    check(cublasCreate(&made));
    check(cublasSetStream(made, insum::cuda::current_stream()));
    return made;
  }();
  return handle;
}

template <class T>
constexpr cudaDataType_t type_of = sizeof(T) == 2 ? CUDA_R_16F : CUDA_R_32F;
const float one = 1, zero = 0;

/// A description of an operand, which cuSPARSE destroys by a function of its kind.
using description = std::shared_ptr<void>;

template <class T>
description describe(const csr_view<T>& A) {
  cusparseSpMatDescr_t made = nullptr;
  check(cusparseCreateCsr(&made, A.rows, A.cols, static_cast<std::int64_t>(A.crd.size()),
                          const_cast<int*>(A.pos.data()), const_cast<int*>(A.crd.data()),
                          const_cast<T*>(A.vals.data()), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_BASE_ZERO, type_of<T>));
  return {made, [](void* old) { cusparseDestroySpMat(static_cast<cusparseSpMatDescr_t>(old)); }};
}
template <class T>
description describe(const matrix<T>& B) {
  cusparseDnMatDescr_t made = nullptr;
  check(cusparseCreateDnMat(&made, B.size(0), B.size(1), B.size(1), const_cast<T*>(B.data()), type_of<T>,
                            CUSPARSE_ORDER_ROW));
  return {made, [](void* old) { cusparseDestroyDnMat(static_cast<cusparseDnMatDescr_t>(old)); }};
}
template <class T>
description describe(const vector<T>& x) {
  cusparseDnVecDescr_t made = nullptr;
  check(cusparseCreateDnVec(&made, x.count(), const_cast<T*>(x.data()), type_of<T>));
  return {made, [](void* old) { cusparseDestroyDnVec(static_cast<cusparseDnVecDescr_t>(old)); }};
}
cusparseSpMatDescr_t sparse_matrix(const description& of) {
  return static_cast<cusparseSpMatDescr_t>(of.get());
}
cusparseDnMatDescr_t dense_matrix(const description& of) {
  return static_cast<cusparseDnMatDescr_t>(of.get());
}
cusparseDnVecDescr_t dense_vector(const description& of) {
  return static_cast<cusparseDnVecDescr_t>(of.get());
}

using workspace = std::shared_ptr<insum::device_dense<std::int8_t, 1>>;
workspace make_workspace(std::size_t bytes) {
  return std::make_shared<insum::device_dense<std::int8_t, 1>>(
      insum::device_dense<std::int8_t, 1>({static_cast<std::int64_t>(bytes)}));
}

constexpr auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE, transposed = CUSPARSE_OPERATION_TRANSPOSE;

call spmm(const description& A, const description& B, const description& C, cusparseSpMMAlg_t how) {
  std::size_t bytes = 0;
  check(cusparseSpMM_bufferSize(sparse(), plain, plain, &one, sparse_matrix(A), dense_matrix(B), &zero,
                                dense_matrix(C), CUDA_R_32F, how, &bytes));
  const workspace space = make_workspace(bytes);
  if (how != CUSPARSE_SPMM_BLOCKED_ELL_ALG1)
    check(cusparseSpMM_preprocess(sparse(), plain, plain, &one, sparse_matrix(A), dense_matrix(B), &zero,
                                  dense_matrix(C), CUDA_R_32F, how, space->data()));
  return [=] {
    check(cusparseSpMM(sparse(), plain, plain, &one, sparse_matrix(A), dense_matrix(B), &zero,
                       dense_matrix(C), CUDA_R_32F, how, space->data()));
  };
}

/// C = A B by rows, which cuBLAS knows as B^T A^T by columns.
template <class T, class R>
void multiply(std::int64_t rows, std::int64_t depth, std::int64_t columns, const T* A, const T* B, R* C,
              cublasComputeType_t how = CUBLAS_COMPUTE_32F) {
  const int m = static_cast<int>(columns), n = static_cast<int>(rows), k = static_cast<int>(depth);
  check(cublasGemmEx(dense(), CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, B, type_of<T>, m, A, type_of<T>, k,
                     &zero, C, type_of<R>, m, how, CUBLAS_GEMM_DEFAULT));
}

/// A matrix of blocks as blocked ELL has it, in the host's memory; columns of -1 are empty.
struct blocked_ell {
  std::int64_t block_rows, width;
  std::vector<int> columns;
  std::vector<half> values;
};

blocked_ell in_blocked_ell(const insum::csr<float>& A) {
  const insum::bcsr<float> B = insum::convert<insum::bcsr<float>>(A, {.bm = block_side, .bn = block_side});
  blocked_ell made{B.block_rows(), 0, {}, {}};
  for (std::int64_t i = 0; i < made.block_rows; ++i)
    made.width = std::max<std::int64_t>(
        made.width, B.pos[static_cast<std::size_t>(i) + 1] - B.pos[static_cast<std::size_t>(i)]);
  const std::int64_t columns = made.width * block_side;
  made.columns.assign(static_cast<std::size_t>(made.block_rows * made.width), -1);
  made.values.assign(static_cast<std::size_t>(A.rows() * columns), half(0));
  for (std::int64_t i = 0; i < made.block_rows; ++i)
    for (std::int64_t q = B.pos[static_cast<std::size_t>(i)], n = 0;
         q < B.pos[static_cast<std::size_t>(i) + 1]; ++q, ++n) {
      made.columns[static_cast<std::size_t>(i * made.width + n)] = B.crd[static_cast<std::size_t>(q)];
      for (int r = 0; r < block_side; ++r)
        for (int c = 0; c < block_side; ++c)
          made.values[static_cast<std::size_t>((i * block_side + r) * columns + n * block_side + c)] =
              half(B.vals[static_cast<std::size_t>((q * block_side + r) * block_side + c)]);
    }
  return made;
}

}  // namespace

call cusparse_spmv(const csr_view<float>& A, const vector<float>& x, vector<float>& y) {
  const description of_A = describe(A), of_x = describe(x), of_y = describe(y);
  std::size_t bytes = 0;
  check(cusparseSpMV_bufferSize(sparse(), plain, &one, sparse_matrix(of_A), dense_vector(of_x), &zero,
                                dense_vector(of_y), CUDA_R_32F, CUSPARSE_SPMV_CSR_ALG1, &bytes));
  const workspace space = make_workspace(bytes);
  check(cusparseSpMV_preprocess(sparse(), plain, &one, sparse_matrix(of_A), dense_vector(of_x), &zero,
                                dense_vector(of_y), CUDA_R_32F, CUSPARSE_SPMV_CSR_ALG1, space->data()));
  return [=] {
    check(cusparseSpMV(sparse(), plain, &one, sparse_matrix(of_A), dense_vector(of_x), &zero,
                       dense_vector(of_y), CUDA_R_32F, CUSPARSE_SPMV_CSR_ALG1, space->data()));
  };
}

template <class T>
call cusparse_spmm(const csr_view<T>& A, const matrix<T>& B, matrix<T>& C) {
  return spmm(describe(A), describe(B), describe(C), CUSPARSE_SPMM_CSR_ALG2);
}
template call cusparse_spmm(const csr_view<float>&, const matrix<float>&, matrix<float>&);
template call cusparse_spmm(const csr_view<half>&, const matrix<half>&, matrix<half>&);

call cusparse_sddmm(const csr_view<float>& A, const matrix<float>& X, const matrix<float>& Y,
                    vector<float>& values) {
  csr_view<float> result = A;
  result.vals = {values.data(), static_cast<std::size_t>(values.count())};
  const description of_X = describe(X), of_Y = describe(Y), of_O = describe(result);
  std::size_t bytes = 0;
  check(cusparseSDDMM_bufferSize(sparse(), plain, transposed, &one, dense_matrix(of_X), dense_matrix(of_Y),
                                 &zero, sparse_matrix(of_O), CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, &bytes));
  const workspace space = make_workspace(bytes);
  check(cusparseSDDMM_preprocess(sparse(), plain, transposed, &one, dense_matrix(of_X), dense_matrix(of_Y),
                                 &zero, sparse_matrix(of_O), CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT,
                                 space->data()));
  return [=] {
    check(cusparseSDDMM(sparse(), plain, transposed, &one, dense_matrix(of_X), dense_matrix(of_Y), &zero,
                        sparse_matrix(of_O), CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, space->data()));
  };
}

call cusparse_block_spmm(const insum::csr<float>& A, const matrix<half>& B, matrix<float>& C) {
  struct arrays {
    insum::device_dense<int, 1> columns;
    insum::device_dense<half, 1> values;
  };
  const blocked_ell host = in_blocked_ell(A);
  const auto on = std::make_shared<arrays>(arrays{upload(host.columns), upload(host.values)});
  cusparseSpMatDescr_t made = nullptr;
  check(cusparseCreateBlockedEll(&made, A.rows(), A.cols(), block_side, host.width * block_side,
                                 on->columns.data(), on->values.data(), CUSPARSE_INDEX_32I,
                                 CUSPARSE_INDEX_BASE_ZERO, CUDA_R_16F));
  // The description keeps the arrays alive.
  const description of_A(made,
                         [on](void* old) { cusparseDestroySpMat(static_cast<cusparseSpMatDescr_t>(old)); });
  return spmm(of_A, describe(B), describe(C), CUSPARSE_SPMM_BLOCKED_ELL_ALG1);
}

template <class T, class R>
call cublas_product(const matrix<T>& A, const matrix<T>& B, matrix<R>& C, bool rounded) {
  const auto how = rounded ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
  return [&A, &B, &C, how] { multiply(A.size(0), A.size(1), B.size(1), A.data(), B.data(), C.data(), how); };
}
template call cublas_product(const matrix<float>&, const matrix<float>&, matrix<float>&, bool);
template call cublas_product(const matrix<half>&, const matrix<half>&, matrix<half>&, bool);
template call cublas_product(const matrix<half>&, const matrix<half>&, matrix<float>&, bool);

call gather_multiply_scatter(const rules_view& rules, const std::vector<int>& first, const matrix<half>& in,
                             const tensor3<half>& W, matrix<float>& out) {
  struct temporaries {
    matrix<half> gathered;
    matrix<float> products;
  };
  const std::int64_t rows = rules.groups * rules.size, depth = in.size(1), columns = out.size(1);
  const auto on =
      std::make_shared<temporaries>(temporaries{matrix<half>({rows, depth}), matrix<float>({rows, columns})});
  return [=, &W, &in, &out] {
    insum::cuda::detail::check(cudaMemsetAsync(out.data(), 0, out.bytes(), insum::cuda::current_stream()),
                               "cudaMemsetAsync");
    loops::gather_rows(rules.input, in.data(), depth, on->gathered.data());
    for (std::size_t r = 0; r + 1 < first.size(); ++r) {
      const std::int64_t from = first[r] * rules.size, count = first[r + 1] * rules.size - from;
      if (count > 0)
        multiply(count, depth, columns, on->gathered.data() + from * depth,
                 W.data() + static_cast<std::int64_t>(r) * depth * columns,
                 on->products.data() + from * columns);
    }
    loops::add_rows(rules.output, rules.share, on->products.data(), columns, out.data());
  };
}

}  // namespace bench::gpu::peers
