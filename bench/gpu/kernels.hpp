// The kernels that are measured on a GPU: one Einsum each, over arrays in device memory.
#pragma once
#include <cstdint>
#include <insum/cuda.hpp>
#include <span>

#include "device_rows.hpp"

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
/// Rules of a convolution, in groups that have one matrix of weights each: examples/09_point_convolution.
struct rules_view {
  std::int64_t groups, size;
  ints offset, input, output;
  std::span<const half> share;
};
/// Voxels by their coordinates, as a tree and as lists, and the 27 ways to neighbours, each coordinate
/// plus 1.
struct tree_view {
  std::int64_t size;
  ints xpos, x, ypos, y, zpos, z, number;  // of a voxel: 1 and more
};
struct places_view {
  ints x, y, z;
};
/// How features are coupled: examples/10_equivariant_product.
struct coupling_view {
  std::int64_t rows, components;
  ints pos, first, second;
  std::span<const float> value;
  ints component, path;
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
/// Rows by their lengths, in a copy that is made when this is first called for the storage of A.
void spmm_in_buckets(const csr_view<float>& A, const matrix<float>& B, matrix<float>& C);
void sddmm(const csr_view<float>& A, const matrix<float>& X, const matrix<float>& Y, vector<float>& values);
void dense_product(const matrix<half>& A, const matrix<half>& B, matrix<half>& C);
void dense_product(const matrix<float>& A, const matrix<float>& B, matrix<float>& C);
void block_spmm(const group_view<half>& A, const matrix<half>& B, matrix<float>& C);

// applications.cpp
void convolve(const rules_view& rules, const matrix<half>& in, const tensor3<half>& W, matrix<float>& out);
void tensor_product(const coupling_view& C, const tensor3<float>& X, const matrix<float>& Y,
                    const tensor3<float>& W, tensor3<float>& Z);

// rulebook.cpp: which input an output meets on which way, and these rules in groups of 32. Group g has
// `length`[g] of them, from begin[g] on.
void find_rules(const tree_view& inputs, int stride, const places_view& ways, const places_view& outputs,
                device_rows<int>& matches);
void fill_groups(const device_rows<int>& matches, ints begin, ints length, matrix<int>& input,
                 matrix<int>& output, matrix<half>& share);

// ablation.cpp: one product of a matrix of blocks in eight ways: entries one by one, in groups, and blocks in
// groups, each in three steps through memory and in one Einsum; blocks without and with matrix instructions.
// B3 and C3 have a mode for rows of blocks, and one for the rows inside.
namespace ablation {
void unfused(const coo_view<float>& A, const matrix<float>& B, matrix<float>& gathered,
             matrix<float>& products, matrix<float>& C);
void unfused(const group_view<float>& A, const matrix<float>& B, tensor3<float>& gathered,
             matrix<float>& products, matrix<float>& C);
void unfused(const group_view<float>& A, const tensor3<float>& B3, tensor4<float>& gathered,
             tensor3<float>& products, tensor3<float>& C3);
void unfused_matrix(const group_view<float>& A, const tensor3<float>& B3, tensor4<float>& gathered,
                    tensor3<float>& products, tensor3<float>& C3);
void fused(const coo_view<float>& A, const matrix<float>& B, matrix<float>& C);
void fused(const group_view<float>& A, const matrix<float>& B, matrix<float>& C);
void fused(const group_view<float>& A, const tensor3<float>& B3, tensor3<float>& C3);
void fused_matrix(const group_view<float>& A, const tensor3<float>& B3, tensor3<float>& C3);
}  // namespace ablation

}  // namespace bench::gpu
