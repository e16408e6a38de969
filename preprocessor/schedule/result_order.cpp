#include "schedule/result_order.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

/// The variables of which loops in this order visit the coordinates of a level in order: that of its
/// subscript, or the parts that a split made of it. None for any other subscript, and where another level
/// has one of them.
std::vector<Var> parts_of(const Access& left, std::size_t level, const Program& program) {
  const ExprPtr& subscript = left.subscripts[level];
  if (!as_var(subscript) && !whole_of(subscript, program)) return {};
  const std::vector<Var> parts = variables_of(subscript);
  for (std::size_t l = 0; l < left.subscripts.size(); ++l)
    for (const Var& var : parts)
      if (l != level && uses(left.subscripts[l], var)) return {};
  return parts;
}

/// Each coordinate of `var` comes once and in order; one that comes again is told apart by loops further
/// inside, which are among the first `outer`.
bool visits_in_order(const Chain& chain, const Var& var, std::size_t outer) {
  for (const Driver& driving : drivers_of(chain, var)) {
    const TensorNode& tensor = *driving.access.tensor;
    if (!keeps_order(tensor)) return false;
    for (std::size_t below = driving.level; below < tensor.levels.size(); ++below) {
      if (tensor.levels[below].level.unique) break;
      const Var next =
          below + 1 < tensor.levels.size() ? as_var(driving.access.subscripts[below + 1]) : nullptr;
      bool inside = false;
      for (std::size_t k = 0; k < outer; ++k) inside |= chain.loops[k].var == next;
      if (!next || !inside) return false;
    }
  }
  return true;
}

/// Parts of an index come in order where no coordinate of theirs comes again, as those of lists of blocks do.
bool come_once(const Chain& chain, const std::vector<Var>& parts) {
  for (const Var& var : parts)
    for (const Driver& driving : drivers_of(chain, var))
      if (parts.size() > 1 && !driving.access.tensor->levels[driving.level].level.unique) return false;
  return true;
}

/// Each loop over one of `parts` is inside of those before.
bool stand_in_order(const Chain& chain, const std::vector<Var>& parts) {
  std::size_t next = 0;
  for (const Loop& loop : chain.loops)
    if (next < parts.size() && loop.var == parts[next]) ++next;
  return next == parts.size();
}

/// Adds the loop that all statements have outermost to `around`, if it visits the coordinates of the next
/// level of the result, or parts of them, once and in order, and leaves enough levels for the workspace.
bool enter_common_loop(const std::vector<StmtPtr>& group, std::size_t least, const Program& program,
                       Around& around) {
  const std::size_t level = around.levels.size();
  const auto* loop = get_if<Forall>(group.front());
  const Access left = building(group.front())->left;
  const std::size_t levels = left.tensor->levels.size();
  if (!loop || level + least > levels) return false;
  const std::vector<Var> parts = parts_of(left, level, program);
  const bool last = around.parts.size() + 1 == parts.size();
  if (parts.empty() || loop->var != parts[around.parts.size()]) return false;
  if (last && level + least == levels) return false;
  for (const StmtPtr& stmt : group) {
    const auto* other = get_if<Forall>(stmt);
    if (!other || other->var != loop->var ||
        !equal(building(stmt)->left.subscripts[level], left.subscripts[level]) ||
        parts_of(building(stmt)->left, level, program).empty())
      return false;
    for (const Driver& driving : drivers_of(stmt, loop->var))
      if (group.size() > 1 || !keeps_order(*driving.access.tensor) ||
          !driving.access.tensor->levels[driving.level].level.unique)
        return false;
  }
  around.loops.push_back(*loop);
  around.parts.push_back(loop->var);
  if (last) around.levels.push_back(left.subscripts[level]), around.parts.clear();
  return true;
}

void leave_parts(std::vector<StmtPtr>& group, Around& around) {
  for (; !around.parts.empty(); around.parts.pop_back(), around.loops.pop_back())
    for (StmtPtr& stmt : group) {
      const Forall& loop = around.loops.back();
      stmt = make_stmt(Forall{loop.var, stmt, loop.options}, stmt->where);
    }
}

}  // namespace

bool appends_in_order(const Chain& chain, std::size_t outer, const Program& program) {
  const Access& left = chain.assign.left;
  std::size_t next = 0;
  for (std::size_t l = 0; l < left.subscripts.size(); ++l) {
    const std::vector<Var> parts = parts_of(left, l, program);
    if (parts.empty() || next + parts.size() > outer || !come_once(chain, parts)) return false;
    for (const Var& var : parts)
      if (chain.loops[next++].var != var || !visits_in_order(chain, var, outer)) return false;
  }
  return next == outer;
}

bool visits_each_once(const Chain& chain, const Program& program) {
  const Access& left = chain.assign.left;
  std::size_t known = 0;
  for (std::size_t l = 0; l < left.subscripts.size(); ++l) {
    const std::vector<Var> parts = parts_of(left, l, program);
    if (parts.empty() || !stand_in_order(chain, parts) || !come_once(chain, parts)) return false;
    known += parts.size();
  }
  return known == chain.loops.size() &&
         std::all_of(chain.loops.begin(), chain.loops.end(),
                     [&](const Loop& loop) { return visits_in_order(chain, loop.var, chain.loops.size()); });
}

Around enter_loops(std::vector<StmtPtr>& group, std::size_t least, const Program& program) {
  Around around;
  while (enter_common_loop(group, least, program, around))
    for (StmtPtr& stmt : group) stmt = get_if<Forall>(stmt)->body;
  if (building(group.front())->left.tensor->keeps_pattern)
    leave_parts(group, around);  // all of a row is stored at once
  return around;
}

Range range_of_part(const ExprPtr& subscript, const std::vector<Var>& outer, const ExprPtr& size) {
  ExprPtr begin = integer(0);
  for (const Var& var : outer) begin = add(begin, mul(var_expr(var), coefficient(subscript, var)));
  return {begin, min_of(add(begin, coefficient(subscript, outer.back())), size)};
}

}  // namespace insum::schedule
