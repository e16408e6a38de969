// Products whose matrix is computed with in another format than the one stored.
#pragma once
#include <insum/insum.hpp>
#include <span>
#include <vector>

namespace formats {

/// A matrix as raw arrays: csr, and as a list the rows of the entries.
struct Matrix {
  int rows = 0, columns = 0;
  std::vector<int> pos{0}, crd, row;
  std::vector<float> vals;
};

/// C[i,j] = A[i,k] * B[k,j], C and B row-major with `n` columns.
using Product = void (*)(const Matrix& a, int n, const float* b, float* c);
void in_groups(const Matrix& a, int n, const float* b, float* c);
void in_groups_of_four(const Matrix& a, int n, const float* b, float* c);
void in_blocks(const Matrix& a, int n, const float* b, float* c);
void in_groups_of_blocks(const Matrix& a, int n, const float* b, float* c);
void in_rows_of_one_length(const Matrix& a, int n, const float* b, float* c);
void by_columns(const Matrix& a, int n, const float* b, float* c);
void list_as_rows(const Matrix& a, int n, const float* b, float* c);
void as_dense(const Matrix& a, int n, const float* b, float* c);

/// In ell with one entry a row, and in group_coo as it is with groups of g, entry p of the list in group p.
void in_single_entries(const Matrix& a, int n, const float* b, float* c);
void in_stored_groups(const Matrix& a, int n, int g, const float* b, float* c);

/// y[i] = A[i,k] * x[k]; the copy of A is kept until insum::invalidate().
void kept(const insum::csr<double>& a, const std::vector<double>& x, std::vector<double>& y);
/// y[i] = T[i,j,k] * x[k] * x[j], T a list of entries as a tree.
// Integers whose limits stand for infinity, in slots that are not used too.
void nearest_in_groups(const std::vector<int>& am, const std::vector<int>& ak, const std::vector<int>& av,
                       const std::vector<int>& b, std::vector<int>& y);
void nearest_in_blocks(const std::vector<int>& am, const std::vector<int>& ak,
                       const std::vector<std::int16_t>& av, const std::vector<int>& b, std::vector<int>& y);
void furthest_in_diagonals(const std::vector<int>& offsets, const std::vector<int>& vals,
                           const std::vector<int>& b, std::vector<int>& y);
void nearest_of_two(const std::vector<int>& am, const std::vector<int>& ak, const std::vector<int>& av,
                    const insum::csr<int>& B, std::vector<int>& y);
void as_tree(const insum::coo<double, 3>& t, const std::vector<double>& x, std::vector<double>& y);
void tree_in_groups(const insum::coo<double, 3>& t, const std::vector<double>& x, std::vector<double>& y);
void tree_in_groups_of_three(const insum::coo<double, 3>& t, const std::vector<double>& x,
                             std::vector<double>& y);
/// y[i] min= A[i,k] + x[k]: what is not stored is INFINITY.
void nearest(const insum::csr<float>& a, const std::vector<float>& x, std::vector<float>& y);
/// y[i] min= A[i,k] + x[k]: what is not stored is `far`, and the copy of A is kept.
void nearest_within(const insum::csr<float>& a, float far, const std::vector<float>& x,
                    std::vector<float>& y);

/// B[i,j] = 2 * A[i,j], in the pattern of A.
void twice(const insum::block_coo<float, std::int32_t, 2, 3>& A,
           insum::block_coo<float, std::int32_t, 2, 3>& B);
void twice(const insum::bcsr<float, std::int32_t, 2, 3>& A, insum::bcsr<float, std::int32_t, 2, 3>& B);
void twice(const insum::dia<float>& A, insum::dia<float>& B);
void twice(const insum::ell<float, std::int32_t, 4>& A, insum::ell<float, std::int32_t, 4>& B);
void twice(const insum::block_group_coo<float, std::int32_t, 2, 2, 3>& A,
           insum::block_group_coo<float, std::int32_t, 2, 2, 3>& B);

}  // namespace formats
