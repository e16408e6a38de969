// same_pattern            the sparse results of the block keep the entries that they have, and get new values
// Refused where none is sparse, or where a result's entries cannot be found by their coordinates
// (resolve/outputs.cpp).
#include <algorithm>

#include "schedule/command.h"

namespace insum::schedule {

using namespace index;

bool same_pattern(Command& command) {
  if (!has_arguments(command, 0, 0)) return false;
  const bool any = std::any_of(command.chains.begin(), command.chains.end(), [](const Chain& chain) {
    return !chain.assign.left.tensor->dense && !chain.assign.left.tensor->temporary;
  });
  return any || refuse(command, Diag::impossible_same_pattern, {});
}

}  // namespace insum::schedule
