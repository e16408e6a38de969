// Loops over the rows that an operand stores, around two nests of which one reads the operand.
//
//   forall i: W[i,j] += A[i,k] * B[k,j];  forall i: C[i,j] += W[i,j]
//   ->  forall i: W[i,j] += A[i,k] * B[k,j];  forall i: C[i,j] += W[i,j] * A[i]
//
// A[i] has the outer levels of A alone and is 1 where they store something. fuse_temporaries makes one loop
// of the two, and A[i] is gone.
#pragma once
#include "schedule/chain.h"

namespace insum::schedule {

/// The level and those above it store coordinates in order, and loops over `around` walk them.
bool has_rows_of_its_own(const Driver& driver, const std::vector<index::Var>& around);
/// ... which come several times one after the other, as rows of coo do: loops have to take them as runs.
bool has_rows_in_runs(const Driver& driver);

/// Where the right side lacks `access`, whose outer levels loops over `around` walk, it gets these levels.
void keep_to_rows(index::Assign& assign, const index::Access& access, const std::vector<index::Var>& around);

/// The factor that keeps a term to these rows.
bool is_rows(const index::ExprPtr& factor);

/// `stmt` without what keeps it to rows of the loops over `fused`, which others keep to them.
index::StmtPtr without_rows(const index::StmtPtr& stmt, const std::vector<index::Var>& fused);

/// Loops over `var` come to the same coordinates in both.
bool share_rows(const index::StmtPtr& a, const index::StmtPtr& b, const index::Var& in_a,
                const index::Var& in_b);

}  // namespace insum::schedule
