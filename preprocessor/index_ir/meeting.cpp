#include "index_ir/meeting.h"

#include <algorithm>
#include <optional>

#include "index_ir/address.h"
#include "index_ir/nest.h"
#include "index_ir/presence.h"
#include "index_ir/rewrite.h"

namespace insum::index {

bool occurs(const Access& access, const StmtPtr& stmt) {
  bool found = false;
  for_each_expr(stmt, [&](const ExprPtr& e) {
    const auto* a = get_if<Access>(e);
    found |= a && equal(*a, access);
  });
  return found;
}

ExprPtr distance_from(const ExprPtr& subscript, const Var& var) {
  const std::vector<Var> vars = variables_of(subscript);
  if (vars.size() != 1 || vars.front() != var || !accesses_of(subscript).empty()) return nullptr;
  const ExprPtr step = coefficient(subscript, var);
  return step && as_integer(step) == 1 ? without(subscript, var) : nullptr;
}

bool is_met(const OpenLevel& level, const Var& var, const StmtPtr& body) {
  if (level.level == level.access.subscripts.size()) return false;
  if (can_locate(level.access.tensor->levels[level.level].level)) return false;
  const ExprPtr& subscript = level.access.subscripts[level.level];
  if (!distance_from(subscript, var) || !occurs(level.access, body)) return false;
  return as_var(subscript) || keeps_order(*level.access.tensor);
}

namespace {

/// The accesses of a condition `stored(a) || stored(b)`; nothing for other conditions.
std::optional<std::vector<Access>> stored_in(const ExprPtr& condition) {
  if (const Access* access = as_stored(condition)) return std::vector<Access>{*access};
  const auto* either = get_if<Binary>(condition);
  if (!either || either->op != BinaryOp::logical_or) return std::nullopt;
  auto list = stored_in(either->left);
  const auto more = stored_in(either->right);
  if (!list || !more) return std::nullopt;
  list->insert(list->end(), more->begin(), more->end());
  return list;
}

/// The shortest condition of such a kind whose operands are all met here.
Meeting united(const std::vector<OpenLevel>& met, const StmtPtr& body) {
  Meeting best;
  for_each_stmt(body, [&](const StmtPtr& s) {
    const auto* guard = get_if<Guard>(s);
    const auto stored = guard ? stored_in(guard->condition) : std::nullopt;
    if (!stored || (best.clause && stored->size() >= best.leaders.size())) return;
    std::vector<std::size_t> leaders;
    for (const Access& access : *stored)
      for (std::size_t n = 0; n < met.size(); ++n)
        if (equal(met[n].access, access)) leaders.push_back(n);
    if (leaders.size() == stored->size()) best = {Meeting::Kind::unite, leaders, guard->condition};
  });
  return best;
}

bool has_one_coordinate(const OpenLevel& level) {
  return level.access.tensor->levels[level.level].level.kind == LevelKind::singleton && !level.in_run &&
         as_var(level.access.subscripts[level.level]);
}

}  // namespace

Meeting meeting_of(const std::vector<OpenLevel>& met, const StmtPtr& body) {
  std::vector<std::size_t> required;
  for (std::size_t n = 0; n < met.size(); ++n)
    if (!met[n].access.optional) required.push_back(n);
  if (required.empty()) return united(met, body);
  const auto is_unordered = [&](std::size_t n) { return !keeps_order(*met[n].access.tensor); };
  auto alone = std::find_if(required.begin(), required.end(), is_unordered);
  if (alone == required.end())
    alone = std::find_if(required.begin(), required.end(),
                         [&](std::size_t n) { return has_one_coordinate(met[n]); });
  if (alone != required.end()) return {Meeting::Kind::walk, {*alone}, nullptr};
  const OpenLevel& first = met[required.front()];
  const bool walks = required.size() == 1 && as_var(first.access.subscripts[first.level]);
  return {walks ? Meeting::Kind::walk : Meeting::Kind::intersect, required, nullptr};
}

}  // namespace insum::index
