#include "schedule/chain.h"

#include <algorithm>
#include <utility>

#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "support/internal_error.h"

namespace insum::schedule {

using namespace index;

std::vector<Var> Chain::vars() const {
  std::vector<Var> list;
  for (const Loop& loop : loops) list.push_back(loop.var);
  return list;
}

bool Chain::has(const Var& var) const {
  return std::any_of(loops.begin(), loops.end(), [&](const Loop& loop) { return loop.var == var; });
}

const Loop* Chain::find(const Var& var) const {
  const auto found =
      std::find_if(loops.begin(), loops.end(), [&](const Loop& loop) { return loop.var == var; });
  return found == loops.end() ? nullptr : &*found;
}

Loop* Chain::find(const Var& var) { return const_cast<Loop*>(std::as_const(*this).find(var)); }

std::optional<Chain> as_chain(const StmtPtr& stmt) {
  Chain chain;
  StmtPtr at = stmt;
  chain.where = stmt->where;
  while (const auto* loop = get_if<Forall>(at)) {
    chain.loops.push_back({loop->var, loop->options});
    at = loop->body;
  }
  while (const auto* guard = get_if<Guard>(at)) {
    chain.conditions.push_back(guard->condition);
    at = guard->body;
  }
  const auto* assign = get_if<Assign>(at);
  if (!assign) return std::nullopt;
  chain.assign = *assign;
  return chain;
}

StmtPtr to_stmt(const Chain& chain) {
  StmtPtr stmt = make_stmt(chain.assign, chain.where);
  for (auto c = chain.conditions.rbegin(); c != chain.conditions.rend(); ++c)
    stmt = make_stmt(Guard{*c, stmt}, chain.where);
  for (auto l = chain.loops.rbegin(); l != chain.loops.rend(); ++l)
    stmt = make_stmt(Forall{l->var, stmt, l->options}, chain.where);
  return stmt;
}

std::vector<Chain> chains_of(const Program& program) {
  std::vector<Chain> list;
  const auto add = [&](const StmtPtr& stmt) {
    const auto chain = as_chain(stmt);
    internal_check(chain.has_value(), "a statement that is no perfect nest");
    list.push_back(*chain);
  };
  if (const auto* many = get_if<Sequence>(program.body))
    for (const StmtPtr& stmt : many->stmts) add(stmt);
  else
    add(program.body);
  return list;
}

StmtPtr to_stmt(const std::vector<Chain>& chains) {
  std::vector<StmtPtr> list;
  for (const Chain& chain : chains) list.push_back(to_stmt(chain));
  return sequence(std::move(list));
}

std::string name_of_result(const Access& left) {
  bool plain = true;
  for (const ExprPtr& subscript : left.subscripts)
    for_each_expr(subscript, [&](const ExprPtr& e) { plain &= !get_if<Call>(e); });
  return plain ? to_string(left) : left.tensor->name;
}

std::string names(const std::vector<Var>& order) {
  std::string text;
  for (const Var& var : order) text += (text.empty() ? "" : ", ") + var->name;
  return text;
}

std::vector<Access> reads_of(const Chain& chain) {
  std::vector<Access> out = accesses_of(chain.assign.right);
  const auto add = [&](const ExprPtr& e) {
    for (const Access& access : accesses_of(e)) out.push_back(access);
  };
  for (const ExprPtr& subscript : chain.assign.left.subscripts) add(subscript);
  for (const ExprPtr& condition : chain.conditions) add(condition);
  return out;
}

bool same_memory(const TensorNode& a, const TensorNode& b) {
  return &a == &b || (a.values && a.values == b.values);
}

bool touches(const Chain& chain, const TensorNode& tensor) {
  const std::vector<Access> reads = reads_of(chain);
  return same_memory(*chain.assign.left.tensor, tensor) ||
         std::any_of(reads.begin(), reads.end(),
                     [&](const Access& read) { return same_memory(*read.tensor, tensor); });
}

std::vector<Access> sparse_accesses(const Chain& chain) {
  std::vector<Access> list = index::sparse_accesses(chain.assign.right);
  if (!chain.assign.left.tensor->dense) list.push_back(chain.assign.left);
  return list;
}

namespace {

void add_drivers(const ExprPtr& right, const Var& var, std::vector<Driver>& list) {
  for (const Access& access : index::sparse_accesses(right))
    for (std::size_t l = 0; l < access.subscripts.size(); ++l)
      if (as_var(access.subscripts[l]) == var && !can_locate(access.tensor->levels[l].level))
        list.push_back({access, l});
}

}  // namespace

std::vector<Driver> drivers_of(const Chain& chain, const Var& var) {
  std::vector<Driver> list;
  add_drivers(chain.assign.right, var, list);
  return list;
}

std::vector<Driver> drivers_of(const StmtPtr& stmt, const Var& var) {
  std::vector<Driver> list;
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    if (const auto* assign = get_if<Assign>(s)) add_drivers(assign->right, var, list);
  });
  return list;
}

std::optional<Driver> driver_of(const Chain& chain, const Var& var) {
  std::optional<Driver> best;
  const auto rank = [](const Driver& d) {
    return 2 * d.access.optional + (d.access.tensor->levels[d.level].level.kind == LevelKind::singleton);
  };
  for (const Driver& driver : drivers_of(chain, var))
    if (!best || rank(driver) < rank(*best)) best = driver;
  return best;
}

std::vector<Walk> walks_of(const Chain& chain) { return index::walks_of(to_stmt(chain)); }

std::optional<OrderConstraint> order_obstacle(const Chain& chain, const std::vector<Var>& order,
                                              const Program& program) {
  const auto at = [&](const Var& var) { return std::find(order.begin(), order.end(), var) - order.begin(); };
  std::vector<Access> accesses = index::sparse_accesses(chain.assign.right);
  const Access& left = chain.assign.left;
  const bool collected = left.tensor->assembled && !left.tensor->keeps_pattern;  // in any order
  if (!left.tensor->dense && !collected) accesses.push_back(left);
  for (const OrderConstraint& constraint : order_constraints(accesses, order, program))
    if (at(constraint.first) > at(constraint.then)) return constraint;
  return std::nullopt;
}

bool is_built_inside(const Chain& chain, const std::vector<Var>& order) {
  return chain.assign.left.tensor->assembled &&
         std::any_of(chain.loops.begin(), chain.loops.end(),
                     [&](const Loop& loop) { return loop.options.parallel && loop.var != order.front(); });
}

void substitute_in(Chain& chain, const std::map<Var, ExprPtr>& values) {
  chain.assign.left = substitute(chain.assign.left, values);
  chain.assign.right = substitute(chain.assign.right, values);
  for (ExprPtr& condition : chain.conditions) condition = substitute(condition, values);
}

void substitute_all(Chain& chain, const std::map<Var, ExprPtr>& values, Program& program) {
  substitute_in(chain, values);
  std::map<Var, ExprPtr> changed = values;
  for (Loop& loop : chain.loops) {
    if (values.count(loop.var)) continue;
    const Range before = program.ranges.at(loop.var);
    Range range{substitute(before.begin, changed), substitute(before.end, changed)};
    if (equal(range.begin, before.begin) && equal(range.end, before.end)) continue;
    const Var own = std::make_shared<const IndexVar>(IndexVar{loop.var->name, loop.var->where});
    program.ranges[own] = std::move(range);
    program.derived.emplace(loop.var, std::vector<Var>{own});
    changed[loop.var] = var_expr(own);
    substitute_in(chain, {{loop.var, var_expr(own)}});
    loop.var = own;
  }
}

Var dependent_loop(const Chain& chain, const Var& var, const Program& program) {
  for (const Loop& loop : chain.loops) {
    const Range& range = program.ranges.at(loop.var);
    if (loop.var != var && (uses(range.begin, var) || uses(range.end, var))) return loop.var;
  }
  return nullptr;
}

}  // namespace insum::schedule
