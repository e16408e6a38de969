// Kernels for a device that give a sparse result new values; refresh_test.cpp compares them with results that are built.
#include "refresh.hpp"

#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void product(const Rows& A, const Rows& B, Rows& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule same_pattern
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void product_as_tree(const Rows& A, const Rows& B, Tree& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule same_pattern
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void sum_as_list(const Rows& A, const Rows& B, List& C) {
  #pragma insum C[i,j] = A[i,j] + B[i,j]
  #pragma insum assume(sorted(C), unique(C))
  #pragma insum schedule same_pattern
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void add_to(const Rows& A, Rows& C) {
  #pragma insum C[i,j] = C[i,j] + A[i,j]
  #pragma insum schedule same_pattern
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void scale_blocks(const Blocks& A, Blocks& C) {
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum schedule same_pattern
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void transpose(const insum::csr<std::complex<double>>& A, insum::csr<std::complex<double>>& C) {
  #pragma insum C[j,i] = A[i,j]
  #pragma insum schedule same_pattern
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void product_then_sum(const Rows& A, const Rows& B, Rows& C, insum::dense<double, 1>& y) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum y[i] = C[i,j]
  #pragma insum schedule same_pattern
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void product_on_device(int m, int k, int n, const int* a_pos, const int* a_crd, const double* a, const int* b_pos, const int* b_crd,
                       const double* b, const int* pos, const int* crd, double* c) {
  #pragma insum C[i,j] = A[i,l] * B[l,j]
  #pragma insum tensor A[m,k] : csr(a_pos, a_crd, a)
  #pragma insum tensor B[k,n] : csr(b_pos, b_crd, b)
  #pragma insum tensor C[m,n] : csr(pos, crd, c)
  #pragma insum schedule same_pattern
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}
