// Reductions into local variables, and definitions into stores or clearing loops.
//
//   forall i, k: y[i] += A[i,k] * x[k]     ->  forall i: where y[i] += s  with  forall k: s += A[i,k] * x[k]
//
// Does: gives the loops inside of the result's last index a scalar (in a tile: a pack) of their own; factors
// that do not change in an inner loop are multiplied once, after it. A definition becomes a store where the
// loops around it reach every element once, a loop over a sorted list of rows by coming to all rows, else a
// clearing loop before it. Requires: perfect nests in `concrete` form. Establishes: no definitions; `where`
// around reductions.
#pragma once
#include "schedule/chain.h"
#include "support/target.h"

namespace insum::schedule {

/// One nest, in the form that insert_accumulators() establishes.
index::StmtPtr accumulated(index::Program& program, const Chain& chain, const Target& target);

index::Program insert_accumulators(const index::Program& program, const Target& target);

}  // namespace insum::schedule
