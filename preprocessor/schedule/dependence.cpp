#include "schedule/dependence.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

bool writes_apart(const Chain& chain, const Var& var, const Program& program) {
  const Access& left = chain.assign.left;
  if (left.tensor->assembled)
    return uses(make_expr(left, left.tensor->type), var);  // to the part of its chunk
  // What repeats a coordinate has a position for each time, and so has a result in its pattern.
  for (const Access& access : index::sparse_accesses(chain.assign.right))
    for (std::size_t l = 0; l < access.subscripts.size(); ++l)
      if (left.tensor->dense && as_var(access.subscripts[l]) == var && !access.tensor->levels[l].level.unique)
        return false;
  std::vector<Var> inner;
  bool below = false;
  for (const Loop& loop : chain.loops) {
    if (below) inner.push_back(loop.var);
    below |= loop.var == var;
  }
  return is_injective(left, var, inner, program);
}

}  // namespace insum::schedule
