// tile(auto), tile(i=auto): tiles whose lengths the kernel chooses when it is called.
//
// Cut are the loops over ranges, outermost first: no level enumerates them, their bounds are known before any
// loop runs, and they have more than a few values. What the cache model (runtime/include/insum/tuning) has to
// know is noted: which part of each tensor the tiles of an index read.
#pragma once
#include "schedule/command.h"

namespace insum::schedule {

/// So many indices may have tiles of their own choice: each is a bit of a mask.
inline constexpr std::size_t most_tiled = 16;

/// The indices of loops that tiles pay for: those of the nest that has most of them.
std::vector<index::Var> loops_to_tile(const Command& command);

/// The length of the tiles of `var`, an argument that the kernel computes.
index::ExprPtr chosen_width(Command& command, const index::Var& var);

}  // namespace insum::schedule
