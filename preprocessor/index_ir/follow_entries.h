// Indices that meet what an operand stores from a constant distance.
//
// Does: y[i] += A[i + c] * x[i] over compressed A becomes y[r - c] += A[r] * x[r - c] where r - c is a value
// of i: its entries are walked, and none is searched for. Likewise c - i. Requires: the operand is needed at
// every point, so that there is nothing to do elsewhere; nothing that is walked has i as a subscript by
// itself. Preserves: the points at which the nest runs.
#pragma once
#include <optional>

#include "index_ir/nest.h"
#include "index_ir/presence.h"

namespace insum::index {

/// One index of the nest; nothing where none is like that. `clauses`: where the nest has to run.
std::optional<Nest> follow_entries(Nest nest, Program& program, const std::vector<Clause>& clauses);

}  // namespace insum::index
