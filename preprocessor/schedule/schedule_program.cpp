#include "schedule/schedule_program.h"

#include <algorithm>

#include "index_ir/make_concrete.h"
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "schedule/apply_schedule.h"
#include "schedule/bound_loops.h"
#include "schedule/chain.h"
#include "schedule/check_bindings.h"
#include "schedule/check_target.h"
#include "schedule/choose_schedule.h"
#include "schedule/clear_where_read.h"
#include "schedule/dependence.h"
#include "schedule/find_products.h"
#include "schedule/fuse_nodes.h"
#include "schedule/fuse_sparse_temporaries.h"
#include "schedule/fuse_temporaries.h"
#include "schedule/insert_accumulators.h"
#include "schedule/insert_workspaces.h"
#include "schedule/join_nests.h"
#include "schedule/keep_results.h"
#include "schedule/reuse_patterns.h"
#include "schedule/scattered.h"
#include "schedule/share_tiles.h"
#include "schedule/spread_rows.h"
#include "schedule/sum_in_floats.h"
#include "schedule/use_lanes.h"
#include "schedule/walk_rows.h"

namespace insum::schedule {

using namespace index;

namespace {

/// False where a result in an operand's pattern comes to its entries several times and reads what it had: its
/// old values would have to be kept (diagnosed).
bool needs_no_old_values(const Program& program, Diagnostics& diagnostics) {
  for (const Chain& chain : chains_of(program)) {
    const Access& left = chain.assign.left;
    if (left.tensor->dense || left.tensor->assembled || !left.tensor->values) continue;
    const std::vector<Var> result = variables_of(left);
    const auto is_result = [&](const Loop& loop) { return contains(result, loop.var); };
    const auto reduced = std::find_if_not(chain.loops.begin(), chain.loops.end(), is_result);
    const bool once =
        std::none_of(reduced, chain.loops.end(), is_result) &&
        std::none_of(chain.loops.begin(), reduced, [&](const Loop& l) { return comes_again(chain, l.var); });
    if (once) continue;
    for (const Access& read : accesses_of(chain.assign.right))
      if (read.tensor->values == left.tensor->values) {
        diagnostics.report(
            Diag::not_supported_yet, chain.where,
            {"a part of the sparse result '" + left.tensor->name + "' that depends on its old values",
             "compute it into another tensor"});
        return false;
      }
  }
  return true;
}

bool has_product(const Program& program) {
  bool found = false;
  for_each_stmt(program.body, [&](const StmtPtr& s) { found |= get_if<MatrixProduct>(s) != nullptr; });
  return found;
}

/// There are products that would be none if temporaries were rows of their readers' loops: tiles are worth a
/// whole temporary.
bool needs_whole_temporaries(const Program& program, const Target& target) {
  const auto finds_product = [&](const Program& from) {
    Diagnostics unused;
    const std::optional<Program> found = find_products(from, target, unused);
    return found && has_product(*found);
  };
  return finds_product(program) && !finds_product(fuse_temporaries(program));
}

/// What follows the automatic order.
std::optional<Scheduled> with_commands(const Program& ordered,
                                       const std::vector<ast::ScheduleCommand>& commands, bool is_free,
                                       const Target& target, SourceRange target_where, bool in_floats,
                                       Diagnostics& diagnostics) {
  std::optional<Program> scheduled = apply_schedule(ordered, commands, diagnostics);
  if (scheduled) scheduled = check_bindings(*scheduled, target, diagnostics);
  if (!scheduled) return std::nullopt;
  if (!needs_no_old_values(*scheduled, diagnostics)) return std::nullopt;
  Program program = choose_parallel(*scheduled, target);
  std::vector<Considered> choices = considered(ordered, *scheduled, program);
  if (!target.has_tiles)  // lanes take their place
    for (Considered& nest : choices)
      std::erase_if(nest.choices,
                    [](const Considered::Choice& c) { return c.kind == Considered::Kind::tile; });
  if (!can_keep_results(program, target, diagnostics)) return std::nullopt;
  if (!target.has_grid) program = walk_rows(program);  // lanes find their rows by themselves
  const bool may_have_products = leaves_products(commands) || program.tensorize;
  const std::size_t tensors = program.tensors.size();
  program = sum_in_floats(program, in_floats);
  // Such a workspace is as large as the result; other temporaries may be too large to be kept whole.
  const bool collects = target.has_grid && program.tensors.size() > tensors;
  program = insert_accumulators(program, target);
  if (!collects || !may_have_products || !needs_whole_temporaries(program, target))
    program = fuse_temporaries(program);
  if (!target.has_grid) program = clear_where_read(program);
  std::optional<Program> collected = insert_workspaces(program, target, diagnostics);
  if (!collected) return std::nullopt;
  program = target.has_grid ? *collected : fuse_sparse_temporaries(*collected);
  if (!target.has_own_memory) program = reuse_patterns(program);  // whose copies the host makes
  if (may_have_products) {
    const std::optional<Program> found = find_products(program, target, diagnostics);
    if (!found) return std::nullopt;
    program = *found;
  }
  if (is_free && !target.has_grid) program = join_nests(program);
  if (!check_target(program, target, target_where, diagnostics)) return std::nullopt;
  if (!target.has_tiles) program = use_lanes(program);
  std::optional<Program> shared = share_tiles(bound_loops(program), target, diagnostics);
  if (!shared) return std::nullopt;
  return Scheduled{std::move(*shared), std::move(choices)};
}

/// The program for one kind of templates' results, and its alternative.
std::optional<Scheduled> with_alternative(const Program& concrete,
                                          const std::vector<ast::ScheduleCommand>& commands, bool is_free,
                                          const Target& target, SourceRange target_where, bool in_floats,
                                          Diagnostics& diagnostics) {
  const Program ordered = choose_order(concrete);
  const bool may_change = is_free && !target.has_grid;
  std::optional<Scheduled> plain = with_commands(may_change ? fuse_nodes(ordered) : ordered, commands,
                                                 is_free, target, target_where, in_floats, diagnostics);
  if (!plain || !may_change) return plain;
  const Spread spread = spread_rows(ordered);
  std::vector<std::string>& notes = plain->program.notes;
  notes.insert(notes.end(), spread.notes.begin(), spread.notes.end());
  if (spread.rows.empty()) return plain;
  Diagnostics unused;  // the program without workspaces is legal
  std::optional<Scheduled> spread_out =
      with_commands(spread.program, commands, is_free, target, target_where, in_floats, unused);
  if (!spread_out || !are_rows(spread.rows, spread_out->program)) return plain;
  spread_out->program.notes.push_back(
      "but rows are merged where they have more than 2^24 coordinates, too long for a workspace, or meet "
      "rows that are more than 8 times as long on average");
  spread_out->program.alternative =
      Alternative{spread.rows, std::make_shared<const Program>(std::move(plain->program))};
  return spread_out;
}

/// ... and with what it does where few products come.
std::optional<Scheduled> with_scattered(const Program& concrete, const std::optional<Program>& scattered,
                                        const std::vector<ast::ScheduleCommand>& commands, bool is_free,
                                        const Target& target, SourceRange target_where, bool in_floats,
                                        Diagnostics& diagnostics) {
  std::optional<Scheduled> result =
      with_alternative(concrete, commands, is_free, target, target_where, in_floats, diagnostics);
  if (!result || !scattered || !is_free || target.has_grid || !has_known_lengths(*scattered)) return result;
  const std::vector<Tensor> copied = copied_operands(concrete, *scattered),
                            sorted = sorted_operands(copied, result->program);
  if (sorted.empty()) return result;
  Diagnostics unused;  // the program with all copies is legal
  std::optional<Scheduled> other =
      with_alternative(*scattered, commands, is_free, target, target_where, in_floats, unused);
  if (!other) return result;
  result->program.notes.push_back(scattered_note(copied, sorted, other->program));
  result->program.scattered = Scattered{sorted, std::make_shared<const Program>(std::move(other->program))};
  return result;
}

}  // namespace

std::optional<Scheduled> schedule_program(const Program& concrete, const std::optional<Program>& scattered,
                                          const std::vector<ast::ScheduleCommand>& commands, bool is_free,
                                          const Target& target, SourceRange target_where,
                                          Diagnostics& diagnostics) {
  const auto scheduled = [&](bool in_floats, Diagnostics& messages) {
    return with_scattered(concrete, scattered, commands, is_free, target, target_where, in_floats, messages);
  };
  std::optional<Scheduled> plain = scheduled(false, diagnostics);
  const bool in_template = std::any_of(concrete.outputs.begin(), concrete.outputs.end(),
                                       [](const Tensor& t) { return t->type == ElementType::dependent; });
  if (!plain || !in_template) return plain;
  Diagnostics messages;  // warnings were given
  std::optional<Scheduled> in_floats = scheduled(true, messages);
  if (!in_floats) {
    diagnostics.take_errors(messages);
    return std::nullopt;
  }
  if (in_floats->program.in_floats.types.empty()) return plain;
  in_floats->program.in_floats.otherwise = std::make_shared<const Program>(std::move(plain->program));
  return in_floats;
}

}  // namespace insum::schedule
