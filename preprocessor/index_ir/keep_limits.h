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

}  // namespace insum::index
