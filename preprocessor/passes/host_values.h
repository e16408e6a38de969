// What the host knows at the place of a launch.
#pragma once
#include <set>
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::passes {

struct HostValues {
  std::set<std::string> values;    // names that it can use in computations
  std::set<std::string> readable;  // arrays in its memory
  std::set<std::string> arrays;    // ... and those that it passes to kernels, whose lengths it can compute

  /// Computed from values alone.
  bool knows(const loops::ExprPtr& expr) const;
  /// ... or read from its arrays.
  bool reads(const loops::ExprPtr& expr) const;
};

}  // namespace insum::passes
