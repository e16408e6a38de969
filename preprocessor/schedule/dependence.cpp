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

ExprPtr stride_of(const Access& access, const Var& var) {
  if (access.tensor->dense) return coefficient(dense_address(access), var);
  ExprPtr stride = integer(0), step = integer(1);
  bool walked = false;
  for (std::size_t l = access.subscripts.size(); l-- > 0;) {
    const TensorLevel& level = access.tensor->levels[l];
    walked |= !can_locate(level.level);
    const bool here = uses(access.subscripts[l], var);
    if (walked && here) return nullptr;
    if (walked) continue;
    const ExprPtr c = coefficient(access.subscripts[l], var);
    if (!c) return nullptr;
    stride = add(stride, mul(step, c));
    step = mul(step, level.size);
  }
  return stride;
}

}  // namespace insum::schedule
