// precompute(expr, {i, j}, {i, j}, W, policy ...), as it is written.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "schedule/command.h"

namespace insum::schedule {

/// The lists have indices by name: each Einsum has variables of its own.
struct PrecomputeRequest {
  ast::ExprPtr expr;
  std::vector<std::string> consumer, producer;
  std::string name;
  std::optional<index::WorkspacePolicy> policy;  // nothing: dense
};

/// Nothing where an argument is wrong (diagnosed).
std::optional<PrecomputeRequest> read_request(Command& command);

/// Diagnoses precompute commands whose workspace has the name of a tensor, an index or another name of the
/// block, and those that stand twice. `schedule` is that of `program`, of which nothing was computed yet.
bool check_workspace_names(const std::vector<ast::ScheduleCommand>& schedule, index::Program& program,
                           Diagnostics& diagnostics);

}  // namespace insum::schedule
