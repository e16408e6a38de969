#include "format_kernels.hpp"

#include <cmath>

namespace formats {

void in_groups(const Matrix& a, int n, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[a.rows,a.columns] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor B[a.columns,n] : dense(b)
  #pragma insum tensor C[a.rows,n] : dense(c)
  #pragma insum format A -> group_coo<auto>
  INSUM_REQUIRED;
}

void in_groups_of_four(const Matrix& a, int n, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[a.rows,a.columns] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor B[a.columns,n] : dense(b)
  #pragma insum tensor C[a.rows,n] : dense(c)
  #pragma insum format A -> group_coo<4>
  INSUM_REQUIRED;
}

void in_blocks(const Matrix& a, int n, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[a.rows,a.columns] : coo(a.row, a.crd, a.vals)
  #pragma insum tensor B[a.columns,n] : dense(b)
  #pragma insum tensor C[a.rows,n] : dense(c)
  #pragma insum format A -> block_coo<4,2>
  INSUM_REQUIRED;
}

void in_groups_of_blocks(const Matrix& a, int n, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[a.rows,a.columns] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor B[a.columns,n] : dense(b)
  #pragma insum tensor C[a.rows,n] : dense(c)
  #pragma insum format A -> block_group_coo<2,3,auto>
  INSUM_REQUIRED;
}

void in_rows_of_one_length(const Matrix& a, int n, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[a.rows,a.columns] : csr(a.pos.data(), a.crd.data(), a.vals.data())
  #pragma insum tensor B[a.columns,n] : dense(b)
  #pragma insum tensor C[a.rows,n] : dense(c)
  #pragma insum format A -> ell<auto>
  INSUM_REQUIRED;
}

void in_single_entries(const Matrix& a, int n, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[a.rows,a.columns] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor B[a.columns,n] : dense(b)
  #pragma insum tensor C[a.rows,n] : dense(c)
  #pragma insum format A -> ell<1>
  INSUM_REQUIRED;
}

void in_stored_groups(const Matrix& a, int n, int g, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[a.rows,a.columns] : group_coo<g>(a.row, a.crd, a.vals)
  #pragma insum tensor B[a.columns,n] : dense(b)
  #pragma insum tensor C[a.rows,n] : dense(c)
  INSUM_REQUIRED;
}

void by_columns(const Matrix& a, int n, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[a.rows,a.columns] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor B[a.columns,n] : dense(b)
  #pragma insum tensor C[a.rows,n] : dense(c)
  #pragma insum format A -> csc
  INSUM_REQUIRED;
}

void list_as_rows(const Matrix& a, int n, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[a.rows,a.columns] : coo(std::span(a.row), a.crd.data(), a.vals.data())
  #pragma insum tensor B[a.columns,n] : dense(b)
  #pragma insum tensor C[a.rows,n] : dense(c)
  #pragma insum format A -> csr
  INSUM_REQUIRED;
}

void as_dense(const Matrix& a, int n, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[a.rows,a.columns] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor B[a.columns,n] : dense(b)
  #pragma insum tensor C[a.rows,n] : dense(c)
  #pragma insum format A -> dense
  INSUM_REQUIRED;
}

void kept(const insum::csr<double>& a, const std::vector<double>& x, std::vector<double>& y) {
  #pragma insum y[i] = a[i,k] * x[k]
  #pragma insum format a -> bcsr<2,2> once
  INSUM_REQUIRED;
}

void as_tree(const insum::coo<double, 3>& t, const std::vector<double>& x, std::vector<double>& y) {
  #pragma insum y[i] = t[i,j,k] * x[k] * x[j]
  #pragma insum format t -> csf
  INSUM_REQUIRED;
}

void tree_in_groups(const insum::coo<double, 3>& t, const std::vector<double>& x, std::vector<double>& y) {
  #pragma insum y[i] = t[i,j,k] * x[k] * x[j]
  #pragma insum format t -> group_coo<auto>
  INSUM_REQUIRED;
}

void tree_in_groups_of_three(const insum::coo<double, 3>& t, const std::vector<double>& x, std::vector<double>& y) {
  #pragma insum y[i] = t[i,j,k] * x[k] * x[j]
  #pragma insum format t -> group_coo<3> once
  INSUM_REQUIRED;
}

void nearest(const insum::csr<float>& a, const std::vector<float>& x, std::vector<float>& y) {
  #pragma insum y[i] min= A[i,k] + x[k]
  #pragma insum tensor A = a fill(INFINITY)
  #pragma insum format A -> group_coo<3>
  INSUM_REQUIRED;
}

void nearest_within(const insum::csr<float>& a, float far, const std::vector<float>& x, std::vector<float>& y) {
  #pragma insum y[i] min= A[i,k] + x[k]
  #pragma insum tensor A = a fill(far)
  #pragma insum format A -> group_coo<3> once
  INSUM_REQUIRED;
}

void nearest_in_groups(const std::vector<int>& am, const std::vector<int>& ak, const std::vector<int>& av, const std::vector<int>& b,
                       std::vector<int>& y) {
  #pragma insum y[i] min= A[i,j] + b[j]
  #pragma insum tensor A[2,3] : group_coo<2>(am, ak, av) fill(std::numeric_limits<int>::max())
  INSUM_REQUIRED;
}

void nearest_in_blocks(const std::vector<int>& am, const std::vector<int>& ak, const std::vector<std::int16_t>& av, const std::vector<int>& b,
                       std::vector<int>& y) {
  #pragma insum y[i] min= b[j] + 1 + A[i,j]
  #pragma insum tensor A[2,3] : block_coo<2,2>(am, ak, av) fill(std::numeric_limits<std::int16_t>::max())
  INSUM_REQUIRED;
}

void furthest_in_diagonals(const std::vector<int>& offsets, const std::vector<int>& vals, const std::vector<int>& b, std::vector<int>& y) {
  #pragma insum y[i] max= A[i,j] - b[j]
  #pragma insum tensor A[2,3] : dia(offsets, vals) fill(std::numeric_limits<int>::lowest())
  INSUM_REQUIRED;
}

void nearest_of_two(const std::vector<int>& am, const std::vector<int>& ak, const std::vector<int>& av, const insum::csr<int>& B,
                    std::vector<int>& y) {
  #pragma insum y[i] min= A[q,j] + B[i,j]
  #pragma insum tensor A[2,3] : group_coo<2>(am, ak, av) fill(std::numeric_limits<int>::max())
  #pragma insum tensor B = B fill(std::numeric_limits<int>::max())
  INSUM_REQUIRED;
}

void twice(const insum::block_coo<float, std::int32_t, 2, 3>& A, insum::block_coo<float, std::int32_t, 2, 3>& B) {
  #pragma insum B[i,j] = 2 * A[i,j]
  INSUM_REQUIRED;
}

void twice(const insum::bcsr<float, std::int32_t, 2, 3>& A, insum::bcsr<float, std::int32_t, 2, 3>& B) {
  #pragma insum B[i,j] = 2 * A[i,j]
  INSUM_REQUIRED;
}

void twice(const insum::dia<float>& A, insum::dia<float>& B) {
  #pragma insum B[i,j] = 2 * A[i,j]
  INSUM_REQUIRED;
}

void twice(const insum::ell<float, std::int32_t, 4>& A, insum::ell<float, std::int32_t, 4>& B) {
  #pragma insum B[i,j] = 2 * A[i,j]
  INSUM_REQUIRED;
}

void twice(const insum::block_group_coo<float, std::int32_t, 2, 2, 3>& A, insum::block_group_coo<float, std::int32_t, 2, 2, 3>& B) {
  #pragma insum B[i,j] = 2 * A[i,j]
  INSUM_REQUIRED;
}

}  // namespace formats
