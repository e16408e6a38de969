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
index::Var index_named(Command& command, const ast::Name& name);
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
/// Diagnoses a wrong number of arguments, and a path. SIZE_MAX: no limit.
bool has_arguments(Command& command, std::size_t least, std::size_t most);
/// ... for commands that may have a path.
bool has_argument_count(Command& command, std::size_t least, std::size_t most);

/// The tensor that cache_read or cache_write names, to be kept in `where`; nothing where it is named twice,
/// or something else stands there (diagnosed).
std::optional<std::string> cached_tensor(Command& command, const std::string& where);

/// The loops of `chain` that stand for `var`: itself, or those that replaced it for blocks, diagonals and
/// splits.
std::vector<index::Var> loops_for(const Chain& chain, const index::Var& var, const index::Program& program);
/// True when some nest has a loop for `var`; diagnosed otherwise.
bool is_looped(Command& command, const index::Var& var, std::size_t argument);
bool is_looped(Command& command, const index::Var& var, SourceRange where);

/// Diagnoses `diag` at the command with `arguments`.
bool refuse(Command& command, Diag diag, const std::vector<std::string>& arguments);

// The commands, each with its rule in the file of its name: false when refused.
bool bind(Command& command);
bool cache_read(Command& command);
bool cache_write(Command& command);
bool deterministic(Command& command);
bool fuse(Command& command);
bool loopfuse(Command& command);
bool memory(Command& command);
bool no_convert(Command& command);
bool parallelize(Command& command);
bool pos(Command& command);
bool precompute(Command& command);
bool reorder(Command& command);
bool rfactor(Command& command);
bool same_pattern(Command& command);
bool split(Command& command);
bool tensorize(Command& command);
bool tile(Command& command);
bool unroll(Command& command);
bool vectorize(Command& command);

}  // namespace insum::schedule
