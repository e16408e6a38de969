// The kernels of SuiteSparse:GraphBLAS with dense operands on the same data.
#pragma once
#include <memory>

#include "harness.hpp"
#include "kernels.hpp"

namespace bench {

/// Copies of A and x, and of the dense factors of one width.
template <class T>
class graphblas_dense_peer {
 public:
  graphblas_dense_peer(const csr<T>& A, const vector<T>& x);
  ~graphblas_dense_peer();
  /// B and Y have a row for each column of A, X for each row.
  void use_factors(const matrix<T>& B, const matrix<T>& X, const matrix<T>& Y);
  /// The threads of all later calls.
  static void use_threads(int threads);

  void spmv();             ///< A * x, added to zeros in place: the faster one of what the library offers
  void spmm();             ///< A * B, likewise
  void sddmm();            ///< A .* (X * Y^T)
  outcome result() const;  ///< of the last matrix
  outcome vector_result() const;

 private:
  struct handles;
  std::unique_ptr<handles> own_;
};

}  // namespace bench
