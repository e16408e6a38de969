// reorder(i, j; path)     forall j: forall i: S  ->  forall i: forall j: S
// The named loops take each other's places in the order given: in all nests, or where a path leads. Refused
// where a level is stored below another one, where a range depends on another loop, or where a sparse result
// is built in parts of another loop.
#include <algorithm>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "schedule/branches.h"
#include "schedule/command.h"

namespace insum::schedule {

using namespace index;

namespace {

/// What stands in the way of an order, "" when nothing does.
std::string obstacle(const Chain& chain, const std::vector<Var>& order, const Program& program,
                     std::string& remedy) {
  if (const auto constraint = order_obstacle(chain, order, program)) {
    const Range& range = program.ranges.at(constraint->then);
    const bool is_range = uses(range.begin, constraint->first) || uses(range.end, constraint->first);
    remedy = "put " + constraint->first->name + " outside of " + constraint->then->name +
             (is_range ? "" : ", or store the tensor in another order");
    return constraint->why;
  }
  if (is_built_inside(chain, order)) {
    remedy = "reorder first, then parallelize";
    return chain.assign.left.tensor->name + " is built in parts of the outermost loop";
  }
  if (chain.assign.left.tensor->dense || chain.assign.left.tensor->assembled) return "";
  const std::vector<Var> result = variables_of(chain.assign.left);
  bool reduced = false;
  for (const Var& var : order) {
    const bool own = std::find(result.begin(), result.end(), var) != result.end();
    if (own && reduced) {
      remedy = "put the loops over the result's indices first";
      return "entries of " + chain.assign.left.tensor->name +
             " are in an operand's pattern, and are summed one at a time";
    }
    reduced |= !own;
  }
  return "";
}

/// What keeps loops around all branches of a nest that was split.
std::string obstacle_around(const Chain& chain, const std::vector<Var>& order, const Program& program) {
  const std::vector<Var> around = loops_around(chain, program);
  const auto mismatch = std::mismatch(around.begin(), around.end(), order.begin());
  if (mismatch.first == around.end()) return "";
  return "loopfuse has left the loop over " + (*mismatch.first)->name + " around a producer as well";
}

/// The loops of `chain` that stand for the indices; nothing where one stands for two of them (diagnosed).
std::optional<std::vector<Var>> listed_loops(Command& command, const Chain& chain,
                                             const std::vector<Var>& wanted) {
  std::vector<Var> listed;
  for (const Var& var : wanted)
    for (const Var& loop : loops_for(chain, var, command.program)) {
      if (std::find(listed.begin(), listed.end(), loop) != listed.end()) {
        refuse(
            command, Diag::schedule_argument,
            {"reorder", "every loop once; " + loop->name + " is one of those that stand for " + var->name});
        return std::nullopt;
      }
      listed.push_back(loop);
    }
  return listed;
}

bool reorder_nest(Command& command, Chain& chain, const std::vector<Var>& wanted) {
  const auto listed = listed_loops(command, chain, wanted);
  if (!listed) return false;
  std::vector<Var> order = chain.vars();
  std::size_t next = 0;
  for (Var& var : order)
    if (std::find(listed->begin(), listed->end(), var) != listed->end()) var = (*listed)[next++];
  std::string remedy;
  std::string why = obstacle(chain, order, command.program, remedy);
  if (why.empty()) {
    why = obstacle_around(chain, order, command.program);
    remedy = "order the loops around both before loopfuse";
  }
  if (!why.empty()) return refuse(command, Diag::impossible_loop_order, {names(order), why, remedy});
  std::vector<Loop> loops;
  for (const Var& var : order) loops.push_back(*chain.find(var));
  chain.loops = std::move(loops);
  return true;
}

/// Of a branch, every index has loops there.
bool has_all(Command& command, const std::vector<Chain*>& nests, const std::vector<Var>& wanted) {
  for (std::size_t n = 0; n < wanted.size(); ++n)
    if (std::all_of(nests.begin(), nests.end(), [&](const Chain* nest) {
          return loops_for(*nest, wanted[n], command.program).empty();
        })) {
      command.diagnostics.report(
          Diag::impossible_path, command.text.arguments[n].range,
          {path_text(nests[0]->path), "the nest there has no loop over " + wanted[n]->name,
           "its loops are over " + names(nests[0]->vars())});
      return false;
    }
  return true;
}

}  // namespace

bool reorder(Command& command) {
  if (!has_argument_count(command, 2, SIZE_MAX)) return false;
  std::vector<Var> wanted;
  for (std::size_t n = 0; n < command.text.arguments.size(); ++n) {
    const Var var = index_argument(command, n);
    if (!var || !is_looped(command, var, n)) return false;
    if (std::find(wanted.begin(), wanted.end(), var) != wanted.end())
      return refuse(command, Diag::schedule_argument,
                    {"reorder", "every index once, found " + var->name + " twice"});
    wanted.push_back(var);
  }
  std::vector<Chain*> nests;
  if (!command.text.path.empty()) {
    const auto path = read_path(command, command.text.path);
    if (!path) return false;
    nests = nests_at(command, *path);
    if (nests.empty() || !has_all(command, nests, wanted)) return false;
  } else {
    for (Chain& chain : command.chains) nests.push_back(&chain);
  }
  return std::all_of(nests.begin(), nests.end(),
                     [&](Chain* nest) { return reorder_nest(command, *nest, wanted); });
}

}  // namespace insum::schedule
