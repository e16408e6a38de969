// Which tensors store the same coordinates.
#pragma once
#include <vector>

#include "index_ir/index_ir.h"
#include "resolve/context.h"

namespace insum::resolver {

bool same_expressions(const std::vector<index::ExprPtr>& a, const std::vector<index::ExprPtr>& b);

/// Levels of the same kinds, over the same modes.
bool same_levels(const index::TensorNode& a, const index::TensorNode& b);

/// The same C++ expressions give the coordinates of both.
bool same_arrays(const index::TensorNode& a, const index::TensorNode& b);

/// They have the same arrays, or assume(same_pattern(A, B)) states it; also where each is so related to a
/// third one, of the Einsum or of such a statement.
bool same_pattern(const Context& context, const index::Einsum& einsum, const index::Tensor& a,
                  const index::Tensor& b);

}  // namespace insum::resolver
