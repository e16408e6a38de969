// Assignments that go through the same loop, one after the other in loops of their own.
#pragma once
#include "nest/loop_nest.h"

namespace insum::nest {

/// A loop of a later assignment that has the bounds of one before, and its name or the positions of a row,
/// becomes that loop: both variables mean one index.
Nest share_loops(const Nest& nest);

}  // namespace insum::nest
