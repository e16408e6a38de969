// Loops that begin at 1, begun at 0: what a loop counts from says nothing of what it computes.
#pragma once
#include "nest/loop_nest.h"

namespace insum::nest {

/// Each loop from a constant begins at 0, and each from an element and a constant, such as `pos[i] - 1`, at
/// the element; its variable is the new one and Loop::start. Subscripts are sums again, as polynomials have
/// them.
Nest from_zero(const Nest& nest);

}  // namespace insum::nest
