// Register tiles of several rows ("unroll and jam").
//
//   for i: for_tiles(j) { s = 0; for k: s += A[i,k] * B.load(k,j); C.store(i,j, s) }
//     ->   for_row_tiles(i, j) { s = copies(0);
//                                for k: { b = B.load(k,j); each (i) { s[i] += A[i,k] * b } }
//                                each (i) { C.store(i,j, s[i]) } }
//
// Does: hands a loop over rows around one loop over tiles to the runtime, which takes several rows at once:
// one load of what they share serves all of them, and their sums do not wait for each other. Each element's
// terms keep their order, so that results stay the same whatever the groups are. Requires: loops that are
// marked as apart, or as combining with what they share. Establishes: nothing that later passes need. Loops
// stay whose rows share no load in an inner loop, have inner loops of their own lengths or read what they
// write, and those that the user vectorizes or unrolls.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

loops::Kernel tile_rows(const loops::Kernel& kernel);

}  // namespace insum::passes
