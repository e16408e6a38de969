// Counting without loops where it goes without.
//
//   for i in [0, m): { const e = pos[i + 1]; for p in [pos[i], e): { const k = crd[p]; n += 2 } }
//     ->   n += 2 * level_end(pos, m)
//
// Does: multiplies an amount that does not change by the length of its loop; adds up lengths of segments that
// follow each other; removes what nothing that is counted needs. Requires: statements that only add to
// `counter`, in any order, and find out how often. Establishes: nothing.
#pragma once
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::loops {

Body fold_counts(const Body& body, const std::string& counter);

}  // namespace insum::loops
