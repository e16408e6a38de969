// OpenBLAS's dense products on the same data.
#pragma once
#include <cblas.h>

#include "product_kernels.hpp"

namespace bench::openblas {

/// C = A * B, or A * B^T, of rows that lie `step` elements apart.
template <class T>
struct operand {
  T* data;
  std::int64_t step;
};

inline blasint narrow(std::int64_t n) { return static_cast<blasint>(n); }

template <class T>
void multiply(CBLAS_TRANSPOSE transposed, std::int64_t m, std::int64_t n, std::int64_t k, operand<const T> a,
              operand<const T> b, operand<T> c) {
  if constexpr (sizeof(T) == 4)
    cblas_sgemm(CblasRowMajor, CblasNoTrans, transposed, narrow(m), narrow(n), narrow(k), 1, a.data,
                narrow(a.step), b.data, narrow(b.step), 0, c.data, narrow(c.step));
  else
    cblas_dgemm(CblasRowMajor, CblasNoTrans, transposed, narrow(m), narrow(n), narrow(k), 1, a.data,
                narrow(a.step), b.data, narrow(b.step), 0, c.data, narrow(c.step));
}

template <class T>
void product(const matrix<T>& A, const matrix<T>& B, matrix<T>& C) {
  multiply<T>(CblasNoTrans, A.rows(), B.cols(), A.cols(), {A.data(), A.cols()}, {B.data(), B.cols()},
              {C.data(), C.cols()});
}

template <class T>
void product_transposed(const matrix<T>& A, const matrix<T>& B, matrix<T>& C) {
  multiply<T>(CblasTrans, A.rows(), B.rows(), A.cols(), {A.data(), A.cols()}, {B.data(), B.cols()},
              {C.data(), C.cols()});
}

/// A product for each head.
template <class T>
void scores(const cube<T>& Q, const cube<T>& K, cube<T>& S) {
  const std::int64_t heads = Q.size(1), depth = Q.size(2), n = K.size(0);
  for (std::int64_t h = 0; h < heads; ++h)
    multiply<T>(CblasTrans, Q.size(0), n, depth, {Q.data() + h * depth, heads * depth},
                {K.data() + h * depth, heads * depth}, {S.data() + h * n, heads * n});
}

}  // namespace bench::openblas
