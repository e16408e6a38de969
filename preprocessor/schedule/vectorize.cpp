// vectorize(i)            forall i: S  ->  S on several consecutive values of i at once
// Refused for a loop that is unrolled already; around other loops, where an access does not move by a
// constant distance with i, and around threads.
#include "schedule/branches.h"
#include "schedule/command.h"
#include "schedule/told.h"

namespace insum::schedule {

using namespace index;

bool vectorize(Command& command) {
  if (!has_arguments(command, 1, 1)) return false;
  const Var var = index_argument(command, 0);
  if (!var || !is_looped(command, var, 0)) return false;
  for (Chain& chain : command.chains) {
    const std::vector<Var> loops = loops_for(chain, var, command.program);
    if (loops.empty()) continue;
    if (is_around_others(chain, loops.back(), command.program))
      return refuse(command, Diag::impossible_vectorize,
                    {var->name, "loopfuse has left it around a producer as well", "vectorize an inner loop"});
    if (const std::string why = vector_obstacle(chain, loops.back()); !why.empty())
      return refuse(command, Diag::impossible_vectorize,
                    {var->name, why, "put the loop innermost with reorder, or vectorize a dense index"});
    Loop* loop = chain.find(loops.back());
    if (loop->options.told.valid() && !loop->options.vector)
      return refuse(command, Diag::impossible_vectorize,
                    {var->name, what_was_told(*loop), each_its_own(var)});
    for (const Loop& other : chain.loops)
      if (other.var != loop->var && other.options.told.valid() && other.options.vector)
        return refuse(
            command, Diag::impossible_vectorize,
            {var->name, "the loop over " + other.var->name + " of the same nest is vectorized already",
             "vectorize one loop of a nest"});
    for (Loop& other : chain.loops) other.options.vector = other.var == loop->var;
    loop->options.told = command.text.range;
  }
  return true;
}

}  // namespace insum::schedule
