// Declarations that nothing reads.
//
// Does: drops coordinates and positions that no expression uses, e.g. the column in a count of entries.
// Requires: nothing. Establishes: every constant that is declared is used.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

loops::Kernel remove_unused(const loops::Kernel& kernel);

}  // namespace insum::passes
