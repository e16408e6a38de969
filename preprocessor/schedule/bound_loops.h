// Conditions among indices as bounds of the loops over them, and as guards around loops.
//
//   forall i: forall j: forall k: s += (i < j) * (j < k) * A[i,j] * B[j,k]
// becomes
//   forall i: forall j from i + 1: forall k from j + 1: s += A[i,j] * B[j,k]
// where loops meet the coordinates in order, so that they can start at one that is sought; and a guard around
// the loops that a condition does not move with where they do not.
// Does: takes factors of sums that are 0 or 1, and guards at statements, as far out as all that is below has
// them. Requires: scheduled form. Preserves: the result; 0 * x is left out, so nothing is done under
// assume(ieee) with factors. The last step of the schedule: later ones need not know bounds.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::schedule {

index::Program bound_loops(const index::Program& program);

}  // namespace insum::schedule
