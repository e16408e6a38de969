// Loop IR -> CUDA C++: kernels with the function that launches them, for a CUDA file, and the host's function
// that calls it.
//
// Requires: the form that passes/map_to_grid gives.
#pragma once
#include "emit/generated.h"
#include "loop_ir/loop_ir.h"

namespace insum::emit {

Generated emit_cuda(const loops::Kernel& kernel);

}  // namespace insum::emit
