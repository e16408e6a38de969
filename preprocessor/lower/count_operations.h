// What a statement computes, as a statement that counts it.
//
//   forall i forall k  y[i] += A[i,k] * x[k]   ->   forall i forall k  flops += counted(2, A[i,k])
//
// Does: puts the number of floating point operations in the place of each assignment, which keeps the
// accesses that loops walk. Loops run in order; what has no operations is left out. Requires: `lowerable`
// form. Establishes: a statement without producers, workspaces and matrix products, for Lowering::count().
#pragma once
#include "index_ir/index_ir.h"

namespace insum::lower {

struct OperationCount {
  index::StmtPtr stmt;  // null: there are no operations
  bool exact = true;    // else no less than there are
};

OperationCount count_operations(const index::StmtPtr& stmt, const index::Tensor& counter);

}  // namespace insum::lower
