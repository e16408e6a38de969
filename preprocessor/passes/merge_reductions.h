// A reduction that is a variable's only contribution.
//
//   double s = 0.0; const double s_sum = reduce_tiles(...); s += s_sum;   ->   const double s =
//   reduce_tiles(...);
//
// Does: lets the reduction declare the variable. Requires: accumulators declared at their identity, as
// lowering does. Variables that are set once, behind that, are declared there. Establishes: nothing that
// later passes need; kernels read better.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

loops::Kernel merge_reductions(const loops::Kernel& kernel);

}  // namespace insum::passes
