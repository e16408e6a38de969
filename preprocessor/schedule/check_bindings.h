// Loops that the schedule binds to blocks and threads.
#pragma once
#include <optional>

#include "index_ir/index_ir.h"
#include "support/diagnostics.h"
#include "support/target.h"

namespace insum::schedule {

/// The outermost loop of a nest that is bound to blocks becomes its parallel loop. Nothing, and diagnosed,
/// where the target has no grid, or where
/// * loops that are bound to blocks do not stand around those that are bound to threads;
/// * iterations share elements of the result, of others than the outermost loop: threads add up one result at
/// a
///   time, over one loop;
/// * a loop merges the entries of several operands, or the result is built.
std::optional<index::Program> check_bindings(const index::Program& program, const Target& target,
                                             Diagnostics& diagnostics);

}  // namespace insum::schedule
