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
std::optional<long long> number_argument(Command& command, std::size_t number, long long least,
                                         long long most);
/// True when no index, tensor or argument has the name, which stands in that argument; diagnosed otherwise.
bool is_new_name(Command& command, std::size_t number, const std::string& name);
/// The name of a new index; nothing when it is taken (diagnosed).
std::optional<std::string> new_name(Command& command, std::size_t number);
/// The index that a subscript is; "" where it is no index alone.
std::string index_name(const ast::Subscript& subscript);
/// An operand, A or A[i,k]; nothing for anything else (diagnosed).
struct AccessArgument {
  std::string tensor;
  std::vector<std::string> subscripts;  // indices by name, "" for what is none
  /// True where the access is the one that is meant, as far as its coordinates still are indices.
  bool names(const index::Access& access) const;
};
std::optional<AccessArgument> access_argument(Command& command, std::size_t number);
/// Diagnoses a wrong number of arguments. SIZE_MAX: no limit.
bool has_arguments(Command& command, std::size_t least, std::size_t most);

/// The loops of `chain` that stand for `var`: itself, or those that replaced it for blocks, diagonals and
/// splits.
std::vector<index::Var> loops_for(const Chain& chain, const index::Var& var, const index::Program& program);
/// True when some nest has a loop for `var`; diagnosed otherwise.
bool is_looped(Command& command, const index::Var& var, std::size_t argument);

/// Diagnoses `diag` at the command with `arguments`.
bool refuse(Command& command, Diag diag, const std::vector<std::string>& arguments);

// The commands: false when refused.

/// reorder(i, j, ...)      forall j: forall i: S  ->  forall i: forall j: S
/// The named loops take each other's places in the order given. Illegal where a level is stored below another
/// one.
bool reorder(Command& command);

/// split(i, i0, i1, n)     forall i: S(i)  ->  forall i0: forall i1: S(i0*n + i1)
/// Illegal for a loop over the stored coordinates of a level.
bool split(Command& command);

/// same_pattern            the sparse results of the block keep the entries that they have, and get new
/// values Illegal where none is sparse.
bool same_pattern(Command& command);

/// pos(k, p, A[i,k])       forall k: S(A[i,k], k)  ->  forall p in [A_pos[i], A_pos[i+1]): S(A[p], A_crd[p])
/// Illegal where A does not lead the loop: it is optional, in no array of positions, or levels above are
/// walked.
bool pos(Command& command);

/// fuse(i, j, f)           forall i: forall j: S(i, j)  ->  forall f: S(f / J, f % J)
/// Where j enumerates the entries of a row, f counts entries: i is found in the array of positions.
/// Illegal for loops that are no neighbours, or where the range of j depends on i in another way.
bool fuse(Command& command);

/// parallelize(i[, static|dynamic|nonzeros])   forall i: S  ->  forall i on threads: S
/// Results that iterations share are combined atomically or in private copies. Illegal where they overwrite.
bool parallelize(Command& command);

/// rfactor(i)              s += S(i)  ->  where s += W[i] with W[i] += S(i)
/// The reduction over i goes through a workspace of partial results. Illegal for an index of the result.
bool rfactor(Command& command);

/// precompute(e, {i}, {i}, W, dense)   S(e(i))  ->  where S(W[i]) with W[i] = e(i)
/// A part of the right side gets loops of its own. Illegal for what is no factor of the term.
bool precompute(Command& command);

/// tile(i=64, j=64)        split(i, i0, i1, 64), split(j, j0, j1, 64), reorder(i0, j0, i1, j1)
bool tile(Command& command);

/// deterministic           sums have an order that depends neither on the number of threads nor on chance
bool deterministic(Command& command);

/// vectorize(i)            forall i: S  ->  S on several consecutive values of i at once
/// Around other loops every access must move by a constant distance with i.
bool vectorize(Command& command);

/// no_convert              operands are read in the formats that they have: make_concrete() keeps to it
bool no_convert(Command& command);

/// unroll(i, n)            forall i: S  ->  n copies of S a step
bool unroll(Command& command);

}  // namespace insum::schedule
