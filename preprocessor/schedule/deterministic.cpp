// deterministic           sums have an order that depends neither on the number of threads nor on chance
// Never refused: where threads could not keep the order, a loop is serial.
#include "schedule/command.h"

namespace insum::schedule {

bool deterministic(Command& command) {
  if (!has_arguments(command, 0, 0)) return false;
  command.program.deterministic = true;
  return true;
}

}  // namespace insum::schedule
