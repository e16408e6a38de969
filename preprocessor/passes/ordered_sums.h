// Sums whose order nothing changes, for groups that share elements: each part of a loop has a copy of the
// result, and the copies are added up in the order of the parts. A part of map_to_grid.
#pragma once
#include <set>
#include <string>

#include "loop_ir/loop_ir.h"
#include "passes/use_group.h"

namespace insum::passes {

/// The order of this scatter's updates shows in the result, and has to be the same each time.
bool is_ordered(const loops::Scatter& scatter);

/// No two lanes of a loop on lanes in `body` update the same element through the scatter.
bool lanes_update_apart(const loops::Body& body);

/// The names of what both launches share.
struct OrderedCopies {
  std::string parts, copies, copy, part;  // how many; of all; that of a part; its number
};

/// The host's constants and memory, before the launches.
loops::Body ordered_storage(const loops::ParallelFor& loop, const loops::ExprPtr& items,
                            const OrderedCopies& names);
/// `work`, the statements of one part, for each part that the group has. `total`: a variable that lanes add
/// to; empty: they update the copy.
loops::Body over_parts(const loops::ParallelFor& loop, const OrderedCopies& names, const std::string& group,
                       const std::string& total, loops::Body work);
/// Adds the copies up.
loops::Launch add_up_copies(const loops::ParallelFor& loop, const OrderedCopies& names,
                            std::set<std::string>& taken);

}  // namespace insum::passes
