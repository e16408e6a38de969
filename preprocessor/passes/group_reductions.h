// Reductions over register tiles for several rows at a time.
//
//   for p: { j = crd[p]; const s = reduce_tiles(.., (tile, k, lanes) { .. j .. }); out[p] = s; }
//     ->   reduce_rows(rows of p, .., (tile, k, p, lanes) { j = crd[p]; .. j .. }, (p, s) { out[p] = s; })
//
// Does: hands a loop around one reduction to the runtime, which takes several rows at once: what they share
// is loaded once, their sums do not wait for each other, and the lanes of several are added up together.
// Constants that both parts need are computed in both. Requires: merged reductions. Establishes: nothing that
// later passes need. Loops stay where a row's reduction may read what an earlier row wrote, and those that
// the user vectorizes or unrolls.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

loops::Kernel group_reductions(const loops::Kernel& kernel);

}  // namespace insum::passes
