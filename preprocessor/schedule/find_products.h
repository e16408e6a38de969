// Matrix products inside of any Einsum.
#pragma once
#include <optional>

#include "index_ir/index_ir.h"
#include "support/diagnostics.h"
#include "support/target.h"

namespace insum::schedule {

/// Nests of dense loops that add up products of two factors, one of which does not depend on the columns of
/// the result and one not on its rows, become index::MatrixProduct, which keeps the nest for sizes at which
/// it is faster. An index is a row, a column or is summed over wherever it stands: factors may be permuted,
/// gathered, and made of several operands. Indices of both factors and the result number a batch of products,
/// which may share elements on a target with a grid; there, operands whose formats have fixed lengths are
/// read as arrays (to_arrays.h). Nothing where the schedule asks for matrix instructions and none can be used
/// (diagnosed).
std::optional<index::Program> find_products(const index::Program& program, const Target& target,
                                            Diagnostics& diagnostics);

}  // namespace insum::schedule
