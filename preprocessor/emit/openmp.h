// Loop IR -> OpenMP C++: the kernel's definition and its call.
#pragma once
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::emit {

struct Generated {
  std::string definition, call;
  std::string device;  // what a device's compiler gets
};
Generated emit_openmp(const loops::Kernel& kernel);

}  // namespace insum::emit
