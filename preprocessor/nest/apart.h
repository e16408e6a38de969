// Whether parts of an array that a nest goes over have elements in common.
#pragma once
#include "nest/loop_nest.h"

namespace insum::nest {

/// The offsets `a` and `b` are different whatever iterations they are of: all that one of them comes to is
/// above all of the other. Scalars, as they are sizes, are taken not to be below 0.
bool surely_apart(const ExprPtr& a, const ExprPtr& b, const std::vector<Loop>& loops);

}  // namespace insum::nest
