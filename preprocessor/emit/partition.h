// How the range of a parallel loop is cut, as an object of the runtime.
#pragma once
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::emit {

/// insum::rt::balanced(...)
std::string partition_of(const loops::ParallelFor& loop);

}  // namespace insum::emit
