// Loops over the entries of a row.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "loop_ir/loop_ir.h"

namespace insum::passes {

/// index(array[row]) - base: where the entries of a row begin.
struct Positions {
  loops::ExprPtr array;
  long long base = 0;
};

/// Of a loop from where the entries of this row begin to where those of the next one do, in steps of one. Its
/// end may be one of `constants`.
std::optional<Positions> positions_of_entries(const loops::For& loop, const std::string& row,
                                              const std::vector<const loops::Declare*>& constants);

}  // namespace insum::passes
