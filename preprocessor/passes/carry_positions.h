// The end of a row is where the next one begins: positions are loaded once.
//
//   for i: { const e = pos[i + 1]; for p in [pos[i], e): .. }   ->   n = pos[first]; for i: { const b = n;
//   const e = pos[i + 1]; n = e; .. }
//
// Does: keeps the last row's end for the next row, in loops over consecutive positions. What one row costs is
// what limits kernels with short rows. Requires: an array read at i + 1 for the last i can be read at the
// first i too, where there is one: arrays of positions. Establishes: nothing that later passes need.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

loops::Kernel carry_positions(const loops::Kernel& kernel);

}  // namespace insum::passes
