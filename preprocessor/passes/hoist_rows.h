// A row of an array of pointers is found once, and not for each of its entries.
//
//   for p in [0, n): s += vals[i][p] * x[crd[i][p]]   ->   auto* const vals_row = vals[i]; auto* const
//   crd_row = crd[i]; for p in [0, n): s += vals_row[p] * x[crd_row[p]]
//
// Does: loads pointers to rows in front of the loops and sums over entries that surely read them. Compilers
// would, but for what keeps them from gathering entries in reduce_entries. Requires: an array of pointers has
// one for each row, also for an empty one. Establishes: nothing that later passes need.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

loops::Kernel hoist_rows(const loops::Kernel& kernel);

}  // namespace insum::passes
