#include "schedule/dependence.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

bool writes_apart(const Chain& chain, const Var& var, const Program& program) {
  const Access& left = chain.assign.left;
  if (!left.tensor->dense) return uses(make_expr(left, left.tensor->type), var);  // one position, one entry
  if (const auto driver = driver_of(chain, var))
    if (!driver->access.tensor->levels[driver->level].level.unique) return false;
  std::vector<Var> inner;
  bool below = false;
  for (const Loop& loop : chain.loops) {
    if (below) inner.push_back(loop.var);
    below |= loop.var == var;
  }
  return is_injective(left, var, inner, program);
}

}  // namespace insum::schedule
