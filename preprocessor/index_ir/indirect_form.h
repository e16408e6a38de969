// The Einsums over dense arrays that an Einsum is once the levels of its sparse operands are written out
// (Insum, section 3).
//
//   C[m,n] += A[m,k] * B[k,n], A group_coo   ->   C[AM[p],n] += AV[p,q] * B[AK[p,q],n]
//
// Of several operands that store one index, the first gives its coordinates, and those of the others have to
// be equal; so have coordinates and subscripts that are more than an index:
//
//   S[m,n] += A[m,k] * L[n,k], L ell   ->   S[AM[p],n] += AV[p,q] * LV[n,q_2] * (LK[n,q_2] == AK[p,q])
//
// For `explain`: loops are made from levels, of which those of fixed length are such arrays with constant
// bounds.
#pragma once
#include <string>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::index {

struct IndirectForm {
  std::vector<StmtPtr> einsums;  // one for each term, in their order
  std::string missing;           // why there are none, although operands have fixed lengths
};

/// Operands with levels of varying length stay as they are. Both members are empty where no operand has fixed
/// lengths.
IndirectForm indirect_form(const StmtPtr& einsum, const Program& program);

}  // namespace insum::index
