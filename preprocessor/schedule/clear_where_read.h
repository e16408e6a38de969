// Workspaces of masked products are cleared where the mask has entries, and nowhere else.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::schedule {

/// A workspace with one dense mode that is read only where an operand has entries needs no values elsewhere:
///   forall i: where (forall j: C[i,j] = M[i,j] * W[j]) (sequence (forall j: W[j] = 0) ...)
/// clears W[j] for the entries of row i of M. What is added to other places is never read: the workspace is
/// given values once, where it is made (`Program::unclear`). Signed integers, whose sums could leave their
/// range there, products, which slow down where they become tiny, and types that only the C++ compiler
/// knows are left as they are.
index::Program clear_where_read(const index::Program& program);

}  // namespace insum::schedule
