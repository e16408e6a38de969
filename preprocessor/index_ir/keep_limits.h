// Integer operands whose fill value, the largest or least of its type, stands for infinity.
//
// Does: A[i,j] + x, where slots of A that are not used hold the fill value, as select(A[i,j] == highest,
// highest, A[i,j] + x).
// Requires: expressions with types. Establishes: infinity that is stored stays infinity in a sum, as that of
// elements which are not stored does.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::index {

ExprPtr keep_limits(const ExprPtr& expr);

/// The same for operands that may be missing (Access::optional), each by whether it is there:
/// select(stored(A[i,j]), A[i,j] + x, highest).
ExprPtr keep_missing_limits(const ExprPtr& expr);

}  // namespace insum::index
