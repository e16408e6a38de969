// Sums over the entries of a row in several parts, none of which waits for another.
//
//   for p in [b, e): s += f(p)     ->   const double s_entries = reduce_entries(b, e, (p, part) { part +=
//   f(p) }); s += s_entries
//
// Does: turns loops that do nothing but combine gathered or real values into one scalar into an entry_reduce;
// how many parts there are is the runtime's choice. Sums of reals change their order, the same for every
// number of threads. Requires: nothing. Establishes: nothing that later passes need. Loops that the user
// vectorizes or unrolls stay.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

loops::Kernel split_reductions(const loops::Kernel& kernel);

}  // namespace insum::passes
