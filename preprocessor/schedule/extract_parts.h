// Parts of right sides that are computed into sparse workspaces: precompute(e, {j}, {j}, W, hash).
//
//   y[i] = sum(j, k: A[i,j] * B[j,k] * c[k])   ->   W[j] = sum(k: B[j,k] * c[k])
//                                                   y[i] = sum(j: A[i,j] * W[j])
//
// Does: a part e of a right side, factors of a product or any expression, becomes an Einsum of its own, in
// front of the one that has it. Its result W is sparse: it has an entry where e has a value, and is read like
// any sparse operand. W has e's free indices; those that nothing else uses and the command does not name are
// reduced in it. What scatters into W is collected and sorted as the policy says (insert_workspaces), and an
// iteration of an outer loop that fills and reads a part of W has only that (fuse_sparse_temporaries).
// Also notes which results the commands name workspaces for, which tells make_concrete() that these need not
// be computed in order.
// Requires: Einsum form. Establishes: the same.
#pragma once
#include <optional>
#include <vector>

#include "ast/ast.h"
#include "index_ir/index_ir.h"
#include "support/diagnostics.h"

namespace insum::schedule {

struct Extracted {
  index::Program program;
  std::vector<ast::ScheduleCommand> schedule;  // the commands that are left
};

/// Nothing when something was diagnosed.
std::optional<Extracted> extract_parts(const index::Program& program,
                                       const std::vector<ast::ScheduleCommand>& schedule,
                                       Diagnostics& diagnostics);

}  // namespace insum::schedule
