// Eigen's matrices as tensors. Include it where such objects stand in pragmas; insum.hpp does not.
#pragma once
#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "core/errors.hpp"
#include "storage.hpp"

namespace insum {

namespace detail {

template <class M>
concept eigen_plain = std::derived_from<M, Eigen::PlainObjectBase<M>>;  // Matrix, Array

/// Map, Ref, Block, Transpose, Diagonal: what reads the elements of others where they are.
template <class M>
concept eigen_view = std::derived_from<M, Eigen::DenseBase<M>> && requires(const M& m) {
  m.data();
  m.innerStride();
  requires(static_cast<unsigned>(M::Flags) & Eigen::DirectAccessBit) != 0;
};

template <class M>
inline constexpr bool eigen_contiguous = eigen_plain<M>;
template <class M>
  requires(!eigen_plain<M> && static_cast<bool>(M::IsVectorAtCompileTime))
inline constexpr bool eigen_contiguous<M> = M::InnerStrideAtCompileTime == 1;
template <class M, int Options>
  requires(!static_cast<bool>(M::IsVectorAtCompileTime))
inline constexpr bool eigen_contiguous<Eigen::Map<M, Options, Eigen::Stride<0, 0>>> = true;

/// The order of modes is known where the type says that the values are contiguous.
template <class M, int Rank>
struct eigen_order {};
template <class M>
  requires eigen_contiguous<M>
struct eigen_order<M, 1> {
  static constexpr int order[1] = {0};
};
template <class M>
  requires eigen_contiguous<M>
struct eigen_order<M, 2> {
  static constexpr int order[2] = {M::IsRowMajor ? 0 : 1, M::IsRowMajor ? 1 : 0};
};

template <class M>
inline constexpr int eigen_rank = M::IsVectorAtCompileTime ? 1 : 2;

}  // namespace detail

/// Matrix, Array, Map, Ref, and blocks, rows, columns, diagonals and transposes of these: dense. Vectors have
/// rank 1, matrices rank 2; any storage order and strides.
template <class M>
  requires(detail::eigen_plain<M> || detail::eigen_view<M>)
struct storage<M> : detail::eigen_order<M, detail::eigen_rank<M>> {
  static constexpr const char* format = "dense";
  static constexpr int rank = detail::eigen_rank<M>;
  using value_type = typename M::Scalar;
  using index_type = std::int32_t;
  static constexpr bool growable = false;

  static std::int64_t size(const M& t, int mode) {
    if constexpr (rank == 1) return t.size();
    return mode == 0 ? t.rows() : t.cols();
  }
  static std::int64_t stride(const M& t, int mode) {
    if constexpr (rank == 1) return t.innerStride();
    return mode == 0 ? t.rowStride() : t.colStride();
  }
  template <int n, class Object>
  static auto* array(Object&& t) {
    static_assert(n == 0, "a dense tensor has one array");
    return t.data();
  }
  template <int n>
  static std::int64_t length(const M& t) {  // from the first element to the last one
    if (t.size() == 0) return 0;
    if constexpr (rank == 1) return (t.size() - 1) * t.innerStride() + 1;
    return (t.rows() - 1) * t.rowStride() + (t.cols() - 1) * t.colStride() + 1;
  }
};

namespace detail {

/// The arrays of a compressed Eigen matrix; throws for one in the mode that leaves room between rows.
template <class Matrix>
struct eigen_sparse_storage {
  static constexpr const char* format = Matrix::IsRowMajor ? "csr" : "csc";
  static constexpr int rank = 2;
  using value_type = typename Matrix::Scalar;
  using index_type = typename Matrix::StorageIndex;
  static constexpr bool growable = false;

  static std::int64_t size(const Matrix& t, int mode) { return mode == 0 ? t.rows() : t.cols(); }
  template <int n, class Object>
  static auto* array(Object& t) {
    static_assert(n >= 0 && n < 3, "the format has fewer storage arrays");
    if (!t.isCompressed())
      throw storage_error("Eigen::SparseMatrix", -1, static_cast<std::int64_t>(t.nonZeros()),
                          "the entries are not compressed: call makeCompressed()");
    if constexpr (n == 0) {
      return t.outerIndexPtr();
    } else if constexpr (n == 1) {
      return t.innerIndexPtr();
    } else {
      return t.valuePtr();
    }
  }
  template <int n>
  static std::int64_t length(const Matrix& t) {
    static_assert(n >= 0 && n < 3, "the format has fewer storage arrays");
    return n == 0 ? t.outerSize() + 1 : t.nonZeros();
  }
};

}  // namespace detail

template <class T, int Options, class Index>
struct storage<Eigen::SparseMatrix<T, Options, Index>>
    : detail::eigen_sparse_storage<Eigen::SparseMatrix<T, Options, Index>> {};

template <class T, int Options, class Index>
struct storage<Eigen::Map<Eigen::SparseMatrix<T, Options, Index>>>
    : detail::eigen_sparse_storage<Eigen::Map<Eigen::SparseMatrix<T, Options, Index>>> {};

template <class T, int Options, class Index>
struct storage<Eigen::Map<const Eigen::SparseMatrix<T, Options, Index>>>
    : detail::eigen_sparse_storage<Eigen::Map<const Eigen::SparseMatrix<T, Options, Index>>> {};

}  // namespace insum
