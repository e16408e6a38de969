// The kernels of SuiteSparse:GraphBLAS on the same data.
#pragma once
#include <memory>
#include <vector>

#include "harness.hpp"
#include "kernels.hpp"

namespace bench {

/// Copies of `operands`, the first of which is A below. Each function makes a fresh result, finished and
/// sorted, and frees the one before.
template <class T>
class graphblas_peer {
 public:
  graphblas_peer(const std::vector<const csr<T>*>& operands, const vector<T>& from);
  ~graphblas_peer();
  /// The threads of all later calls.
  static void use_threads(int threads);

  void product();               ///< A * A
  void transposed_product();    ///< A * A^T
  void masked_product();        ///< (A * A) where A has an entry
  void sum(std::size_t count);  ///< of the first `count` operands
  void min_plus();
  void relax();               ///< to min= A + from
  void triangles_of_edges();  ///< (A * A^T) where A has an entry, in ones
  void triangles();           ///< their sum
  outcome result() const;     ///< of the last matrix

 private:
  struct handles;
  std::unique_ptr<handles> own_;
};

}  // namespace bench
