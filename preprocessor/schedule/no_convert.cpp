#include "schedule/command.h"

namespace insum::schedule {

bool no_convert(Command& command) { return has_arguments(command, 0, 0); }

}  // namespace insum::schedule
