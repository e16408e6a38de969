// Loops over the first two levels of a tree become one over the second level's positions, so that threads
// share these equally: the nodes of the first level may be few, and one of them may have most entries.
//
//   forall i: forall j: S(A[i,j,..])   ->   forall f in A's positions of level 1: S(A[f,..])
//
// Does: fuses them where they are the outermost loops of a tree that is built, whose first two levels are
// those of one operand. Requires: `concrete` form, the automatic order of loops. Establishes: the same.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::schedule {

index::Program fuse_nodes(const index::Program& program);

}  // namespace insum::schedule
