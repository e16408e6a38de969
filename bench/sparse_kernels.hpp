// The kernels with several sparse operands and those with sparse results, in the forms of kernels.hpp.
// Results are objects without entries, of the right sizes, before each call.
#pragma once
#include <cstdint>

#include "harness.hpp"
#include "kernels.hpp"

namespace bench {

template <class T>
using dcsr = insum::dcsr<T>;

/// A 3-tensor with fibres of its last mode where it stores anything.
template <class T>
struct fibres {
  std::int64_t shape[3] = {};
  insum::buffer<std::int32_t> pos0, crd0, pos1, crd1;
  insum::buffer<T> vals;  ///< [positions of level 1][shape[2]]
};

/// C = A * B; C = A * B^T; C = A * B where M has entries, times these; the diagonal of A * B; sums; Y = T * U
/// and T * x along the last mode.
#define BENCH_SPARSE_KERNELS(TEMPLATE, T)                                                            \
  TEMPLATE void spgemm(const csr<T>& A, const csr<T>& B, csr<T>& C);                                 \
  TEMPLATE void spgemm_transposed(const csr<T>& A, const csr<T>& B, csr<T>& C);                      \
  TEMPLATE void masked(const csr<T>& M, const csr<T>& A, const csr<T>& B, csr<T>& C);                \
  TEMPLATE void diagonal(const csr<T>& A, const csr<T>& B, vector<T>& y);                            \
  TEMPLATE void add2(const csr<T>& A, const csr<T>& B, csr<T>& S);                                   \
  TEMPLATE void add4(const csr<T>& A, const csr<T>& B, const csr<T>& C, const csr<T>& D, csr<T>& S); \
  TEMPLATE void ttm(const csf<T>& X, const matrix<T>& U, fibres<T>& Y);                              \
  TEMPLATE void ttv(const csf<T>& X, const vector<T>& u, dcsr<T>& Y);                                \
  TEMPLATE void relax(const csr<T>& W, const vector<T>& from, vector<T>& to);                        \
  TEMPLATE void min_plus(const csr<T>& V, const csr<T>& W, csr<T>& D);

/// The triangles of a graph from the lower triangle of its matrix: their number, and those of each edge.
#define BENCH_TRIANGLE_KERNELS(TEMPLATE, T)                      \
  TEMPLATE void triangles(const csr<T>& L, std::int64_t& count); \
  TEMPLATE void triangles_of_edges(const csr<T>& L, csr<T>& C);

/// Its entries, and the sum of their values.
template <class Matrix>
outcome result_of(const Matrix& C) {
  double sum = 0;
  for (const auto value : C.vals) sum += static_cast<double>(value);
  return {static_cast<double>(C.vals.size()), sum};
}

/// sparse_annotated.cpp
namespace einsum {
BENCH_SPARSE_KERNELS(template <class T>, T)
BENCH_TRIANGLE_KERNELS(template <class T>, T)
}  // namespace einsum
/// sparse_hand_written.cpp
namespace loops {
BENCH_SPARSE_KERNELS(template <class T>, T)
BENCH_TRIANGLE_KERNELS(template <class T>, T)
}  // namespace loops

}  // namespace bench
