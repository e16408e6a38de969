#include "kernels.hpp"

namespace bench::loops {

template <class T>
void spmv(const csr<T>& A, const vector<T>& x, vector<T>& y) {
  const auto *pos = A.pos.data(), *crd = A.crd.data();
  const T *val = A.vals.data(), *in = x.data();
  T* out = y.data();
  const auto rows = A.rows();
#pragma omp parallel for
  for (std::int64_t i = 0; i < rows; ++i) {
    T sum = 0;
    for (auto p = pos[i]; p < pos[i + 1]; ++p) sum += val[p] * in[crd[p]];
    out[i] = sum;
  }
}

template <class T>
void spmm(const csr<T>& A, const matrix<T>& B, matrix<T>& C) {
  const auto *pos = A.pos.data(), *crd = A.crd.data();
  const T *val = A.vals.data(), *b = B.data();
  T* c = C.data();
  const std::int64_t rows = A.rows(), n = B.cols();
#pragma omp parallel for
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < n; ++j) c[i * n + j] = 0;
    for (auto p = pos[i]; p < pos[i + 1]; ++p)
      for (std::int64_t j = 0; j < n; ++j) c[i * n + j] += val[p] * b[crd[p] * n + j];
  }
}

template <class T>
void sddmm(const csr<T>& A, const matrix<T>& X, const matrix<T>& Y, csr<T>& O) {
  const auto *pos = A.pos.data(), *crd = A.crd.data();
  const T *val = A.vals.data(), *x = X.data(), *y = Y.data();
  T* out = O.vals.data();
  const std::int64_t rows = A.rows(), n = X.cols();
#pragma omp parallel for
  for (std::int64_t i = 0; i < rows; ++i)
    for (auto p = pos[i]; p < pos[i + 1]; ++p) {
      const T *left = x + i * n, *right = y + crd[p] * n;
      T sum = 0;
#pragma omp simd reduction(+ : sum)
      for (std::int64_t k = 0; k < n; ++k) sum += left[k] * right[k];
      out[p] = val[p] * sum;
    }
}

template <class T>
void mttkrp(const csf<T>& B, const matrix<T>& C, const matrix<T>& D, matrix<T>& A) {
  const auto *pos0 = B.pos[0].data(), *crd0 = B.crd[0].data(), *pos1 = B.pos[1].data(),
             *crd1 = B.crd[1].data(), *pos2 = B.pos[2].data(), *crd2 = B.crd[2].data();
  const T *val = B.vals.data(), *c = C.data(), *d = D.data();
  T* a = A.data();
  const std::int64_t n = A.cols(), all = A.rows() * n;
#pragma omp parallel for
  for (std::int64_t z = 0; z < all; ++z) a[z] = 0;
#pragma omp parallel for
  for (auto p0 = pos0[0]; p0 < pos0[1]; ++p0)
    for (auto p1 = pos1[p0]; p1 < pos1[p0 + 1]; ++p1)
      for (auto p2 = pos2[p1]; p2 < pos2[p1 + 1]; ++p2)
        for (std::int64_t j = 0; j < n; ++j)
          a[crd0[p0] * n + j] += val[p2] * c[crd1[p1] * n + j] * d[crd2[p2] * n + j];
}

BENCH_DENSE_KERNELS(template, float)
BENCH_DENSE_KERNELS(template, double)

}  // namespace bench::loops
