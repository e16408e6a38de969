// Work on the entries of rows is shared out by the number of entries, not by rows.
//
//   parallel i in [0, m): { sum = 0; for p in [pos[i], pos[i+1]): sum += ..; y[i] = sum }
//   -> parallel i in [0, m): y[i] = 0                            (where y[i] is stored)
//      parallel part in the parts [b, e) of [pos[0], pos[m]):
//        for i from the row of b to that of e - 1: { sum = 0; for p in the entries of i from b to e: sum +=
//        ..;
//          if (all entries of i are in the part) y[i] = sum else atomically y[i] += sum }
//
//   parallel i in [0, m): { .. for p in [pos[i], pos[i+1]): { sum = 0; for k on lanes: sum += ..; out[p] =
//   sum } }
//   -> the same walk over a part, where each entry has its own result
//
// Does: cuts the entries into parts of equal length, however long rows are; neighbouring groups of lanes have
// neighbouring parts, whose rows are likely to read the same. Entries with results of their own are computed
// four at a time. Requires: a parallel loop over rows around one loop over the entries of a row. Either their
// sum goes to one element of each row (of each of a dense loop around the entries), in any order; or each
// entry writes what belongs to it alone, and has a loop for the lanes.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

/// Notes on what was done are added to the kernel's header. `deterministic`: sums stay whole.
loops::Kernel spread_entries(const loops::Kernel& kernel, bool deterministic);

}  // namespace insum::passes
