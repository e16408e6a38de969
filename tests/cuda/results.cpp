// Kernels for a device that build sparse results; results_test.cpp compares them with dense loops.
#include "results.hpp"

#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void add(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,j] + B[i,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void add_three(const insum::csr<double>& A, const insum::csr<double>& B, const insum::csr<double>& D,
               insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,j] - 2 * B[i,j] + D[i,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void add_to(const insum::csr<double>& A, insum::csr<double>& C) {
  #pragma insum C[i,j] += A[i,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void multiply(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,j] * B[i,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void largest(const insum::dcsr<double>& A, const insum::dcsr<double>& B, insum::dcsr<double>& C) {
  #pragma insum C[i,j] = max(A[i,j], B[i,j])
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void add_trees(const insum::csf<double, 3>& A, const insum::csf<double, 3>& B, insum::csf<double, 3>& C) {
  #pragma insum C[i,j,k] = A[i,j,k] + B[i,j,k]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void scale_blocks(const Blocks& A, Blocks& C) {
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void scale_list(const insum::coo<double, 2>& A, insum::dcsr<double>& C) {
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum assume(sorted(A), unique(A))
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void sampled(const insum::csr<double>& A, const insum::dense<double>& B, const insum::dense<double>& D,
             insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,j] * B[i,k] * D[j,k]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void product(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void product_and_more(const insum::csr<double>& A, const insum::csr<double>& B, const insum::csr<double>& D,
                      insum::csr<float>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j] + D[i,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void product_of_columns(const insum::csc<double>& A, const insum::csc<double>& B, insum::csc<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void shortest(int n, const insum::csr<double>& a, insum::csr<double>& c) {
  // clang-format off
  #pragma insum C[i,j] min= A[i,k] + A[k,j]
  // clang-format on
  #pragma insum tensor A[n,n] : csr(a.pos, a.crd, a.vals) fill(INFINITY)
  #pragma insum tensor C[n,n] : csr(c.pos, c.crd, c.vals) fill(INFINITY)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void product_of_lists(int m, int n, const std::vector<int>& pos, const std::vector<int>& crd,
                      const std::vector<double>& vals, const insum::csr<double>& A, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor B[m,n] : csr(pos, crd, vals) unsorted duplicates
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void pairs(const std::vector<int>& p, const std::vector<int>& q, const std::vector<int>& vpos,
           const std::vector<int>& vcrd, const std::vector<double>& v, insum::csr<double>& C) {
  #pragma insum C[i,j] = V[P[i] + Q[j]]
  #pragma insum tensor P[p.size()] : dense(p)
  #pragma insum tensor Q[q.size()] : dense(q)
  #pragma insum tensor V[5000] : csf(vpos, vcrd, v)
  #pragma insum schedule fuse(i, j, f), parallelize(f)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void wide_pairs(const std::vector<int>& p, const std::vector<int>& q, const std::vector<int>& vpos,
                const std::vector<int>& vcrd, const std::vector<double>& v, std::vector<std::int64_t>& pos,
                std::vector<int>& crd, std::vector<double>& vals) {
  #pragma insum C[i,j] = V[P[i] + Q[j]]
  #pragma insum tensor P[p.size()] : dense(p)
  #pragma insum tensor Q[q.size()] : dense(q)
  #pragma insum tensor V[5000] : csf(vpos, vcrd, v)
  #pragma insum tensor C[p.size(),q.size()] : csr(pos, crd, vals) base(1)
  #pragma insum schedule fuse(i, j, f), parallelize(f)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void add_on_device(const insum::csr<double>& A, const insum::csr<double>& B, DeviceRows& C) {
  #pragma insum C[i,j] = A[i,j] + B[i,j]
  #pragma insum target cuda device(C)
  INSUM_REQUIRED;
}

void sum_on_device(const DeviceRows& C, insum::dense<double, 1>& y) {
  #pragma insum y[i] = C[i,j]
  #pragma insum target cuda device(C)
  INSUM_REQUIRED;
}

void add_undeclared(const insum::csr<double>& A, const insum::csr<double>& B, DeviceRows& C) {
  #pragma insum C[i,j] = A[i,j] + B[i,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void add_misdeclared(const insum::csr<double>& A, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,j] + A[i,j]
  #pragma insum target cuda device(C)
  INSUM_REQUIRED;
}

void add_narrow(int m, int n, const insum::csr<double>& A, const insum::csr<double>& B, std::vector<std::int8_t>& pos,
                std::vector<std::int64_t>& crd, std::vector<float>& vals) {
  #pragma insum C[i,j] = A[i,j] + B[i,j]
  #pragma insum tensor C[m,n] : csr(pos, crd, vals) base(1)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void add_complex(const insum::csr<std::complex<double>>& A, const insum::csr<std::complex<double>>& B,
                 insum::csr<std::complex<double>>& C) {
  #pragma insum C[i,j] = A[i,j] + B[i,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void product_in_dense_rows(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum workspace C : dense
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void multiply_narrow(const insum::csr<insum::bfloat16>& A, const insum::csr<insum::bfloat16>& B, insum::csr<insum::bfloat16>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void never(const insum::csr<bool>& A, insum::csr<bool>& C) {
  #pragma insum C[i,j] = A[i,j] && !A[i,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}
