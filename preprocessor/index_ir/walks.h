// What each loop goes through: a range, or coordinates that operands store; and where operands are searched
// instead. It depends on the loops around: a level is walked only below a position of the level above.
#pragma once
#include <string>
#include <vector>

#include "index_ir/meeting.h"

namespace insum::index {

/// "level 1 of A (compressed)"
std::string describe(const AccessLevel& level);

struct Walk {
  const Forall* loop = nullptr;
  Meeting::Kind kind = Meeting::Kind::dense;
  std::vector<AccessLevel> leaders;   // whose coordinates the loop goes through
  std::vector<AccessLevel> searched;  // looked up in each of its iterations
};
/// "level 1 of A (compressed) and level 1 of B (compressed)"
std::string describe(const std::vector<AccessLevel>& levels, const std::string& separator = " and ");

/// Of all loops of a statement, outer ones before those inside.
std::vector<Walk> walks_of(const StmtPtr& stmt);

}  // namespace insum::index
