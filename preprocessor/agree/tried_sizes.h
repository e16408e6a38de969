// Sizes that a nest is tried with besides made-up ones: what its bounds tell of them.
#pragma once
#include <vector>

#include "agree/named_sum.h"
#include "index_ir/index_ir.h"
#include "nest/loop_nest.h"

namespace insum::agree {

/// Nothing, then lengths that are equal, then each way to give sizes of the block that no constant is one of
/// the loop's constant bounds: a vector may be as long as a loop knows it to be. It is enough that both agree
/// with one of them.
std::vector<Values> tried_sizes(const nest::Nest& nest, const index::Program& program);

}  // namespace insum::agree
