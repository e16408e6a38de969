// Loops over entries or pairs whose outer index is found again, row by row.
//
//   forall p in [b, e): S(parent(pos, p))   ->   forall i in [parent(b), rows_before(e)):
//                                                  forall p in [max(b, pos[i]), min(e, pos[i+1])): S(i)
//   and in the same way for i = quotient(p, n), where the rows are [i*n, (i+1)*n).
//
// Does: makes the outer index of fused loops a loop of its own inside of whatever part of them is run at
// once, so that it is searched once for each part, empty rows are passed by, and a row's sum has an
// accumulator. A parallel loop over entries is cut into parts of entries_per_part first, one over blocks of
// entries into parts of blocks_per_part. Requires: `concrete` form, perfect nests. Establishes: the same;
// calls of parent, quotient and remainder are left only where the innermost loop that they move with does not
// do so in steps of one, and around the tiles of dense loops.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::schedule {

inline constexpr long long entries_per_part = 2048, blocks_per_part = 64;

index::Program walk_rows(const index::Program& program);

/// The range of such a row's index.
bool is_row_loop(const index::Range& range);

}  // namespace insum::schedule
