// Which iterations of a nest touch the same element of the result.
#pragma once
#include "schedule/chain.h"

namespace insum::schedule {

/// True when different iterations of the loop over `var` write different elements.
bool writes_apart(const Chain& chain, const index::Var& var, const index::Program& program);

/// True when they do as soon as all iterations of one coordinate are one: `var` walks the outermost level of
/// an operand, which is sorted and may repeat coordinates.
bool writes_apart_in_runs(const Chain& chain, const index::Var& var, const index::Program& program);

/// True when the loop over `var` may come again to an element of a result that has the pattern of an operand:
/// it goes along coordinates of another operand that may repeat, as those of a list's rows do.
bool comes_again(const Chain& chain, const index::Var& var);

}  // namespace insum::schedule
