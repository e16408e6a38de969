// Which loops visit the coordinates of a sparse result in the order of its levels: those over the index of a
// level, and those that split, pos and fuse made of them.
#pragma once
#include "schedule/chain.h"

namespace insum::schedule {

/// True when the first `outer` loops are those of a result that is built, in the order of its levels, and
/// visit each coordinate once and in order.
bool appends_in_order(const Chain& chain, std::size_t outer, const index::Program& program);

/// True when the loops visit each entry of the result that the chain builds once, and those of each level in
/// order.
bool visits_each_once(const Chain& chain, const index::Program& program);

/// The loops around a workspace.
struct Around {
  std::vector<index::Forall> loops;
  std::vector<index::ExprPtr> levels;  // the subscripts of the outer levels, which they visit in order
  std::vector<index::Var> parts;       // loops among them over parts of the next level, outermost first
  std::vector<index::Var> rest;        // the loops inside of these that are over parts of that level
};

/// Takes the outermost loops that all of `group`, statements that add to one result, have in common off them,
/// as long as these visit the coordinates of outer levels, or parts of them, once and in order, and `least`
/// levels are left for a workspace.
Around enter_loops(std::vector<index::StmtPtr>& group, std::size_t least, const index::Program& program);

/// What `subscript`, of the next level, can be in one iteration of the loops around over its parts.
index::Range range_of_part(const index::ExprPtr& subscript, const Around& around, const index::ExprPtr& size);

}  // namespace insum::schedule
