// Sparse results that read what they had; in_place_test.cpp has what they are.
#pragma once
#include <insum/insum.hpp>
#include <vector>

namespace in_place {

using Numbers = std::vector<double>;

/// Values of entries that several matrices have in common: `m` columns, rows by `pos` and `crd`.
struct Pattern {
  int n = 0, m = 0;
  std::vector<int> pos, crd;
};

// B[i,j] = A[i,j] + 2 * B[i,j]; B[i,j] += B[i,j] + A[i,j]; B[i,j] = A[i,j] * B[i,j] + A[i,j] + B[i,j] * x[i];
// B[i,j] = A[i,j] + B[i,j] * x[j] * y[k]
void scaled(const Pattern& p, const Numbers& a, Numbers& b);
void doubled(const Pattern& p, const Numbers& a, Numbers& b);
void several_readers(const Pattern& p, const Numbers& a, const Numbers& x, Numbers& b);
void reduced(const Pattern& p, const Numbers& a, const Numbers& x, const Numbers& y, Numbers& b);
// B[i,j] = A[i,j] + D[i,j] where B has entries, those of A
void sum_within(const Pattern& p, const Pattern& q, const Numbers& a, const Numbers& d, Numbers& b);
// B[i,j] = A[i,j] + D[i,j], where D is said to have the pattern of A, and B has its arrays, or those of D
void sum_by_first(const Pattern& p, const Pattern& q, const Numbers& a, const Numbers& d, Numbers& b);
void sum_by_second(const Pattern& p, const Pattern& q, const Numbers& a, const Numbers& d, Numbers& b);
// B[i,j] = D[i,j] + 2 * B[i,j] in the pattern of B, of which D has its own part
void other_pattern(const Pattern& p, const Pattern& q, const Numbers& d, Numbers& b);

// B[i,j] = A[i,j] * L[i,k] * X[k,j] in the pattern of A, where L is a list of entries, or of groups of them
void masked_by_list(const Pattern& p, const Numbers& a, const insum::coo<double>& L, const Numbers& X,
                    Numbers& b);
void masked_by_groups(const Pattern& p, const Numbers& a, const insum::group_coo<double, std::int32_t, 2>& L,
                      const Numbers& X, Numbers& b);
// B[i,j] = A[i,j] * L[i,j]
void times_list(const Pattern& p, const Numbers& a, const insum::coo<double>& L, Numbers& b);
// B[j,i] = A[j,i] * L[i,j], of columns that are the rows of the pattern
void times_list_by_columns(const Pattern& p, const Numbers& a, const insum::coo<double>& L, Numbers& b);

/// Large enough for several threads.
void masked_by_blocks(const Pattern& p, const Numbers& a,
                      const insum::block_coo<double, std::int32_t, 2, 3>& L, const Numbers& X, Numbers& b);
void masked_by_any_list(const Pattern& p, const Numbers& a, const insum::coo<double>& L, const Numbers& X,
                        Numbers& b);
void masked_by_list_in_order(const Pattern& p, const Numbers& a, const insum::coo<double>& L,
                             const Numbers& X, Numbers& b);

// B[i,j] = A[i,j] * L[j,k] * Y[i,j,k], where the pattern's columns are found from blocks
void columns_in_blocks(const Pattern& p, const Numbers& a, const insum::bcsr<double, std::int32_t, 2, 3>& L,
                       const Numbers& Y, Numbers& b);
void columns_in_groups(const Pattern& p, const Numbers& a,
                       const insum::block_group_coo<double, std::int32_t, 4, 2, 3>& L, const Numbers& Y,
                       Numbers& b);

}  // namespace in_place
