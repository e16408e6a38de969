// What passes over arrays of positions share.
#pragma once
#include <set>
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::passes {

/// `expr` with `now` in the place of `at`, if it loads at `at` and uses `var` nowhere else; null otherwise.
loops::ExprPtr moved(const loops::ExprPtr& expr, const loops::ExprPtr& at, const std::string& var,
                     const loops::ExprPtr& now);

/// The variables that name the beginning of a part of a parallel loop. Parts are not empty.
std::set<std::string> part_begins(const loops::Kernel& kernel);

/// `position`, which is read before the loop. Where the loop has no iteration it may not be read, since there
/// may be no array: 0 then. `begins`: what part_begins() gives.
loops::ExprPtr read_before(const loops::For& loop, const loops::ExprPtr& position,
                           const std::set<std::string>& begins);

}  // namespace insum::passes
