// From loops in any legal order to loops that can be lowered: the schedule, the user's and the automatic one.
#pragma once
#include <optional>

#include "ast/ast.h"
#include "index_ir/index_ir.h"
#include "schedule/considered.h"
#include "support/diagnostics.h"
#include "support/target.h"

namespace insum::schedule {

struct Scheduled {
  index::Program program;
  std::vector<Considered> considered;
};

/// Does: order, tiles and threads, the user's commands over the automatic ones; then reductions get their
/// accumulators, results their workspaces, and products of matrices are found. Requires: `concrete` form.
/// `scattered`: make_scattered() of it. `is_free`: no command says anything of loops. Establishes:
/// `lowerable` form that `target`, which `target_where` names, can run. Nothing when something was diagnosed.
std::optional<Scheduled> schedule_program(const index::Program& concrete,
                                          const std::optional<index::Program>& scattered,
                                          const std::vector<ast::ScheduleCommand>& commands, bool is_free,
                                          const Target& target, SourceRange target_where,
                                          Diagnostics& diagnostics);

}  // namespace insum::schedule
