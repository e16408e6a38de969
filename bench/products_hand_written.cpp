#include "product_kernels.hpp"

namespace bench::loops {

template <class T>
void product(const matrix<T>& A, const matrix<T>& B, matrix<T>& C) {
  const T *a = A.data(), *b = B.data();
  T* c = C.data();
  const std::int64_t rows = A.rows(), depth = A.cols(), n = B.cols();
#pragma omp parallel for
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < n; ++j) c[i * n + j] = 0;
    for (std::int64_t k = 0; k < depth; ++k)
      for (std::int64_t j = 0; j < n; ++j) c[i * n + j] += a[i * depth + k] * b[k * n + j];
  }
}

template <class T>
void product_transposed(const matrix<T>& A, const matrix<T>& B, matrix<T>& C) {
  const T *a = A.data(), *b = B.data();
  T* c = C.data();
  const std::int64_t rows = A.rows(), depth = A.cols(), n = B.rows();
#pragma omp parallel for
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      T sum = 0;
#pragma omp simd reduction(+ : sum)
      for (std::int64_t k = 0; k < depth; ++k) sum += a[i * depth + k] * b[j * depth + k];
      c[i * n + j] = sum;
    }
}

template <class T>
void scores(const cube<T>& Q, const cube<T>& K, cube<T>& S) {
  const T *q = Q.data(), *k = K.data();
  T* s = S.data();
  const std::int64_t rows = Q.size(0), heads = Q.size(1), depth = Q.size(2), n = K.size(0);
#pragma omp parallel for
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t h = 0; h < heads; ++h)
      for (std::int64_t j = 0; j < n; ++j) {
        T sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t c = 0; c < depth; ++c)
          sum += q[(i * heads + h) * depth + c] * k[(j * heads + h) * depth + c];
        s[(i * heads + h) * n + j] = sum;
      }
}

BENCH_PRODUCTS(template, float)
BENCH_PRODUCTS(template, double)

}  // namespace bench::loops
