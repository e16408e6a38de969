#include "schedule/choose_schedule.h"

#include <algorithm>
#include <set>

#include "index_ir/address.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/count_work.h"
#include "schedule/dependence.h"
#include "schedule/repeated_sums.h"
#include "schedule/to_positions.h"

namespace insum::schedule {

using namespace index;

namespace {

std::vector<Access> all_accesses(const Chain& chain) {
  std::vector<Access> list = accesses_of(chain.assign.right);
  list.push_back(chain.assign.left);
  return list;
}

/// How well a loop suits a register tile; points below 1, with the reason, where it does not.
struct Suits {
  int points = 0;
  std::string why;
};

/// The first thing that keeps the loop from being a tile, "" when nothing does.
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

/// Unit strides count for a tile, others against it.
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

/// Indices of the result first, in the order in which it is laid out, then the reduction; the tile just
/// around the reduction loops that it can hold in registers, or innermost when it is itself reduced.
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

/// The loop to run on threads: the outermost one; but not the few diagonals of `dia` where the loop below is
/// free.
std::size_t parallel_loop(const Chain& chain, const Program& program) {
  if (chain.loops.size() < 2 || writes_apart(chain, chain.loops[0].var, program)) return 0;
  const auto driver = driver_of(chain, chain.loops[0].var);
  const bool few = driver && driver->access.tensor->levels[driver->level].level.kind == LevelKind::offset;
  return few && writes_apart(chain, chain.loops[1].var, program) ? 1 : 0;
}

std::string loops_text(const Chain& chain) {
  std::string text = to_string(chain.assign.left) + ":";
  for (const Loop& loop : chain.loops) {
    text += " " + loop.var->name;
    if (loop.options.parallel) text += "(parallel)";
    if (loop.options.vector) text += "(tile)";
  }
  return text;
}

/// What all loops together do: sums that replace what was there are `=`, as in the Einsum.
std::string statement_text(const Assign& assign) {
  const bool sets = assign.defines && assign.op == Op::add;
  return to_string(assign.left) + " " + to_string(sets ? Op::none : assign.op) + " " +
         to_string(assign.right);
}

using Kind = Considered::Kind;
using Choices = std::vector<Considered::Choice>;

/// The chosen order, and what ruled others out.
void consider_order(const Chain& chain, const std::vector<Var>& order, const Program& program, Choices& out) {
  out.push_back(
      {Kind::order, true, "loop order " + names(order),
       "the result's indices as " + chain.assign.left.tensor->name + " is laid out, then what is reduced"});
  std::set<std::string> said;  // several operands may ask for the same
  for (const OrderConstraint& c : order_constraints(sparse_accesses(chain), order, program)) {
    const std::string what = "no order with " + c.then->name + " outside of " + c.first->name;
    if (said.insert(what + c.why).second) out.push_back({Kind::order, false, what, c.why});
  }
}

void consider_tile(const Chain& chain, const Var& tile, const Program& program, Choices& out) {
  if (tile)
    out.push_back({Kind::tile, true, "register tile over " + tile->name,
                   "values next to each other are loaded and stored at once",
                   suits_tile(chain, tile, program).points});
  for (const Loop& loop : chain.loops) {
    if (loop.var == tile) continue;
    Suits suits = suits_tile(chain, loop.var, program);
    const bool is_possible = tile_obstacle(chain, loop.var, program).empty();
    if (suits.why.empty())
      suits.why = suits.points > 0 && tile ? tile->name + " moves through more of the operands"
                                           : "no operand moves with it";
    out.push_back({Kind::tile, false, "no register tile over " + loop.var->name, suits.why,
                   is_possible ? std::optional(suits.points) : std::nullopt});
  }
}

void consider_parallel(const Chain& chain, std::size_t chosen, const Program& program, Choices& out) {
  for (std::size_t l = 0; l < chain.loops.size(); ++l) {
    const Var& var = chain.loops[l].var;
    const bool apart = writes_apart(chain, var, program);
    const std::string without = "no threads over " + var->name;
    if (l == chosen)
      out.push_back({Kind::threads, true, "threads over " + var->name,
                     std::string("outermost") + (apart ? ", and iterations write different elements"
                                                       : "; iterations share elements, which are combined")});
    else if (l < chosen)
      out.push_back(
          {Kind::threads, false, without, "it has few iterations, which share elements of the result"});
    else
      out.push_back({Kind::threads, false, without,
                     (apart ? "" : "iterations share elements of the result, and ") +
                         ("they would be started in every iteration of " + chain.loops[chosen].var->name)});
  }
}

}  // namespace

std::vector<Considered> considered(const Program& program) {
  std::vector<Considered> out;
  for (Chain& chain : std::vector<Chain>(chains_of(program))) {
    if (chain.loops.empty()) continue;
    const Var tile = tile_variable(chain, chain.vars(), program);
    const std::vector<Var> order = preferred_order(chain, program, tile);
    reorder_loops(chain, order);
    Choices& choices =
        out.emplace_back(Considered{statement_text(chain.assign), count_work(chain, program), {}}).choices;
    consider_order(chain, order, program, choices);
    consider_tile(chain, tile, program, choices);
    consider_parallel(chain, parallel_loop(chain, program), program, choices);
  }
  return out;
}

Program choose_order(const Program& program) {
  Program result = program;
  std::vector<Chain> chains = chains_of(program);
  for (Chain& chain : chains) {
    const Var tile = tile_variable(chain, chain.vars(), program);
    reorder_loops(chain, preferred_order(chain, program, tile));
    if (tile) chain.find(tile)->options.vector = true;
  }
  result.body = to_stmt(chains);
  return result;
}

void choose_tile(Chain& chain, const std::vector<Var>& among, const std::vector<Var>& around,
                 const Program& program) {
  const Var tile = tile_variable(chain, among, program);
  if (!tile || std::any_of(chain.loops.begin(), chain.loops.end(),
                           [](const Loop& l) { return l.options.vector || l.options.unroll > 1; }))
    return;
  std::vector<Var> order;
  const std::vector<Var> result = variables_of(chain.assign.left);
  for (const Var& var : chain.vars()) {
    const bool reduced = !contains(result, var) && !contains(around, var);
    if (reduced && !contains(order, tile)) order.push_back(tile);
    if (var != tile) order.push_back(var);
  }
  if (!contains(order, tile)) order.push_back(tile);
  reorder_loops(chain, legal_order(order, order_constraints(sparse_accesses(chain), order, program)));
  chain.find(tile)->options.vector = true;
}

Program choose_parallel(const Program& program, const Target& target) {
  Program result = program;
  std::vector<Chain> chains = chains_of(program);
  for (Chain& chain : chains) {
    if (chain.loops.empty()) continue;
    const bool decided =
        std::any_of(chain.loops.begin(), chain.loops.end(), [](const Loop& l) { return l.options.parallel; });
    Loop& loop = decided ? *std::find_if(chain.loops.begin(), chain.loops.end(),
                                         [](const Loop& l) { return l.options.parallel; })
                         : chain.loops[parallel_loop(chain, program)];
    const bool apart = writes_apart(chain, loop.var, program);
    const Access& left = chain.assign.left;
    loop.options.parallel =
        apart || (chain.assign.op != Op::none && (left.tensor->dense || left.tensor->assembled));
    if (left.tensor->assembled) loop.options.parallel = loop.var == chain.loops.front().var;
    // Threads of a grid have no rows of their own.
    loop.options.runs = !apart && loop.options.parallel && loop.options.unroll == 1 && !target.has_grid &&
                        loop.var == chain.loops.front().var && writes_apart_in_runs(chain, loop.var, program);
    result.notes.push_back("loops of " + loops_text(chain));
    if (const std::string hint = repeated_sum(chain, program); !hint.empty()) result.notes.push_back(hint);
    if (loop.options.runs)
      result.notes.push_back("entries with one " + loop.var->name +
                             " follow each other: a thread has all of them");
    else if (!apart && loop.options.parallel && !left.tensor->assembled)
      result.notes.push_back("iterations of " + loop.var->name + " share elements of " + left.tensor->name +
                             ": private copies where they are few, atomic updates otherwise");
  }
  result.body = to_stmt(chains);
  return result;
}

}  // namespace insum::schedule
