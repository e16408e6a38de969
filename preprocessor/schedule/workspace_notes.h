// What `explain` says of a workspace: what scatters into which result, in which loops and why, what collects
// it, and how much memory that takes.
#pragma once

#include <string>
#include <vector>

#include "schedule/result_order.h"
#include "support/target.h"

namespace insum::schedule {

/// "A[k,i] * B[k,j] in loops k, i, j scatters": what the statements add up, in all of their loops.
std::string scattering(const std::vector<index::StmtPtr>& group);

struct Collection {
  index::Tensor result;     // what is built
  index::Tensor workspace;  // of its last levels
  std::string scattering;
  index::StmtPtr inside;  // the first statement, without the loops around the workspace
  Around around;
};

/// The note on a workspace.
std::string workspace_note(const Collection& collection, const index::Program& program, const Target& target);

}  // namespace insum::schedule
