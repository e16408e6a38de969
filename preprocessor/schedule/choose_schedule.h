// The automatic choice: loop order, register tiles and the parallel loop of every nest that the user left open.
//
// Does: puts the indices of the result outside of the reduction, a dense index with unit strides into a register tile
// around the reduction loops, and the outermost loop on threads.
// Requires: `concrete` form, perfect nests. Establishes: the same, with options on loops; notes say what was chosen.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::schedule {

/// What the user decided: the automatic choice leaves it alone.
struct Decided {
  bool order = false, parallel = false, vector = false;
};

index::Program choose_schedule(const index::Program& program, const Decided& decided);

}  // namespace insum::schedule
