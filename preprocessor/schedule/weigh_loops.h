// By what loops are chosen, for the choice and for those who want to know why.
#pragma once
#include <string>
#include <vector>

#include "schedule/chain.h"

namespace insum::schedule {

/// How well a loop suits a register tile; points below 1, with the reason, where it does not.
struct Suits {
  int points = 0;
  std::string why;
};
/// Unit strides count for a tile, others against it.
Suits suits_tile(const Chain& chain, const index::Var& var, const index::Program& program);
/// The first thing that keeps the loop from being a tile, "" when nothing does.
std::string tile_obstacle(const Chain& chain, const index::Var& var, const index::Program& program);
/// The one of these loops that suits best; null where none does.
index::Var tile_variable(const Chain& chain, const std::vector<index::Var>& among,
                         const index::Program& program);

/// Indices of the result first, then the reduction; the tile just around the reduction loops that it can hold
/// in registers, or innermost when it is itself reduced.
struct Order {
  std::vector<index::Var> wished;  // ... alone
  std::vector<index::Var> order;   // the nearest one that levels and ranges allow
};
Order preferred_order(const Chain& chain, const index::Program& program, const index::Var& tile);

/// The loop to run on threads: the outermost one; but not the few diagonals of `dia` where the loop below is
/// free.
std::size_t parallel_loop(const Chain& chain, const index::Program& program);

}  // namespace insum::schedule
