// Operands in device memory that are computed with in other formats; conversions_test.cpp compares them with loops on the host.
#include "conversions.hpp"

#include <insum/required.hpp>

void as_group_coo(const DeviceRows& a, int width, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[{a.m},{a.n}] : csr(a.pos, a.crd, a.values)
  #pragma insum tensor B[{a.n},width] : dense(b)
  #pragma insum tensor C[{a.m},width] : dense(c)
  #pragma insum format A -> group_coo<auto>
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void as_block_group_coo(const DeviceRows& a, int width, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[{a.m},{a.n}] : csr(a.pos, a.crd, a.values)
  #pragma insum tensor B[{a.n},width] : dense(b)
  #pragma insum tensor C[{a.m},width] : dense(c)
  #pragma insum format A -> block_group_coo<2,4,8>
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void as_ell_once(const DeviceRows& a, int width, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[{a.m},{a.n}] : csr(a.pos, a.crd, a.values)
  #pragma insum tensor B[{a.n},width] : dense(b)
  #pragma insum tensor C[{a.m},width] : dense(c)
  #pragma insum format A -> ell<auto> once
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void in_blocks_and_slots(const DeviceRows& a, int width, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[{a.m},{a.n}] : csr(a.pos, a.crd, a.values)
  #pragma insum tensor B[{a.n},width] : dense(b)
  #pragma insum tensor C[{a.m},width] : dense(c)
  #pragma insum format A -> bcsr<2,2> + ell<auto> + csr
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void in_buckets_once(const DeviceRows& a, int width, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[{a.m},{a.n}] : csr(a.pos, a.crd, a.values)
  #pragma insum tensor B[{a.n},width] : dense(b)
  #pragma insum tensor C[{a.m},width] : dense(c)
  #pragma insum format A -> hyb<1,2> once
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void in_partitions(const DeviceRows& a, int width, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[{a.m},{a.n}] : csr(a.pos, a.crd, a.values)
  #pragma insum tensor B[{a.n},width] : dense(b)
  #pragma insum tensor C[{a.m},width] : dense(c)
  #pragma insum format A -> block_group_coo<auto,2,3> + hyb<2,auto>
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void tree_in_parts(int l, int m, int n, const double* values, const double* x, double* y) {
  #pragma insum y[i,j] = A[i,j,k] * x[k]
  #pragma insum tensor A[l,m,n] : dense(values)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[l,m] : dense(y)
  #pragma insum format A -> group_coo<2> + coo
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void as_columns_of_list(int m, int n, std::span<const std::int64_t> row, std::span<const int> col, std::span<const double> values, int width,
                        const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,n] : coo(row, col, values) unsorted duplicates
  #pragma insum tensor B[n,width] : dense(b)
  #pragma insum tensor C[m,width] : dense(c)
  #pragma insum format A -> csc
  #pragma insum target cuda device(A, B, C)
  INSUM_REQUIRED;
}

void halves_as_blocks(int m, int n, const unsigned short* pos, const std::uint8_t* crd, const insum::half* values, const float* x, float* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : csr(pos, crd, values)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum format A -> bcsr<4,4>
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void complex_as_groups(int m, int n, const int* pos, const int* crd, const std::complex<float>* values, const std::complex<float>* x,
                       std::complex<float>* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : csr(pos, crd, values)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum format A -> group_coo<4>
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void dense_as_groups(int l, int m, int n, const double* values, const double* x, double* y) {
  #pragma insum y[i,j] = A[i,j,k] * x[k]
  #pragma insum tensor A[l,m,n] : dense(values)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[l,m] : dense(y)
  #pragma insum format A -> group_coo<auto>
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

void dense_as_tree(int l, int m, int n, const double* values, const double* x, double* y) {
  #pragma insum y[i,j] = A[i,j,k] * x[k]
  #pragma insum tensor A[l,m,n] : dense(values)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[l,m] : dense(y)
  #pragma insum format A -> csf
  #pragma insum target cuda device(A, x, y)
  INSUM_REQUIRED;
}

// Only the operand is in device memory.
void rows_and_host(const DeviceRows& a, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[{a.m},{a.n}] : csr(a.pos, a.crd, a.values)
  #pragma insum tensor x[{a.n}] : dense(x)
  #pragma insum tensor y[{a.m}] : dense(y)
  #pragma insum format A -> coo
  #pragma insum target cuda device(A)
  INSUM_REQUIRED;
}
