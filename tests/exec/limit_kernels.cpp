#include "limit_kernels.hpp"

#include <insum/insum.hpp>

void wide_sum(const WideRows& A, const WideRows& B, WideMatrix& C) {
  #pragma insum C[i,j] = A[i,j] + B[i,j]
  INSUM_REQUIRED;
}

void wide_transpose(const WideRows& A, WideMatrix& C) {
  #pragma insum C[i,j] = A[j,i]
  INSUM_REQUIRED;
}

void wide_update(const WideRows& A, WideMatrix& C) {
  #pragma insum C[i,j] += A[i,j]
  INSUM_REQUIRED;
}

void wide_squares(const WideRows& A, std::int64_t size, const double* factor, std::vector<std::int64_t>& pos0,
                  std::vector<std::int64_t>& crd0, std::vector<std::int64_t>& pos1,
                  std::vector<std::int64_t>& crd1, std::vector<double>& vals) {
  #pragma insum C[i,j,k] = A[i,j] * A[i,j] * u[k]
  #pragma insum tensor C[A.shape[0],A.shape[1],size] : levels(0: compressed(pos0,crd0), 1: compressed(pos1,crd1), 2: dense; vals)
  #pragma insum tensor u[size] : dense(factor) strides(0)
  INSUM_REQUIRED;
}

void byte_sum(const insum::csr<double>& A, const insum::csr<double>& B, ByteMatrix& C) {
  #pragma insum C[i,j] = A[i,j] + B[i,j]
  #pragma insum tensor C[A.shape[0],A.shape[1]] : csr(C.pos, C.crd, C.vals)
  INSUM_REQUIRED;
}

void byte_copy(const insum::csr<double>& A, ByteMatrix& C) {
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor C[A.shape[0],A.shape[1]] : csr(C.pos, C.crd, C.vals)
  INSUM_REQUIRED;
}

void byte_transpose(const insum::csr<double>& A, ByteMatrix& C) {
  #pragma insum C[i,j] = A[j,i]
  #pragma insum tensor C[A.shape[1],A.shape[0]] : csr(C.pos, C.crd, C.vals)
  INSUM_REQUIRED;
}
