// Eigen's kernels on the same data.
#pragma once
#include <Eigen/Dense>
#include <Eigen/Sparse>

#include "harness.hpp"
#include "kernels.hpp"

namespace bench {

template <class T>
class eigen_peer {
 public:
  using sparse = Eigen::SparseMatrix<T, Eigen::RowMajor, std::int32_t>;

  explicit eigen_peer(const csr<T>& A)
      : matrix_(A.rows(), A.cols(), static_cast<Eigen::Index>(A.nnz()), A.pos.data(), A.crd.data(),
                A.vals.data()) {}
  void spmv(const vector<T>& x, vector<T>& y) const {
    Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, 1>> out(y.data(), matrix_.rows());
    out.noalias() = matrix_ * Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>(x.data(), matrix_.cols());
  }
  void spmm(const matrix<T>& B, matrix<T>& C) const {
    Eigen::Map<rows> out(C.data(), matrix_.rows(), C.cols());
    out.noalias() = matrix_ * Eigen::Map<const rows>(B.data(), matrix_.cols(), B.cols());
  }
  /// A loop over dot products of Eigen, which has no such kernel; rows by 64, as threads become free.
  void sddmm(const matrix<T>& X, const matrix<T>& Y, csr<T>& O) const {
    const Eigen::Map<const rows> left(X.data(), X.rows(), X.cols()), right(Y.data(), Y.rows(), Y.cols());
#pragma omp parallel for schedule(dynamic, 64)
    for (Eigen::Index i = 0; i < matrix_.rows(); ++i)
      for (typename Eigen::Map<const sparse>::InnerIterator entry(matrix_, i); entry; ++entry)
        O.vals[static_cast<std::size_t>(&entry.value() - matrix_.valuePtr())] =
            entry.value() * left.row(i).dot(right.row(entry.col()));
  }

  // Sparse results, which are kept until the next one.
  void product() { fresh() = matrix_ * matrix_; }
  void transposed_product() { fresh() = matrix_ * sparse(matrix_.transpose()); }
  void sum(const eigen_peer& b) { fresh() = matrix_ + b.matrix_; }
  void sum(const eigen_peer& b, const eigen_peer& c, const eigen_peer& d) {
    fresh() = matrix_ + b.matrix_ + c.matrix_ + d.matrix_;
  }
  /// The elements whose sum is the diagonal of the product.
  void diagonal_of_product() { fresh() = matrix_.cwiseProduct(sparse(matrix_.transpose())); }
  void triangles_of_edges() {
    const sparse all = matrix_ * sparse(matrix_.transpose());
    fresh() = matrix_.cwiseProduct(all);
  }
  outcome result() const {
    return {static_cast<double>(last_.nonZeros()), last_.template cast<double>().sum()};
  }

 private:
  using rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  sparse& fresh() {
    sparse().swap(last_);
    return last_;
  }
  Eigen::Map<const sparse> matrix_;
  sparse last_;
};

}  // namespace bench
