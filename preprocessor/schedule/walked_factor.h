// The stored operand of a matrix product on processors: below one level, whose positions are a part of the
// depth, it has dense blocks.
//
//   forall m1, n: where C[m0*16+m1,n] = s with forall k0, k1: s += A[m0,k0,m1,k1] * B[k0*16+k1,n]
//   -> rows m1, columns n, summed over the positions that A stores in the row m0, and k1 in [0, 16)
//
// The last block of a dimension may reach over its edge: the loops over its elements end there, and the
// product reads zeros for what is outside.
#pragma once
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::schedule {

/// `around` are the indices of the loops around the sums, `depth` those of the sums and `factors` what is
/// multiplied; those whose range the first of the depth ends get the length of a block, an index of their own
/// in `program`. Returns that first index, whose coordinates the operand stores; null, and nothing is
/// changed, where no factor is stored, or not in this way.
index::Var walk_factor(const std::vector<index::Var>& around, std::vector<index::Var>& depth,
                       std::vector<index::ExprPtr>& factors, index::Program& program);

}  // namespace insum::schedule
