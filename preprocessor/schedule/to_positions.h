// Loops over the positions of a level instead of the coordinates that it stores; what `pos` and `fuse` share.
//
//   forall k: S(A[i,k], k)   ->   forall p in [A_pos[i], A_pos[i+1]): S(A[p], A_crd[p])
//
// What is left is over dense ranges and arrays, so that every other command applies to it.
#pragma once
#include <string>

#include "schedule/chain.h"

namespace insum::schedule {

struct Obstacle {
  std::string why;
  std::string remedy;  // "": nothing but to leave the command out
};

/// What stands in the way of a loop over positions; nothing where it is legal.
std::optional<Obstacle> check_positions(const Chain& chain, const index::Var& var, const Driver& driver,
                                        const index::Program& program);

/// The range of such a loop. Requires check_positions.
index::Range position_range(const Driver& driver, index::Program& program);

/// Makes it: in the place of the loop over `var` stands one over `position`, which has that range. For a
/// singleton level `position` is null: the loop goes.
void to_positions(Chain& chain, const index::Var& var, const Driver& driver, const index::Var& position,
                  index::Program& program);

/// "A[i,k]" with the subscripts as in an Einsum where they are known, else "A".
std::string as_written(const index::Access& access);

}  // namespace insum::schedule
