// One parallel loop as a launch, or as two where its sums have an order. A part of map_to_grid.
#pragma once
#include <set>
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::passes {

/// What the host knows at the place of a launch.
struct HostValues {
  std::set<std::string> values;    // names that it can use in computations
  std::set<std::string> readable;  // arrays in its memory

  /// Computed from values alone.
  bool knows(const loops::ExprPtr& expr) const;
  /// ... or read from its arrays.
  bool reads(const loops::ExprPtr& expr) const;
};

/// `in_front` gets constants and memory of the host that the launch uses. Throws Unmappable.
std::vector<loops::Launch> launches_of(const loops::ParallelFor& loop, const HostValues& host,
                                       std::set<std::string>& taken, loops::Body& in_front);

/// `body` without the arrays that it allocates, whose lengths the host knows: `arrays` gets them.
loops::Body without_arrays(const loops::Body& body, const HostValues& host,
                           std::vector<loops::Allocate>& arrays);

}  // namespace insum::passes
