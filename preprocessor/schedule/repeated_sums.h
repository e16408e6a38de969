// A hint: sums that a nest of products computes more than once.
#pragma once
#include <string>

#include "schedule/chain.h"

namespace insum::schedule {

/// What the innermost reduction of a nest such as y[i] += A[i,j] * A[j,k] * x[k] computes for each i anew,
/// and the Einsum that computes it once; "" where there is none.
std::string repeated_sum(const Chain& chain, const index::Program& program);

}  // namespace insum::schedule
