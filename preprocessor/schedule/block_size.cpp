#include "schedule/block_size.h"

#include <algorithm>

#include "schedule/dense_workspace.h"

namespace insum::schedule {

using namespace index;

std::array<long long, 3> threads_of(const std::vector<Chain>& chains, const Program& program) {
  std::array<long long, 3> most = {1, 1, 1};
  for (const Chain& chain : chains)
    for (const Loop& loop : chain.loops) {
      if (!is_thread(loop.options.axis)) continue;
      const ExprPtr size = driver_of(chain, loop.var) ? nullptr : workspace_extent(chain, loop.var, program);
      const long long trips = size ? as_integer(size).value_or(0) : 0;
      long long& length = most[static_cast<std::size_t>(direction(loop.options.axis))];
      length = trips == 0 || length == 0 ? 0 : std::max(length, trips);
    }
  return most;
}

std::string block_size_obstacle(const std::array<long long, 3>& threads) {
  long long product = 1;
  for (const long long length : threads) {
    if (length > 0 && product > INT32_MAX / length)
      return "a block would have more than 2^31 threads, and a device runs at most " +
             std::to_string(most_threads) + " in one";
    product *= std::max(length, 1LL);
  }
  if (product > most_threads)
    return "a block would have " + std::to_string(product) + " threads, and a device runs at most " +
           std::to_string(most_threads) + " in one";
  if (threads[2] > most_threads_z)
    return "a block would have " + std::to_string(threads[2]) +
           " threads along z, and a device runs at most " + std::to_string(most_threads_z) + " there";
  return "";
}

}  // namespace insum::schedule
