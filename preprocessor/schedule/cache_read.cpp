// cache_read(B, shared)     forall k0: forall i1, k1 on threads: S(B[k])  ->  forall k0: where
//                           forall i1, k1: S(T[k1])  with  forall k1, on all threads: T[k1] = B[k]
// What the threads of a block read of B comes to shared memory first. share_tiles() does it, and refuses
// nests for which that cannot be, once all commands have run.
#include <algorithm>

#include "index_ir/rewrite.h"
#include "schedule/command.h"

namespace insum::schedule {

using namespace index;

bool cache_read(Command& command) {
  const auto operand = cached_tensor(command, "shared");
  if (!operand) return false;
  const auto reads = [&](const Chain& chain) {
    const std::vector<Access> list = accesses_of(chain.assign.right);
    return std::any_of(list.begin(), list.end(), [&](const Access& a) { return a.tensor->name == *operand; });
  };
  if (std::none_of(command.chains.begin(), command.chains.end(), reads))
    return refuse(command, Diag::impossible_cache,
                  {*operand, "shared memory", "no nest of the block reads it", "name an operand"});
  command.program.cached.push_back({*operand, false, command.text.range});
  return true;
}

}  // namespace insum::schedule
