// The Einsum over dense arrays that a term is once the levels of its sparse operand are written out (Insum,
// section 3).
//
//   C[m,n] += A[m,k] * B[k,n], A group_coo   ->   C[AM[p],n] += AV[p,q] * B[AK[p,q],n]
//
// For `explain`: loops are made from levels, of which those of fixed length are such arrays with constant
// bounds.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::index {

/// Null where there is none: several terms or sparse operands, levels of varying length, subscripts that are
/// no indices.
StmtPtr indirect_form(const StmtPtr& einsum, Program& program);

}  // namespace insum::index
