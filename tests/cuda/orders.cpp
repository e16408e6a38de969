// Kernels for a device whose operands, or whose results, come in another order than they are stored in; orders_test.cpp
// compares them with dense loops.
#include "orders.hpp"

#include <insum/required.hpp>

#pragma GCC diagnostic ignored "-Wunused-parameter"

void transpose(const Rows& A, Rows& C) {
  #pragma insum C[j,i] = 2 * A[i,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void transpose_narrow(int m, int n, const Rows& A, std::vector<std::int8_t>& pos, std::vector<std::int64_t>& crd,
                      std::vector<float>& vals) {
  #pragma insum C[j,i] = A[i,j]
  #pragma insum tensor C[m,n] : csr(pos, crd, vals) base(1)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void transpose_complex(const insum::csr<std::complex<double>>& A, insum::csr<std::complex<double>>& C) {
  #pragma insum C[j,i] = A[i,j] + A[j,i]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void add_columns(const Rows& A, const Columns& B, Rows& C) {
  #pragma insum C[i,j] = A[i,j] - B[i,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void add_transposed(const Rows& A, const Rows& B, Rows& C) {
  #pragma insum C[i,j] = A[i,j] + B[j,i]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void sum_of_differences(const Rows& A, Vector& y) {
  #pragma insum y[i] = abs(A[i,j] - A[j,i])
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void sum_on_device(int n, const int* pos, const int* crd, const double* vals, double* y) {
  #pragma insum y[i] = abs(A[i,j] - A[j,i])
  #pragma insum tensor A[n,n] : csr(pos, crd, vals)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda device(A, y)
  INSUM_REQUIRED;
}

void from_list(int m, int n, const std::vector<int>& rows, const std::vector<int>& columns,
               const std::vector<double>& values, Rows& C) {
  #pragma insum C[i,j] = A[i,j]
  #pragma insum tensor A[m,n] : coo(rows, columns, values) unsorted duplicates
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void from_padded(int m, int n, const std::vector<int>& columns, const std::vector<double>& values, Rows& C,
                 insum::dense<double, 2>& D) {
  #pragma insum C[i,j] = A[i,j]
  #pragma insum D[i,j] += A[i,j]
  #pragma insum tensor A[m,n] : ell<9>(columns, values)
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void product_as_list(const Rows& A, const Rows& B, List& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void product_as_tree(const insum::dcsr<double>& A, const insum::dcsr<double>& B, insum::dcsr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void product_in_columns(const Rows& A, const Rows& B, Columns& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void product_and_list(const Rows& A, const Rows& B, const List& D, List& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j] + 2 * D[i,j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void product_then_sum(const Rows& A, const Rows& B, const Vector& x, Rows& C, Vector& y) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum y[i] = C[i,j] * x[j]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void list_then_sum(const Rows& A, const Rows& B, const Vector& x, List& C, Vector& y) {
  #pragma insum C[i,j] = A[i,j] - B[i,j]
  #pragma insum y[j] = C[i,j] * x[i]
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void product_of_three(const Rows& A, const Rows& B, const Rows& D, Rows& C) {
  #pragma insum T[i,j] = A[i,k] * B[k,j]
  #pragma insum C[i,j] = T[j,i] * D[i,j]
  #pragma insum tensor T[C.size(0),C.size(1)] : csr
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void permute(const insum::csf<double, 3>& A, insum::csf<double, 3>& C) {
  #pragma insum C[k,i,j] = A[i,j,k]
  #pragma insum target cuda
  INSUM_REQUIRED;
}
