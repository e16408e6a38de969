// Space for a row of a sparse result is made before the row, so that appending to it is two stores.
//
//   for p in [b, e): { .. const q = part.level<0>().at(0, i); part.level<1>().push(q, j); part.values.push(v)
//   }   -> auto r = row_writer(part.level<1>(), part.values, e - b); for p in [b, e): { .. r.push(j, v) } if
//   (r.count() > 0) { const q = part.level<0>().at(0, i); r.close(q) }
//
// Does: moves what a push does besides storing (is there room, is this another parent) out of the innermost
// loop that pushes, and leaves arrays and count of the row in local variables, which stores to the row cannot
// alias. Requires: a loop that appends at most once an iteration to the last level and the values of one
// part, conditionally or not, under a parent that stays the same; a `for` runs end - begin times, a `while (p
// < e || q < f)` moves a position on each time. Establishes: nothing that later passes need.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

loops::Kernel reserve_rows(const loops::Kernel& kernel);

}  // namespace insum::passes
