#include "schedule/weigh_loops.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/guard_bounds.h"
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

constexpr long long most_written_out = 7, most_steps_written_out = 16;  // of one loop, and of all

/// The trips of a loop that compilers write out as a whole; 0 for any other.
long long written_out(const Var& var, const Program& program) {
  const Range& range = program.ranges.at(var);
  const auto begin = as_integer(range.begin), end = as_integer(range.end);
  return begin && end && *end - *begin <= most_written_out ? std::max(*end - *begin, 0ll) : 0;
}

/// Loops of a reduction in a longer one of the result that are so short that compilers write them out, and
/// then vectorise the longer one: a tile would be used in part only, and its lanes combined.
bool has_short_rows(const Chain& chain, const Program& program) {
  if (!sparse_accesses(chain).empty()) return false;
  const std::vector<Var> result = variables_of(chain.assign.left);
  long long steps = 1;
  bool reduces = false, around = false;
  for (const Var& var : chain.vars()) {
    const long long trips = written_out(var, program);
    const bool reduced = !contains(result, var);
    if (trips == 0 && reduced) return false;
    reduces |= reduced;
    around |= trips == 0;
    if (trips > 0) steps *= trips;
  }
  return reduces && around && steps <= most_steps_written_out;
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
  for (const Access& access : all_accesses(chain)) {
    if (!stride_of(access, var)) return access.tensor->name + " does not move by a constant distance with it";
    if (leaves_levels(access, var, program)) return "it may be outside of " + access.tensor->name;
  }
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
  if (written_out(var, program) > 0 && has_short_rows(chain, program))
    return {0, "it is so short that it is written out, and the loop around it vectorised"};
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
