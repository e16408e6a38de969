// One nest of loops for neighbours that go through the same iterations and have an operand in common.
//
//   forall f: C[right[f]] += S(f);  forall g: C[left[g]] += T(g)   ->   forall f: { C[right[f]] += S(f);
//   C[left[f]] += T(f) }
//
// Does: joins nests whose loops have the same ranges, stored operands, options and conditions, all the way
// down, where no iteration of the first may run after one of the second that it changes something for: what
// both touch and one writes is the same element in the same iteration alone, or is only combined with, by one
// operator. Threads may share elements of one result at most. Register tiles are joined in single loops of
// one type. What a later part computes from arrays that none writes is computed first: a compiler would read
// them again behind the first write. Requires: accumulators inserted, products found; no grid. Establishes:
// nothing new; a note says what was joined.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::schedule {

index::Program join_nests(const index::Program& program);

}  // namespace insum::schedule
