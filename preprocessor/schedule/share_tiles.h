// What the threads of a block read of an operand comes to shared memory first: cache_read.
//
//   forall k0: forall i1, k1 on threads: S(B[k0 * 8 + k1])
//     ->  forall k0: where forall i1, k1 on threads: S(T[k1])
//                    with  forall t in [0, 8) on all threads: T[t] = B[k0 * 8 + t]
//
// Does: directly outside of the outermost loop on threads, copies the elements that the loops inside come to.
// Requires: scheduled form, loops bound. Nothing, and diagnosed, where a named operand has no such tile.
#pragma once
#include <optional>

#include "index_ir/index_ir.h"
#include "support/diagnostics.h"
#include "support/target.h"

namespace insum::schedule {

std::optional<index::Program> share_tiles(const index::Program& program, const Target& target,
                                          Diagnostics& diagnostics);

}  // namespace insum::schedule
