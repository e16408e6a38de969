// no_convert              operands are read in the formats that they have
// make_concrete() refuses what needs a copy in another one (insum-conversion-refused).
#include "schedule/command.h"

namespace insum::schedule {

bool no_convert(Command& command) { return has_arguments(command, 0, 0); }

}  // namespace insum::schedule
