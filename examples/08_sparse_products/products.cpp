// One Einsum, five formats. VARIANT is the namespace: the build compiles this file with insum and without.
#include "products.hpp"

#include <algorithm>

namespace VARIANT {

namespace {

[[maybe_unused]] void clear(Dense& C) { std::fill(C.vals.begin(), C.vals.end(), 0.0f); }

// Row i of C gets `value` times row k of B.
[[maybe_unused]] void add_row(float value, const Dense& B, std::int64_t k, Dense& C, std::int64_t i) {
  for (std::int64_t j = 0; j < C.cols(); ++j) C(i, j) += value * B(k, j);
}

// A block whose first element is (i, k), cut off at the edges of the matrix.
template <class Matrix>
[[maybe_unused]] void add_block(const Matrix& A, const float* block, std::int64_t rows, std::int64_t columns,
                                std::int64_t i, std::int64_t k, const Dense& B, Dense& C) {
  for (std::int64_t r = 0; r < std::min(rows, A.rows() - i); ++r)
    for (std::int64_t c = 0; c < std::min(columns, A.cols() - k); ++c)
      add_row(block[r * columns + c], B, k + c, C, i + r);
}

}  // namespace

void multiply(const Csr& A, const Dense& B, Dense& C) {
#pragma insum kernel multiply_csr
#pragma insum C[i, j] = A[i, k] * B[k, j]
  {
    clear(C);
#pragma omp parallel for
    for (int i = 0; i < static_cast<int>(A.rows()); ++i)
      for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) add_row(A.vals[p], B, A.crd[p], C, i);
  }
}

void multiply(const Ell& A, const Dense& B, Dense& C) {
#pragma insum kernel multiply_ell
#pragma insum C[i, j] = A[i, k] * B[k, j]
  {
    clear(C);
#pragma omp parallel for
    for (int i = 0; i < static_cast<int>(A.rows()); ++i)
      for (std::int64_t p = i * A.width; p < (i + 1) * A.width && A.crd[p] >= 0; ++p)
        add_row(A.vals[p], B, A.crd[p], C, i);
  }
}

void multiply(const GroupCoo& A, const Dense& B, Dense& C) {
#pragma insum kernel multiply_group_coo
#pragma insum C[i, j] = A[i, k] * B[k, j]
  {
    clear(C);
    for (std::int64_t g = 0; g < A.groups(); ++g)  // groups of a row share it: not parallel
      for (std::int64_t p = g * A.g; p < (g + 1) * A.g; ++p) add_row(A.AV[p], B, A.AK[p], C, A.AM[g]);
  }
}

void multiply(const Bcsr& A, const Dense& B, Dense& C) {
#pragma insum kernel multiply_bcsr
#pragma insum C[i, j] = A[i, k] * B[k, j]
  {
    clear(C);
#pragma omp parallel for
    for (int i = 0; i < static_cast<int>(A.block_rows()); ++i)
      for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
        add_block(A, &A.vals[p * A.bm * A.bn], A.bm, A.bn, i * A.bm, A.crd[p] * A.bn, B, C);
  }
}

void multiply(const BlockGroupCoo& A, const Dense& B, Dense& C) {
#pragma insum kernel multiply_block_group_coo
#pragma insum C[i, j] = A[i, k] * B[k, j]
  {
    clear(C);
    for (std::int64_t g = 0; g < A.groups(); ++g)
      for (std::int64_t p = g * A.g; p < (g + 1) * A.g; ++p)
        add_block(A, &A.AV[p * A.bm * A.bk], A.bm, A.bk, A.AM[g] * A.bm, A.AK[p] * A.bk, B, C);
  }
}

}  // namespace VARIANT
