// Elements of a result stay in registers while loops inside of others add them up: cache_write.
//
//   forall i0: forall k0: forall i1, k1: C[i] += S
//     ->  forall i0: where forall i1: C[i] += R[i1]
//                    with  forall i1: R[i1] = 0;  forall k0: forall i1, k1: R[i1] += S
//
// Does: gives a result that the schedule names a register for each element that the loops inside of the first
// reduced one come to; a loop on threads has one for each of its threads, another one is unrolled as a whole.
// Requires: perfect nests in `concrete` form, whose threads are chosen.
#pragma once
#include "schedule/chain.h"
#include "support/diagnostics.h"
#include "support/target.h"

namespace insum::schedule {

/// False where a result that is named cannot be kept (diagnosed).
bool can_keep_results(const index::Program& program, const Target& target, Diagnostics& diagnostics);

/// How many loops stand around the elements that are kept; nothing where the schedule does not name the
/// result.
std::optional<std::size_t> loops_around_kept(const index::Program& program, const Chain& chain);

/// The nest with its result in registers; null where it is not to be kept, or its sums are single numbers.
index::StmtPtr kept_nest(index::Program& program, const Chain& chain, const Target& target);

}  // namespace insum::schedule
