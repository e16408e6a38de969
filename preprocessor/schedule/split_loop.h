// A loop in parts of one length: what `split` and `tile` share.
#pragma once
#include <string>

#include "schedule/chain.h"
#include "schedule/command.h"

namespace insum::schedule {

struct Parts {
  index::Var outer, inner;
};

/// New indices for the parts of `var`, of `width` values each: a number, or an argument above 0.
Parts make_parts(index::Program& program, const index::Var& var, const std::string& outer,
                 const std::string& inner, const index::ExprPtr& width);

/// In all nests of the command; false where it cannot be (diagnosed).
bool split_index(Command& command, const index::Var& var, const std::string& outer, const std::string& inner,
                 const index::ExprPtr& width);

/// Replaces the loop over `var`: threads stay with the outer part, tiles and unrolling with the inner one.
void split_loop(Chain& chain, const index::Var& var, const Parts& parts, const index::ExprPtr& width,
                const index::Program& program);

/// Temporaries whose mode for `var` is that of a loop around all their nests get a mode for each part.
void split_shared_modes(std::vector<Chain>& chains, const index::Var& var, const Parts& parts,
                        const index::ExprPtr& width, index::Program& program);

}  // namespace insum::schedule
