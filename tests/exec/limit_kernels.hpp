// Kernels whose results do not fit, into memory or into their positions; each is what the Einsum above it
// says.
#pragma once
#include <cstdint>
#include <insum/formats/csf.hpp>
#include <insum/formats/csr.hpp>
#include <insum/formats/dcsr.hpp>
#include <vector>

using WideRows = insum::dcsr<double, std::int64_t>;
using WideMatrix = insum::csr<double, std::int64_t>;

// C[i,j] = A[i,j] + B[i,j]
void wide_sum(const WideRows& A, const WideRows& B, WideMatrix& C);
// C[i,j] = A[j,i]
void wide_transpose(const WideRows& A, WideMatrix& C);
// C[i,j] += A[i,j]
void wide_update(const WideRows& A, WideMatrix& C);
// C[i,j,k] = A[i,j]^2 * *factor for all k < size
void wide_squares(const WideRows& A, std::int64_t size, const double* factor, std::vector<std::int64_t>& pos0,
                  std::vector<std::int64_t>& crd0, std::vector<std::int64_t>& pos1,
                  std::vector<std::int64_t>& crd1, std::vector<double>& vals);
// C[i,j] = A[i,j] + B[i,j], or a copy or the transpose of A
struct ByteMatrix {
  std::vector<std::uint8_t> pos;
  std::vector<int> crd;
  std::vector<double> vals;
};
void byte_sum(const insum::csr<double>& A, const insum::csr<double>& B, ByteMatrix& C);
void byte_copy(const insum::csr<double>& A, ByteMatrix& C);
void byte_transpose(const insum::csr<double>& A, ByteMatrix& C);
