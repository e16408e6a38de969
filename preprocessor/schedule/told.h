// Loops that commands vectorize or unroll: one of the two, once, and as long as the loop can run so.
#pragma once
#include <string>

#include "schedule/command.h"

namespace insum::schedule {

/// "it is vectorized already", "it is unrolled already": by a command; "" where none has done so.
std::string what_was_told(const Loop& loop);
/// What to write where a loop is to be vectorized and unrolled.
std::string each_its_own(const index::Var& var);

/// Why the loop cannot run on several values at once; "" when it can.
std::string vector_obstacle(const Chain& chain, const index::Var& var);
/// Why it cannot have copies of its body; "" when it can.
std::string unroll_obstacle(const Chain& chain, const index::Var& var);

/// False where what commands left of such a loop cannot run as they say (diagnosed).
bool can_do_as_told(const std::vector<Chain>& chains, Diagnostics& diagnostics);

}  // namespace insum::schedule
