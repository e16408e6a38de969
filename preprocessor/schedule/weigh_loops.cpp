#include "schedule/weigh_loops.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/dependence.h"

namespace insum::schedule {

using namespace index;

namespace {

std::vector<Access> all_accesses(const Chain& chain) {
  std::vector<Access> list = accesses_of(chain.assign.right);
  list.push_back(chain.assign.left);
  return list;
}

}  // namespace

std::string tile_obstacle(const Chain& chain, const Var& var, const Program& program) {
  if (const auto driver = driver_of(chain, var)) return "it enumerates " + describe(*driver);
  if (is_or_and(chain.assign.op))
    return std::string("'") + to_string(chain.assign.op) + "' is not done on packs";
  if (const auto size = as_integer(program.ranges.at(var).end); size && *size < 4)
    return "it has " + std::to_string(*size) + (*size == 1 ? " value" : " values");
  for (const ExprPtr& condition : chain.conditions)
    if (uses(condition, var)) return "a condition depends on it";
  if (const Var other = dependent_loop(chain, var, program))
    return "the range of " + other->name + " depends on it";
  for (const Access& access : all_accesses(chain))
    if (!stride_of(access, var)) return access.tensor->name + " does not move by a constant distance with it";
  std::string called;
  for_each_expr(chain.assign.right, [&](const ExprPtr& e) {
    const auto* call = get_if<Call>(e);
    if (call && call->callable) called = call->callable->name + "() takes one value at a time";
    if (call && call->function == "guarded") called = "reads may be outside of a tensor";
  });
  return called;
}

Suits suits_tile(const Chain& chain, const Var& var, const Program& program) {
  if (const std::string why = tile_obstacle(chain, var, program); !why.empty()) return {-1000, why};
  Suits result{contains(variables_of(chain.assign.left), var) ? 1 : 0, ""};
  for (const Access& access : all_accesses(chain)) {
    const ExprPtr stride = stride_of(access, var);
    if (is_zero(stride)) continue;
    const bool unit = as_integer(stride) == 1;
    result.points += unit ? 2 : -3;
    if (!unit) result.why += (result.why.empty() ? "" : ", ") + access.tensor->name;
  }
  if (!result.why.empty()) result.why = "its neighbours are not next to each other in " + result.why;
  return result;
}

Var tile_variable(const Chain& chain, const std::vector<Var>& among, const Program& program) {
  Var best;
  int most = 0;
  for (const Var& var : among)
    if (const int points = suits_tile(chain, var, program).points; points > most) most = points, best = var;
  return best;
}

Order preferred_order(const Chain& chain, const Program& program, const Var& tile) {
  const std::vector<Var> vars = chain.vars(), result = variables_of(chain.assign.left);
  std::vector<Var> order;
  for (const Var& var : result)
    if (contains(vars, var) && var != tile) order.push_back(var);
  for (const Access& access : sparse_accesses(chain))
    for (const Var& var : variables_of(access))
      if (contains(vars, var) && !contains(order, var) && var != tile) order.push_back(var);
  for (const Var& var : vars)
    if (!contains(order, var) && var != tile) order.push_back(var);
  const auto with_tile = [&](std::vector<Var> list) {
    if (!tile) return list;
    auto at = list.end();
    if (contains(result, tile)) {
      at = list.begin();
      for (auto it = list.begin(); it != list.end(); ++it)
        if (contains(result, *it)) at = it + 1;
    }
    list.insert(at, tile);
    return list;
  };
  const auto constraints = order_constraints(sparse_accesses(chain), vars, program);
  std::vector<OrderConstraint> others;
  for (const OrderConstraint& c : constraints)
    if (c.first != tile && c.then != tile) others.push_back(c);
  return {with_tile(order), legal_order(with_tile(legal_order(order, others)), constraints)};
}

std::size_t parallel_loop(const Chain& chain, const Program& program) {
  if (chain.loops.size() < 2 || writes_apart(chain, chain.loops[0].var, program)) return 0;
  const auto driver = driver_of(chain, chain.loops[0].var);
  const bool few = driver && driver->access.tensor->levels[driver->level].level.kind == LevelKind::offset;
  return few && writes_apart(chain, chain.loops[1].var, program) ? 1 : 0;
}

}  // namespace insum::schedule
