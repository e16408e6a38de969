// Einsums that mean something, but most likely not what was meant.
#pragma once
#include "index_ir/index_ir.h"
#include "resolve/context.h"

namespace insum::resolver {

/// Warns of an index of the result that the right side lacks, where another one is there once, or the result
/// is sparse, and of sparse results that store every element. `implied`: the indices that the convention
/// reduces.
void warn_of_slips(Context& context, const index::Einsum& einsum, const std::vector<index::Var>& implied,
                   bool ieee);

}  // namespace insum::resolver
