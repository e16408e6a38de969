// The user's schedule: its commands, applied left to right to every nest that has the loops they name.
//
// Does: checks arguments from one table, then each command's own legality, and rewrites the nests.
// Requires: `concrete` form. Establishes: the same; what no command decided is left to choose_parallel.
#pragma once
#include <optional>
#include <vector>

#include "ast/ast.h"
#include "index_ir/index_ir.h"
#include "support/diagnostics.h"

namespace insum::schedule {

/// Nothing when something was diagnosed.
std::optional<index::Program> apply_schedule(const index::Program& program,
                                             const std::vector<ast::ScheduleCommand>& commands,
                                             Diagnostics& diagnostics);

/// True when a command says something of loops, so that what it says nothing of stays as it is.
bool orders_loops(const std::vector<ast::ScheduleCommand>& commands);
/// False where one of them says how the loops of a nest are to run that could be a matrix product. What is
/// computed in front of it may be named.
bool leaves_products(const std::vector<ast::ScheduleCommand>& commands);

/// The keywords of all commands of the language.
const std::vector<std::string>& command_names();
/// One line for each command: how it is written.
const std::vector<std::string>& command_usages();

}  // namespace insum::schedule
