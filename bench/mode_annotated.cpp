// Each kernel as a loop, replaced by its Einsum, and with both.
#include <cstddef>

#include "mode_kernels.hpp"

namespace bench::statement {

void axpy(const std::vector<double>& x, std::vector<double>& y) {
  for (std::size_t i = 0; i < x.size(); ++i) y[i] += 3 * x[i];
}

void spmv(const rows& A, const std::vector<double>& x, std::vector<double>& y) {
  for (int i = 0; i < A.n; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}

void spmm(const rows& A, const std::vector<double>& B, std::vector<double>& C) {
  for (int i = 0; i < A.n; ++i) {
    for (int j = 0; j < width; ++j) C[i * width + j] = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      for (int j = 0; j < width; ++j) C[i * width + j] += A.val[p] * B[A.crd[p] * width + j];
  }
}

}  // namespace bench::statement

namespace bench::kernel {

void axpy(const std::vector<double>& x, std::vector<double>& y) {
#pragma insum y[i] += 3 * x[i]
  for (std::size_t i = 0; i < x.size(); ++i) y[i] += 3 * x[i];
}

void spmv(const rows& A, const std::vector<double>& x, std::vector<double>& y) {
#pragma insum y[i] = A[i,k] * x[k]
#pragma insum tensor A[A.n, A.m] : csr(A.pos, A.crd, A.val)
#pragma insum tensor x[A.m] : dense(x)
#pragma insum tensor y[A.n] : dense(y)
  for (int i = 0; i < A.n; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}

void spmm(const rows& A, const std::vector<double>& B, std::vector<double>& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor A[A.n, A.m] : csr(A.pos, A.crd, A.val)
#pragma insum tensor B[A.m, width] : dense(B)
#pragma insum tensor C[A.n, width] : dense(C)
  for (int i = 0; i < A.n; ++i) {
    for (int j = 0; j < width; ++j) C[i * width + j] = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      for (int j = 0; j < width; ++j) C[i * width + j] += A.val[p] * B[A.crd[p] * width + j];
  }
}

}  // namespace bench::kernel

namespace bench::verified {

void axpy(const std::vector<double>& x, std::vector<double>& y) {
#pragma insum y[i] += 3 * x[i]
#pragma insum verify(every = 100)
  for (std::size_t i = 0; i < x.size(); ++i) y[i] += 3 * x[i];
}

void spmv(const rows& A, const std::vector<double>& x, std::vector<double>& y) {
#pragma insum y[i] = A[i,k] * x[k]
#pragma insum tensor A[A.n, A.m] : csr(A.pos, A.crd, A.val)
#pragma insum tensor x[A.m] : dense(x)
#pragma insum tensor y[A.n] : dense(y)
#pragma insum verify(every = 100)
  for (int i = 0; i < A.n; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}

void spmm(const rows& A, const std::vector<double>& B, std::vector<double>& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor A[A.n, A.m] : csr(A.pos, A.crd, A.val)
#pragma insum tensor B[A.m, width] : dense(B)
#pragma insum tensor C[A.n, width] : dense(C)
#pragma insum verify(every = 100)
  for (int i = 0; i < A.n; ++i) {
    for (int j = 0; j < width; ++j) C[i * width + j] = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      for (int j = 0; j < width; ++j) C[i * width + j] += A.val[p] * B[A.crd[p] * width + j];
  }
}

}  // namespace bench::verified

namespace bench::raced {

void axpy(const std::vector<double>& x, std::vector<double>& y) {
#pragma insum y[i] += 3 * x[i]
#pragma insum baseline
  for (std::size_t i = 0; i < x.size(); ++i) y[i] += 3 * x[i];
}

void spmv(const rows& A, const std::vector<double>& x, std::vector<double>& y) {
#pragma insum y[i] = A[i,k] * x[k]
#pragma insum tensor A[A.n, A.m] : csr(A.pos, A.crd, A.val)
#pragma insum tensor x[A.m] : dense(x)
#pragma insum tensor y[A.n] : dense(y)
#pragma insum baseline
  for (int i = 0; i < A.n; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}

void spmm(const rows& A, const std::vector<double>& B, std::vector<double>& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor A[A.n, A.m] : csr(A.pos, A.crd, A.val)
#pragma insum tensor B[A.m, width] : dense(B)
#pragma insum tensor C[A.n, width] : dense(C)
#pragma insum baseline
  for (int i = 0; i < A.n; ++i) {
    for (int j = 0; j < width; ++j) C[i * width + j] = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      for (int j = 0; j < width; ++j) C[i * width + j] += A.val[p] * B[A.crd[p] * width + j];
  }
}

}  // namespace bench::raced
