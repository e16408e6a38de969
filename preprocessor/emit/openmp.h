// Loop IR -> OpenMP C++: the kernel's definition and its call.
#pragma once
#include "emit/generated.h"
#include "loop_ir/loop_ir.h"

namespace insum::emit {

Generated emit_openmp(const loops::Kernel& kernel);

}  // namespace insum::emit
