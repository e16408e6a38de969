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

}  // namespace insum::schedule
