#include "schedule/choose_schedule.h"

#include <algorithm>

#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/dependence.h"
#include "schedule/repeated_sums.h"
#include "schedule/weigh_loops.h"

namespace insum::schedule {

using namespace index;

namespace {

void reorder_loops(Chain& chain, const std::vector<Var>& order) {
  std::vector<Loop> loops;
  for (const Var& var : order) loops.push_back(*chain.find(var));
  chain.loops = std::move(loops);
}

std::string loops_text(const Chain& chain) {
  std::string text = name_of_result(chain.assign.left) + ":";
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
    const Var tile = tile_variable(chain, chain.vars(), program);
    reorder_loops(chain, preferred_order(chain, program, tile).order);
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

/// What threads do that come to the same elements.
const char* how_shared(const Program& program, const Target& target) {
  if (program.deterministic) return "parts are combined in order, or one thread has all of them";
  return target.has_grid ? "atomic updates" : "private copies where they are few, atomic updates otherwise";
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
    const bool apart_in_runs =
        loop.var == chain.loops.front().var && writes_apart_in_runs(chain, loop.var, program);
    const bool takes_runs = loop.options.runs;  // a workspace is for all that is stored of a row
    const Access& left = chain.assign.left;
    loop.options.parallel =
        apart || (chain.assign.op != Op::none &&
                  (left.tensor->dense || left.tensor->assembled || comes_again(chain, loop.var)));
    if (left.tensor->assembled)
      loop.options.parallel = loop.var == chain.loops.front().var;
    else if (takes_runs)
      loop.options.parallel = apart || apart_in_runs;
    // Threads of a grid have no rows of their own.
    loop.options.runs = takes_runs || (!apart && loop.options.parallel && loop.options.unroll == 1 &&
                                       !target.has_grid && apart_in_runs);
    result.notes.push_back("loops of " + loops_text(chain));
    if (const std::string hint = repeated_sum(chain, program); !hint.empty()) result.notes.push_back(hint);
    if (loop.options.runs)
      result.notes.push_back("entries with one " + loop.var->name +
                             " follow each other: a thread has all of them");
    else if (!apart && loop.options.parallel && !left.tensor->assembled)
      result.notes.push_back("iterations of " + loop.var->name + " share elements of " + left.tensor->name +
                             ": " + how_shared(program, target));
  }
  result.body = to_stmt(chains);
  return result;
}

}  // namespace insum::schedule
