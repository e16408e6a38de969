// The kernels that are measured on a GPU: one Einsum each, over arrays in device memory.
#pragma once
#include <cstdint>
#include <insum/cuda.hpp>
#include <insum/insum.hpp>
#include <span>

namespace bench::gpu {

using insum::half;
template <class T>
using vector = insum::device_dense<T, 1>;
template <class T>
using matrix = insum::device_dense<T, 2>;
template <class T>
using tensor3 = insum::device_dense<T, 3>;
template <class T>
using tensor4 = insum::device_dense<T, 4>;
using ints = std::span<const int>;

/// Sparse matrices as their arrays in device memory.
template <class T>
struct csr_view {
  std::int64_t rows, cols;
  ints pos, crd;
  std::span<const T> vals;
};
template <class T>
struct coo_view {
  std::int64_t rows, cols;
  ints row, col;
  std::span<const T> vals;
};
/// Groups of entries of a row, or of blocks of a row of blocks.
template <class T>
struct group_view {
  std::int64_t rows, cols;
  ints AM, AK;
  std::span<const T> AV;
  std::int64_t groups() const { return static_cast<std::int64_t>(AM.size()); }
};

constexpr int group_size = 16, block_group_size = 4, block_side = 32;

// products.cpp: y = A x, C = A B, and the products of rows of X and Y where A has entries, times these.
void spmv(const csr_view<float>& A, const vector<float>& x, vector<float>& y);
void spmm(const csr_view<float>& A, const matrix<float>& B, matrix<float>& C);
void spmm(const csr_view<half>& A, const matrix<half>& B, matrix<half>& C);
void spmm(const group_view<float>& A, const matrix<float>& B, matrix<float>& C);
void sddmm(const csr_view<float>& A, const matrix<float>& X, const matrix<float>& Y, vector<float>& values);
void dense_product(const matrix<half>& A, const matrix<half>& B, matrix<half>& C);
void dense_product(const matrix<float>& A, const matrix<float>& B, matrix<float>& C);
void block_spmm(const group_view<half>& A, const matrix<half>& B, matrix<float>& C);

}  // namespace bench::gpu
