// What a schedule command works on.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "schedule/chain.h"
#include "support/diagnostics.h"

namespace insum::schedule {

struct Command {
  const ast::ScheduleCommand& text;
  index::Program& program;
  std::vector<Chain>& chains;
  Diagnostics& diagnostics;
};

/// The index that an argument names, or nothing when it names none (diagnosed).
index::Var index_argument(Command& command, std::size_t number);
/// A whole number from `least` to `most`; diagnosed otherwise.
std::optional<long long> number_argument(Command& command, std::size_t number, long long least, long long most);
/// Diagnoses a wrong number of arguments. SIZE_MAX: no limit.
bool has_arguments(Command& command, std::size_t least, std::size_t most);

/// The loops of `chain` that stand for `var`: itself, or those that replaced it for blocks, diagonals and splits.
std::vector<index::Var> loops_for(const Chain& chain, const index::Var& var, const index::Program& program);
/// True when some nest has a loop for `var`; diagnosed otherwise.
bool is_looped(Command& command, const index::Var& var, std::size_t argument);

/// Diagnoses `diag` at the command with `arguments`.
bool refuse(Command& command, Diag diag, const std::vector<std::string>& arguments);

// The commands: false when refused.

/// reorder(i, j, ...)      forall j: forall i: S  ->  forall i: forall j: S
/// The named loops take each other's places in the order given. Illegal where a level is stored below another one.
bool reorder(Command& command);

/// split(i, i0, i1, n)     forall i: S(i)  ->  forall i0: forall i1: S(i0*n + i1)
/// Illegal for a loop over the stored coordinates of a level.
bool split(Command& command);

/// same_pattern            the sparse results of the block keep the entries that they have, and get new values
/// Illegal where none is sparse.
bool same_pattern(Command& command);

/// parallelize(i[, static|dynamic])   forall i: S  ->  forall i on threads: S
/// Results that iterations share are combined atomically or in private copies. Illegal where they overwrite.
bool parallelize(Command& command);

/// vectorize(i)            forall i: S  ->  S on several consecutive values of i at once
/// Around other loops every access must move by a constant distance with i.
bool vectorize(Command& command);

/// no_convert              operands are read in the formats that they have: make_concrete() keeps to it
bool no_convert(Command& command);

/// unroll(i, n)            forall i: S  ->  n copies of S a step
bool unroll(Command& command);

}  // namespace insum::schedule
