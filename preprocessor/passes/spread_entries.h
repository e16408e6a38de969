// Rows are worked on by groups of lanes, and those that are long in pieces.
//
//   parallel i in [0, m): { sum = 0; for p in [pos[i], pos[i+1]): sum += ..; y[i] = sum }
//   -> parallel i in [0, m): if (row i is long) y[i] = 0         (where y[i] is stored)
//      parallel item in [0, m + pieces):
//        for i in the row number item - pieces, or the long rows of piece number item:
//          { sum = 0; for p in the entries of i that belong to the item: sum += ..;
//            if (it is a row) y[i] = sum else atomically y[i] += sum }
//
//   parallel i in [0, m): { .. for p in [pos[i], pos[i+1]): { sum = 0; for k on lanes: sum += ..; out[p] =
//   sum } }
//   -> the same items, where each entry has its own result
//
// Does: cuts all entries into pieces of equal length, as many as a device works on at once, and rows that are
// longer than a piece at their ends; other rows stay whole. Pieces come first, so that rows fill what they
// leave. Neighbouring groups of lanes have neighbouring rows, which are likely to read the same. Entries with
// results of their own are computed four at a time. Requires: a parallel loop over rows around one loop over
// the entries of a row. Either their sum goes to one element of each row (of each of a dense loop around the
// entries), in any order; or each entry writes what belongs to it alone, and has a loop for the lanes.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

/// row_of_entry(positions, rows, entry, base), which all lanes of a group find out together.
inline constexpr const char* row_of_entry = "insum::rt::cuda::row_of";

/// Notes on what was done are added to the kernel's header. `deterministic`: sums stay whole.
loops::Kernel spread_entries(const loops::Kernel& kernel, bool deterministic);

}  // namespace insum::passes
