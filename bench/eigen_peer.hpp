// Eigen's kernels on the same data.
#pragma once
#include <Eigen/Dense>
#include <Eigen/Sparse>

#include "kernels.hpp"

namespace bench {

template <class T>
class eigen_peer {
 public:
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

 private:
  using rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<const Eigen::SparseMatrix<T, Eigen::RowMajor, std::int32_t>> matrix_;
};

}  // namespace bench
