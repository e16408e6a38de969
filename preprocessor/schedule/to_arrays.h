// Nests over what a format of fixed lengths stores, as nests of dense loops over its arrays (Insum,
// section 3).
//
//   forall m0, m1, n: where C[m0*16+m1,n] += s with forall k0, k1: s += A[m0,k0,m1,k1] * B[k0*16+k1,n]
//   -> forall p, m1, n: where C[AM[p]*16+m1,n] += s with forall q, k1: s += AV[p,q,m1,k1] *
//   B[AK[p,q]*16+k1,n]
//
// Loops over elements of a block have its whole length: places that are outside of a tensor are left out by a
// guard, and read as zeros.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::schedule {

/// Null where there is no such nest: it has no sparse operand or several, levels of varying length, or a
/// sparse result. `program` gets the arrays and indices of the new nest.
index::StmtPtr to_arrays(const index::StmtPtr& nest, index::Program& program);

}  // namespace insum::schedule
