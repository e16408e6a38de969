// The matrix of a weighted least-squares fit, in two variants of the same source.
#pragma once

#include <insum/formats.hpp>
#include <vector>

using Matrix = insum::csr<double>;
using Vector = std::vector<double>;

#define DECLARE_VARIANT(name)                                           \
  namespace name {                                                      \
  /* N = B^T diag(w) B */                                               \
  void normal_matrix(const Matrix& B, const Vector& w, Matrix& N);      \
  /* ... with a workspace of kind auto */                               \
  void normal_matrix_auto(const Matrix& B, const Vector& w, Matrix& N); \
  }
DECLARE_VARIANT(generated)
DECLARE_VARIANT(handwritten)
#undef DECLARE_VARIANT
