// Where a row begins and ends is found once, and not for each entry of another that meets it.
//
//   for q: { const e = pos[i + 1]; for p in [pos[i], e): f(p, q) }   ->   const e = pos[i + 1]; const b =
//   pos[i]; for q: for p in [b, e): f(p, q)
//
// Does: loads positions in front of the loop around them where its iterations do not choose the row.
// Compilers would, but for calls in the loop that could change them: insertions into workspaces. Requires: an
// array read in an iteration can be read before the first, where there is one. Establishes: nothing that
// later passes need.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

loops::Kernel hoist_segments(const loops::Kernel& kernel);

}  // namespace insum::passes
