// Which iterations of a nest touch the same element of the result.
#pragma once
#include "schedule/chain.h"

namespace insum::schedule {

/// True when different iterations of the loop over `var` write different elements.
bool writes_apart(const Chain& chain, const index::Var& var, const index::Program& program);

/// Elements between neighbouring values of `var`; null where that is no constant of var.
index::ExprPtr stride_of(const index::Access& access, const index::Var& var);

}  // namespace insum::schedule
