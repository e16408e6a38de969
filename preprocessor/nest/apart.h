// Whether parts of an array that a nest goes over have elements in common.
#pragma once
#include "nest/polynomial.h"

namespace insum::nest {

/// The offsets `a` and `b` are different whatever iterations they are of: all that one of them comes to is
/// above all of the other. Scalars, as they are sizes, are taken not to be below 0.
bool surely_apart(const ExprPtr& a, const ExprPtr& b, const std::vector<Loop>& loops);
/// ... or what they come to lies between each other, as 2 * i and 2 * i + 1 do.
bool may_meet(const Polynomial& a, const Polynomial& b, const std::vector<Loop>& loops);

}  // namespace insum::nest
