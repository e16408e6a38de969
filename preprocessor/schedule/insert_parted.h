// Where the two nests go that part_off makes of one.
#pragma once
#include <vector>

#include "schedule/part_off.h"

namespace insum::schedule {

/// Adds the consumer to the nests before it, and the producer in front of all that build the consumer's
/// result together: a nest between them would part them. False where the nests cannot stand so.
bool insert_parted(Parted parted, std::vector<Chain>& chains, const Refuse& refuse);

}  // namespace insum::schedule
