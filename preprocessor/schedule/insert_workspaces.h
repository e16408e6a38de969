// Sparse results whose entries are not computed in the order of their levels.
//
// Does: C[i,j] += A[i,k] * B[k,j] with loops i, k, j becomes, for each i, a workspace that collects the row,
// then one loop that appends it (Kjolstad, Ahrens, Kamil, Amarasinghe: Tensor algebra compilation with
// workspaces, 2019). The loops around the workspace are those that visit the outer levels of C in order;
// where there are none it takes whole entries and sorts them. Loops i0, i1 over parts of i are such loops
// too, as those over positions and over rows of fused loops; i0 alone has a workspace of its part of C.
// C[j,i] += A[i,j] with loops i, j needs none: each entry comes once, so that a first run of the loops counts
// the entries of each row. Several statements that add to one result share the workspace. Requires:
// accumulators; results that are built are written by neighbouring statements. Establishes: `lowerable` form:
// every coordinate of a result that is built is visited at most once, in the order of its levels, or in that
// of the rows of its last level where it is counted.
#pragma once
#include "index_ir/index_ir.h"
#include "support/diagnostics.h"
#include "support/target.h"

namespace insum::schedule {

/// Nothing where a workspace that the block names is not needed, or cannot be there (diagnosed). A grid
/// collects rows for results with one level that stores coordinates only, and whole entries for others.
std::optional<index::Program> insert_workspaces(const index::Program& program, const Target& target,
                                                Diagnostics& diagnostics);

}  // namespace insum::schedule
