// Subscripts that ascend while loops run, also where split, pos or fuse made the loops: i0*32 + i1, the
// coordinates that a row's positions have, and what is left of a pair's number.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::schedule {

/// The variables of which loops in this order, inside of those that `fixed` are of, make `subscript` ascend:
/// it has no value twice. None where that is not known.
std::vector<index::Var> ascending_parts(const index::ExprPtr& subscript, const std::vector<index::Var>& fixed,
                                        const index::Program& program);

/// Levels of a result whose subscripts ascend together: the coordinates of an operand's entries, or what is
/// left of indices that were fused.
struct EntryLevels {
  std::size_t count;              // more than one where the coordinates of the first may come again
  std::vector<index::Var> parts;  // as ascending_parts: of the position
};
/// Those from level `first` on, if it is one.
std::optional<EntryLevels> levels_of_entries(const index::Access& left, std::size_t first,
                                             const std::vector<index::Var>& fixed,
                                             const index::Program& program);

}  // namespace insum::schedule
