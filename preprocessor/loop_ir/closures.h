// Functions that statements hand to the runtime.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::loops {

/// Indices that the closure does not use have no names: compilers warn.
void drop_unused(Closure& closure);

}  // namespace insum::loops
