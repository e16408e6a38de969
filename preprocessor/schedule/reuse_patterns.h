// Sparse results that have an entry, or a dense block, for each entry or fibre of one operand.
//
//   Y[i,j,r] = X[i,j,k] * U[k,r],  X : csf,  Y : levels(0: compressed, 1: compressed, 2: dense)
//
// Does: makes the levels of such a result copies of the operand's outer ones. Values then go to the place
// that the operand's position names, instead of to the end of what a thread has built. Requires: `lowerable`
// form; the loops around the statement are those over the operand's levels, unconditional and led by no other
// operand. Establishes: the same; such results are `copied_levels` instead of `assembled`.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::schedule {

index::Program reuse_patterns(const index::Program& program);

}  // namespace insum::schedule
