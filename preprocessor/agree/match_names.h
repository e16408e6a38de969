// What a statement and the block above it have in common: arrays and numbers, by their names. All throw
// Unknown where nothing can be said.
#pragma once
#include <set>
#include <string>

#include "agree/searched_names.h"
#include "index_ir/program.h"
#include "nest/loop_nest.h"

namespace insum::agree {

/// Refuses programs that the interpreter does not run, or not on arrays as a loop has them.
void check_can_run(const index::Program& program);

/// Elements that the block has in braces, such as {x[0]}, as the numbers that these are.
nest::Nest with_named_elements(const nest::Nest& nest, const index::Program& program);

/// An array that the loop names otherwise than the block may be any part of one of the block's. A loop that
/// knows where entries lie without looking knows more than the block says.
void match_arrays(const nest::Nest& nest, const index::Program& program);

struct MatchedNames {
  std::set<std::string> scalars;  // the nest's
  std::set<std::string> others;   // ... which the block has none of
  SearchedNames searched;         // ... whose values are searched for
};
/// Both name the same numbers: others may be computed from each other above the statement.
MatchedNames match_scalars(const nest::Nest& nest, const index::Program& program);

}  // namespace insum::agree
