// Einsums that read tensors which are sums of parts -> Einsums that read the parts (SparseTIR's format
// decomposition: A becomes a sum of parts, and the Einsum a sum of Einsums).
//
// Each entry of such a tensor is in one part. Where a reduction, or a term of the result, keeps its value at
// points that A does not store, it is one over the points of each part: of any operator and fill value.
// Elsewhere A is what the one part that stores something has at the point: the sum of all where the fill
// value is 0. Requires and establishes: einsum form, without the tensors that have parts.
#pragma once
#include "index_ir/index_ir.h"
#include "support/diagnostics.h"

namespace insum::index {

/// Null when something had to be diagnosed. `ieee`: 0 * x is not skipped.
StmtPtr sum_over_parts(const StmtPtr& body, bool ieee, Diagnostics& diagnostics);

}  // namespace insum::index
