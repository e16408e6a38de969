// How often the innermost statement of a nest runs, as an expression over sizes and numbers of stored
// entries.
#pragma once
#include <string>

#include "schedule/chain.h"

namespace insum::schedule {

/// "nnz(A) * n". Where a loop takes the entries that A has below one coordinate only, "entries of A with one
/// k" is a factor. "" where loops merge several operands, or have bounds of their own: then it depends on
/// how these meet.
std::string count_work(const Chain& chain, const index::Program& program);

}  // namespace insum::schedule
