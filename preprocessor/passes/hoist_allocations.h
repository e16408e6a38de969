// Temporaries are allocated once, not in every iteration.
//
// Does: moves allocations whose size does not change in a loop in front of it, as far as the chunk of a
// thread, and not out of a loop on lanes. Requires: temporaries written before they are read in each
// iteration, as `where` gives them. Establishes: no allocation inside a serial loop whose size is known
// outside of it.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

loops::Kernel hoist_allocations(const loops::Kernel& kernel);

}  // namespace insum::passes
