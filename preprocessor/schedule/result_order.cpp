#include "schedule/result_order.h"

#include <algorithm>
#include <iterator>

#include "index_ir/address.h"
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "schedule/ascending.h"
#include "schedule/walk_rows.h"

namespace insum::schedule {

using namespace index;

namespace {

/// Levels of the result of which loops over `parts`, in this order, visit the coordinates in order, inside of
/// the loops of the levels above. No parts where that is not known.
EntryLevels levels_in_order(const Access& left, std::size_t first, const Program& program) {
  std::vector<Var> above;
  for (std::size_t l = 0; l < first; ++l) {
    const std::vector<Var> vars = variables_of(left.subscripts[l]);
    above.insert(above.end(), vars.begin(), vars.end());
  }
  if (auto levels = levels_of_entries(left, first, above, program)) return *levels;
  return {1, ascending_parts(left.subscripts[first], above, program)};
}
/// ... of one level.
std::vector<Var> parts_of(const Access& left, std::size_t level, const Program& program) {
  EntryLevels levels = levels_in_order(left, level, program);
  return levels.count == 1 ? levels.parts : std::vector<Var>{};
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

/// Entries of one row may come from two threads: their parts of the row are joined.
bool may_come_again(const TensorNode& result) {
  const auto first = std::find_if(result.levels.begin(), result.levels.end(), is_stored);
  return first == result.levels.end() || std::next(first) == result.levels.end() || !first->level.unique;
}
/// ... and so are the nodes above them.
bool nodes_go_on(const TensorNode& result) {
  const auto first = std::find_if(result.levels.begin(), result.levels.end(), is_stored);
  return std::all_of(first, result.levels.end(), has_nodes);
}

/// The outermost loops over parts of what the two loops inside of them walk, row by row and in order.
std::size_t loops_that_cut_rows(const Chain& chain, const Program& program) {
  for (std::size_t row = 0; row + 1 < chain.loops.size(); ++row) {
    if (!is_row_loop(program.ranges.at(chain.loops[row].var))) continue;
    const Var& entry = chain.loops[row + 1].var;
    std::vector<Var> inner;
    for (std::size_t l = row; l < chain.loops.size(); ++l) inner.push_back(chain.loops[l].var);
    for (std::size_t l = row; l-- > 0; inner.push_back(chain.loops[l].var))
      if (!is_apart(entry, chain.loops[l].var, inner, program)) return 0;
    return row;
  }
  return 0;
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
  around.rest.assign(parts.begin() + static_cast<std::ptrdiff_t>(around.parts.size()), parts.end());
  if (last) around.levels.push_back(left.subscripts[level]), around.parts.clear();
  return true;
}

/// The coordinates in one iteration of the loops over outer parts are a range.
bool has_ranges(const ExprPtr& subscript, const std::vector<Var>& parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [&](const Var& var) { return coefficient(subscript, var) != nullptr; });
}

/// The expression where these variables are 0.
ExprPtr without(const ExprPtr& expr, const std::vector<Var>& vars) {
  if (const Var var = as_var(expr)) return contains(vars, var) ? integer(0) : expr;
  const auto* binary = get_if<Binary>(expr);
  if (!binary) return expr;
  const ExprPtr a = without(binary->left, vars), b = without(binary->right, vars);
  return binary->op == BinaryOp::add   ? add(a, b)
         : binary->op == BinaryOp::mul ? mul(a, b)
                                       : make_expr(Binary{binary->op, a, b}, expr->type);
}

/// Takes the loops over parts of rows off the statement; how many.
std::size_t enter_cutting_loops(std::vector<StmtPtr>& group, const Program& program, Around& around) {
  const auto chain = group.size() == 1 ? as_chain(group.front()) : std::nullopt;
  const std::size_t count = chain ? loops_that_cut_rows(*chain, program) : 0;
  const TensorNode& result = *building(group.front())->left.tensor;
  if (count == 0 ||
      (chain->loops.front().options.parallel && !may_come_again(result) && !nodes_go_on(result)))
    return 0;
  for (std::size_t k = 0; k < count; ++k) {
    const auto* loop = get_if<Forall>(group.front());
    around.loops.push_back(*loop);
    group.front() = loop->body;
  }
  return count;
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
  const std::size_t cutting = loops_that_cut_rows(chain, program);
  std::size_t next = cutting;
  bool cut = false;
  for (std::size_t l = 0; l < left.subscripts.size();) {
    const auto [levels, parts] = levels_in_order(left, l, program);
    if (parts.empty() || next + parts.size() > outer || !come_once(chain, parts)) return false;
    for (const Var& var : parts)
      if (chain.loops[next++].var != var || !visits_in_order(chain, var, outer)) return false;
    cut |= levels > 1;
    l += levels;
  }
  const bool apart = outer > 0 && chain.loops.front().options.parallel;
  const bool joined = may_come_again(*left.tensor) || (!cut && (cutting == 0 || nodes_go_on(*left.tensor)));
  return next == outer && !(apart && !joined);
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
  const std::vector<StmtPtr> apart = group;
  const std::size_t cutting = enter_cutting_loops(group, program, around);
  while (enter_common_loop(group, least, program, around))
    for (StmtPtr& stmt : group) stmt = get_if<Forall>(stmt)->body;
  // What is collected in each iteration is that of whole entries.
  if (cutting != 0 && around.loops.size() < cutting + 2) group = apart, around = {};
  const Access left = building(group.front())->left;
  if (left.tensor->keeps_pattern ||  // all of a row is stored at once
      (!around.parts.empty() && !has_ranges(left.subscripts[around.levels.size()], around.parts)))
    leave_parts(group, around);
  return around;
}

Range range_of_part(const ExprPtr& subscript, const Around& around, const ExprPtr& size) {
  const ExprPtr begin = without(subscript, around.rest);
  return {begin, min_of(add(begin, coefficient(subscript, around.parts.back())), size)};
}

}  // namespace insum::schedule
