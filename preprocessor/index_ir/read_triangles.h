// Dense tensors of which one triangle is stored.
//
// Does: reads A[i,j] of a symmetric(lower) as A[max(i,j), min(i,j)].
// Requires: subscripts that are inside, or guarded. Establishes: no dense access reads the other triangle.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::index {

ExprPtr read_triangles(const ExprPtr& expr);

}  // namespace insum::index
