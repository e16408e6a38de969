// A dense temporary that carries a part of a nest from one set of loops to another: what `precompute` and
// `rfactor` share.
#pragma once
#include <string>

#include "schedule/chain.h"

namespace insum::schedule {

/// The number of values of a loop that a workspace has room for; null where it differs from one outer
/// iteration to the next and has no bound, or where they do not begin at 0, as those of diagonals.
index::ExprPtr workspace_extent(const Chain& chain, const index::Var& var, const index::Program& program);

/// The type of values that `right` gives with `op` on their way to `result`.
void set_workspace_type(index::TensorNode& node, index::Op op, const index::ExprPtr& right,
                        const index::Tensor& result);

/// The type of elements of `result` that are still combined: as in expressions, float for 16-bit ones.
void set_workspace_type(index::TensorNode& node, index::Op op, const index::Tensor& result);

/// A new temporary with a mode of each of these sizes, row-major, for values that `right` gives with `op` on
/// their way to `result`.
index::Tensor dense_workspace(index::Program& program, const std::string& name,
                              const std::vector<index::ExprPtr>& sizes, index::Op op,
                              const index::ExprPtr& right, const index::Tensor& result, int partial = -1);

}  // namespace insum::schedule
