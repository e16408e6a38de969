// memory <= n             workspaces of the block take n bytes together at most
// As assume(memory <= n): the bound is read before there are loops (resolve/directives.cpp),
// insert_workspaces refuses what it does not count.
#include "schedule/command.h"

namespace insum::schedule {

bool memory(Command& command) { return has_arguments(command, 1, 1); }

}  // namespace insum::schedule
