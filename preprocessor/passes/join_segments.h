// Segments that follow each other, and whose owner nothing reads, are one loop.
//
//   for i in [a, b): { const e = pos[i + 1]; for p in [pos[i], e): .. }   ->   for p in [pos[a], pos[b]): ..
//
// Does: replaces a loop over consecutive positions by the loop inside, where that is all that it does and its
// body does not use the outer variable: fibres of a tensor whose outer coordinates the result shares. Ends of
// short segments are branches that mispredict. Requires: an array read at i and at i + 1 can be read at a and
// b where there is an i: arrays of positions. Establishes: nothing that later passes need.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

loops::Kernel join_segments(const loops::Kernel& kernel);

}  // namespace insum::passes
