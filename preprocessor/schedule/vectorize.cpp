// vectorize(i)            forall i: S  ->  S on several consecutive values of i at once
// Refused, around other loops, where an access does not move by a constant distance with i.
#include "index_ir/address.h"
#include "index_ir/rewrite.h"
#include "schedule/command.h"

namespace insum::schedule {

using namespace index;

namespace {

/// Why the loop cannot run on several values at once; "" when it can.
std::string obstacle(const Chain& chain, const Var& var) {
  if (chain.loops.back().var == var) return "";  // innermost: the compiler gathers and reduces
  if (const auto driver = driver_of(chain, var))
    return describe(*driver) + " does not store consecutive coordinates";
  std::vector<Access> accesses = accesses_of(chain.assign.right);
  accesses.push_back(chain.assign.left);
  for (const Access& access : accesses)
    if (!stride_of(access, var))
      return access.tensor->name + " does not move by a constant distance with " + var->name;
  return "";
}

}  // namespace

bool vectorize(Command& command) {
  if (!has_arguments(command, 1, 1)) return false;
  const Var var = index_argument(command, 0);
  if (!var || !is_looped(command, var, 0)) return false;
  for (Chain& chain : command.chains) {
    const std::vector<Var> loops = loops_for(chain, var, command.program);
    if (loops.empty()) continue;
    const std::string why = obstacle(chain, loops.back());
    if (!why.empty())
      return refuse(command, Diag::impossible_vectorize,
                    {var->name, why, "put the loop innermost with reorder, or vectorize a dense index"});
    for (const Var& other : command.program.requests.vectorized)
      if (other != loops.back() && chain.has(other))
        return refuse(command, Diag::impossible_vectorize,
                      {var->name, "the loop over " + other->name + " of the same nest is vectorized already",
                       "vectorize one loop of a nest"});
    command.program.requests.vectorized.push_back(loops.back());
    for (Loop& loop : chain.loops) loop.options.vector = loop.var == loops.back();
  }
  return true;
}

}  // namespace insum::schedule
