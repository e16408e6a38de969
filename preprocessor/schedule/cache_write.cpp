// cache_write(C, registers)     forall k0: forall i, k1: C[i] += S  ->  where forall i: C[i] += R[i]  with
//                               forall k0: forall i, k1: R[i] += S
// Elements of C stay in registers over the loops that add them up. keep_results() does it, and refuses nests
// for which that cannot be, once all commands have run.
#include <algorithm>

#include "schedule/command.h"

namespace insum::schedule {

using namespace index;

bool cache_write(Command& command) {
  const auto result = cached_tensor(command, "registers");
  if (!result) return false;
  const auto writes = [&](const Chain& chain) { return chain.assign.left.tensor->name == *result; };
  if (std::none_of(command.chains.begin(), command.chains.end(), writes))
    return refuse(command, Diag::impossible_cache,
                  {*result, "registers", "no nest of the block computes it", "name a result"});
  command.program.cached.push_back({*result, true, command.text.range});
  return true;
}

}  // namespace insum::schedule
