// Affine subscripts that can leave their mode.
//
// Does: O[i] = I[i+r] * F[r] reads I's fill value outside of I: guarded(i+r < N, I[i+r], 0).
// Also where an index array is left: x[D[i+1]] is guarded(i+1 < N, x[D[i+1]], 0).
// Requires: ranges of all variables. Establishes: no access that is not guarded leaves its bounds, except
// through the numbers that index arrays store, which are the caller's contract.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::index {

ExprPtr guard_bounds(const ExprPtr& expr, const Program& program);

/// `access` where its subscripts are inside, else `fill`.
ExprPtr guarded_read(const Access& access, const ExprPtr& fill, SourceRange where, const Program& program);

/// An element that is read where a condition holds, and is zero elsewhere: guarded(c, A[i], 0). Without a
/// condition: A[i].
struct ReadWhere {
  const Access* access = nullptr;  // null: the expression is something else
  ExprPtr condition;               // null: everywhere
};
ReadWhere as_read(const ExprPtr& expr);

/// The conditions under which the subscripts of `access` are inside.
std::vector<ExprPtr> bounds_of(const Access& access, const Program& program);
/// The same for one subscript of a mode of this size.
std::vector<ExprPtr> bounds_of(const ExprPtr& subscript, const ExprPtr& size, const Program& program);
/// ... and for the index arrays in it alone: where one of them has no element, what it subscripts has none.
std::vector<ExprPtr> bounds_of_arrays(const ExprPtr& subscript, const Program& program);
/// True when `var` can take a sparse access, in storage form, out of a level that has all coordinates: it is
/// tested there for each value.
bool leaves_levels(const Access& access, const Var& var, const Program& program);

}  // namespace insum::index
