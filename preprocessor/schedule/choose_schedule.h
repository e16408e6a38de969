// The automatic choice: loop order, register tiles and the parallel loop of every nest. The user's commands
// are applied between the two: what they leave open stays as chosen.
//
// Does: puts the indices of the result outside of the reduction, a dense index with unit strides into a
// register tile around the reduction loops, and the outermost loop on threads. Requires: `concrete` form,
// perfect nests. Establishes: the same, with options on loops; notes say what was chosen.
#pragma once
#include <vector>

#include "index_ir/index_ir.h"
#include "schedule/chain.h"
#include "support/target.h"

namespace insum::schedule {

/// The order of the loops, and the register tile that it is made for.
index::Program choose_order(const index::Program& program);

/// The register tile of a nest that has none, among these loops, in front of the other loops that it can be
/// outside of: all but those over `around`, which keep their places. No tile where none of them suits.
void choose_tile(Chain& chain, const std::vector<index::Var>& among, const std::vector<index::Var>& around,
                 const index::Program& program);

/// The parallel loop of every nest that has none.
index::Program choose_parallel(const index::Program& program, const Target& target);

}  // namespace insum::schedule
