// unroll(i, n)            forall i: S  ->  n copies of S a step; what remains takes steps of one
// Refused for a loop that is vectorized or unrolled already, and where entries of several operands are
// merged.
#include "schedule/command.h"
#include "schedule/told.h"

namespace insum::schedule {

using namespace index;

bool unroll(Command& command) {
  if (!has_arguments(command, 2, 2)) return false;
  const Var var = index_argument(command, 0);
  if (!var || !is_looped(command, var, 0)) return false;
  const auto factor = number_argument(command, 1, 1, 64);
  if (!factor) return false;
  for (Chain& chain : command.chains) {
    const std::vector<Var> loops = loops_for(chain, var, command.program);
    if (loops.empty()) continue;
    Loop* loop = chain.find(loops.back());
    if (const std::string told = what_was_told(*loop); !told.empty())
      return refuse(command, Diag::impossible_unroll,
                    {var->name, told,
                     loop->options.vector ? each_its_own(var) : "give the number of copies in one command"});
    loop->options.unroll = static_cast<int>(*factor);
    loop->options.told = command.text.range;
    loop->options.vector = false;  // the user wants scalar copies instead of a tile
  }
  return true;
}

}  // namespace insum::schedule
