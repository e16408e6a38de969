// A loop in parts of a fixed length: what `split` and `tile` share.
#pragma once
#include <string>

#include "schedule/chain.h"

namespace insum::schedule {

struct Parts {
  index::Var outer, inner;
};

/// New indices for the parts of `var`, of `width` values each.
Parts make_parts(index::Program& program, const index::Var& var, const std::string& outer,
                 const std::string& inner, long long width);

/// Replaces the loop over `var`: threads stay with the outer part, tiles and unrolling with the inner one.
void split_loop(Chain& chain, const index::Var& var, const Parts& parts, long long width,
                const index::Program& program);

}  // namespace insum::schedule
