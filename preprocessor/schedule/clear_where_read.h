// Workspaces are cleared where an operand that says where they are read, or filled, has entries, and nowhere
// else.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::schedule {

/// A workspace with one dense mode that is read only where an operand has entries needs no values elsewhere:
///   forall i: where (forall j: C[i,j] = M[i,j] * W[j]) (sequence (forall j: W[j] = 0) ...)
/// clears W[j] for the entries of row i of M. What is added to other places is never read: the workspace is
/// given values once, where it is made (`Program::unclear`). Signed integers, whose sums could leave their
/// range there, products, which slow down where they become tiny, and types that only the C++ compiler
/// knows are left as they are. A workspace that one operand's row fills needs values nowhere else either:
///   forall i: where (S(W)) (sequence (forall k: W[k] = 0) (forall k: W[k] += A[i,k]))
/// becomes forall i: where (sequence (S(W)) (forall k in row i of A: W[k] = 0)) (forall k: W[k] += A[i,k]),
/// and is zero where it is made.
index::Program clear_where_read(const index::Program& program);

}  // namespace insum::schedule
