#include "schedule/choose_schedule.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/chain.h"
#include "schedule/dependence.h"

namespace insum::schedule {

using namespace index;

namespace {

bool contains(const std::vector<Var>& list, const Var& var) {
  return std::find(list.begin(), list.end(), var) != list.end();
}

std::vector<Access> all_accesses(const Chain& chain) {
  std::vector<Access> list = accesses_of(chain.assign.right);
  list.push_back(chain.assign.left);
  return list;
}

/// How well the loop over `var` suits a register tile: unit strides count for it, others against it.
int tile_score(const Chain& chain, const Var& var, const Program& program) {
  constexpr int impossible = -1000;
  if (driver_of(chain, var) || is_or_and(chain.assign.op)) return impossible;
  const Range& range = program.ranges.at(var);
  const auto size = as_integer(range.end);
  if (size && *size < 4) return impossible;
  int score = contains(variables_of(chain.assign.left), var) ? 1 : 0;
  for (const ExprPtr& condition : chain.conditions)
    if (uses(condition, var)) return impossible;
  for (const Var& other : chain.vars()) {
    const Range& r = program.ranges.at(other);
    if (other != var && (uses(r.begin, var) || uses(r.end, var))) return impossible;
  }
  for (const Access& access : all_accesses(chain)) {
    const ExprPtr stride = stride_of(access, var);
    if (!stride) return impossible;
    if (is_zero(stride)) continue;
    score += as_integer(stride) == 1 ? 2 : -3;
  }
  bool guarded = false;
  for_each_expr(chain.assign.right, [&](const ExprPtr& e) {
    const auto* call = get_if<Call>(e);
    guarded |= call && (call->callable || call->function == "guarded");
  });
  return guarded ? impossible : score;
}

Var tile_variable(const Chain& chain, const Program& program) {
  Var best;
  int most = 0;
  for (const Loop& loop : chain.loops)
    if (const int score = tile_score(chain, loop.var, program); score > most) most = score, best = loop.var;
  return best;
}

/// Indices of the result first, in the order in which it is laid out, then the reduction; the tile just around the
/// reduction loops that it can hold in registers, or innermost when it is itself reduced.
std::vector<Var> preferred_order(const Chain& chain, const Program& program, const Var& tile) {
  const std::vector<Var> vars = chain.vars(), result = variables_of(chain.assign.left);
  std::vector<Var> order;
  for (const Var& var : result)
    if (contains(vars, var) && var != tile) order.push_back(var);
  for (const Access& access : sparse_accesses(chain))
    for (const Var& var : variables_of(access))
      if (contains(vars, var) && !contains(order, var) && var != tile) order.push_back(var);
  for (const Var& var : vars)
    if (!contains(order, var) && var != tile) order.push_back(var);
  const auto constraints = order_constraints(sparse_accesses(chain), vars, program);
  std::vector<OrderConstraint> others;
  for (const OrderConstraint& c : constraints)
    if (c.first != tile && c.then != tile) others.push_back(c);
  order = legal_order(order, others);
  if (tile) {
    auto at = order.end();
    if (contains(result, tile)) {
      at = order.begin();
      for (auto it = order.begin(); it != order.end(); ++it)
        if (contains(result, *it)) at = it + 1;
    }
    order.insert(at, tile);
  }
  return legal_order(order, constraints);
}

void reorder_loops(Chain& chain, const std::vector<Var>& order) {
  std::vector<Loop> loops;
  for (const Var& var : order) loops.push_back(*chain.find(var));
  chain.loops = std::move(loops);
}

/// The loop to run on threads: the outermost one; but not the few diagonals of `dia` where the loop below is free.
std::size_t parallel_loop(const Chain& chain, const Program& program) {
  if (chain.loops.size() < 2 || writes_apart(chain, chain.loops[0].var, program)) return 0;
  const auto driver = driver_of(chain, chain.loops[0].var);
  const bool few = driver && driver->access.tensor->levels[driver->level].level.kind == LevelKind::offset;
  return few && writes_apart(chain, chain.loops[1].var, program) ? 1 : 0;
}

std::string describe(const Chain& chain) {
  std::string text = to_string(chain.assign.left) + ":";
  for (const Loop& loop : chain.loops) {
    text += " " + loop.var->name;
    if (loop.options.parallel) text += "(parallel)";
    if (loop.options.vector) text += "(tile)";
  }
  return text;
}

}  // namespace

Program choose_order(const Program& program) {
  Program result = program;
  std::vector<Chain> chains = chains_of(program);
  for (Chain& chain : chains) {
    const Var tile = tile_variable(chain, program);
    reorder_loops(chain, preferred_order(chain, program, tile));
    if (tile) chain.find(tile)->options.vector = true;
  }
  result.body = to_stmt(chains);
  return result;
}

Program choose_parallel(const Program& program) {
  Program result = program;
  std::vector<Chain> chains = chains_of(program);
  for (Chain& chain : chains) {
    if (chain.loops.empty()) continue;
    const bool decided = std::any_of(chain.loops.begin(), chain.loops.end(), [](const Loop& l) { return l.options.parallel; });
    Loop& loop = decided ? *std::find_if(chain.loops.begin(), chain.loops.end(), [](const Loop& l) { return l.options.parallel; })
                         : chain.loops[parallel_loop(chain, program)];
    const bool apart = writes_apart(chain, loop.var, program);
    const Access& left = chain.assign.left;
    loop.options.parallel = apart || chain.assign.op != Op::none;
    if (left.tensor->assembled) loop.options.parallel = loop.var == chain.loops.front().var;
    result.notes.push_back("loops of " + describe(chain));
    if (!apart && loop.options.parallel)
      result.notes.push_back("iterations of " + loop.var->name + " share elements of " + chain.assign.left.tensor->name +
                             ": private copies where they are few, atomic updates otherwise");
  }
  result.body = to_stmt(chains);
  return result;
}

}  // namespace insum::schedule
