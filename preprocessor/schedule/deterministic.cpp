#include "schedule/command.h"

namespace insum::schedule {

bool deterministic(Command& command) {
  if (!has_arguments(command, 0, 0)) return false;
  command.program.deterministic = true;
  return true;
}

}  // namespace insum::schedule
