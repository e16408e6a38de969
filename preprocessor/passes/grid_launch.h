// One parallel loop as a launch, or as two where its sums have an order. A part of map_to_grid.
#pragma once
#include <set>
#include <string>

#include "loop_ir/loop_ir.h"
#include "passes/host_values.h"

namespace insum::passes {

/// `in_front` gets constants and memory of the host that the launch uses. Throws Unmappable.
/// `deterministic`: sums do not depend on where arrays begin.
std::vector<loops::Launch> launches_of(const loops::ParallelFor& loop, const HostValues& host,
                                       bool deterministic, std::set<std::string>& taken,
                                       loops::Body& in_front);

/// `body` without the arrays that it allocates, whose lengths the host knows: `arrays` gets them.
loops::Body without_arrays(const loops::Body& body, const HostValues& host,
                           std::vector<loops::Allocate>& arrays);

}  // namespace insum::passes
