// Eigen's dense products on the same data.
#pragma once
#include <Eigen/Dense>

#include "product_kernels.hpp"

namespace bench::eigen {

template <class T>
using rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using head = Eigen::Map<const rows<T>, 0, Eigen::OuterStride<>>;

template <class T>
Eigen::Map<const rows<T>> view(const matrix<T>& A) {
  return {A.data(), A.rows(), A.cols()};
}
template <class T>
Eigen::Map<rows<T>> view(matrix<T>& A) {
  return {A.data(), A.rows(), A.cols()};
}

template <class T>
void product(const matrix<T>& A, const matrix<T>& B, matrix<T>& C) {
  view(C).noalias() = view(A) * view(B);
}

template <class T>
void product_transposed(const matrix<T>& A, const matrix<T>& B, matrix<T>& C) {
  view(C).noalias() = view(A) * view(B).transpose();
}

/// A product for each head.
template <class T>
void scores(const cube<T>& Q, const cube<T>& K, cube<T>& S) {
  const Eigen::Index n = Q.size(0), heads = Q.size(1), depth = Q.size(2), columns = K.size(0);
  const Eigen::OuterStride<> step(heads * depth);
  for (Eigen::Index h = 0; h < heads; ++h) {
    const head<T> left(Q.data() + h * depth, n, depth, step),
        right(K.data() + h * depth, columns, depth, step);
    Eigen::Map<rows<T>, 0, Eigen::OuterStride<>>(S.data() + h * columns, n, columns,
                                                 Eigen::OuterStride<>(heads * columns))
        .noalias() = left * right.transpose();
  }
}

}  // namespace bench::eigen
