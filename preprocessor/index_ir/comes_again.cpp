#include "index_ir/comes_again.h"

#include <algorithm>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

/// Each of its entries is about an element of the result of its own.
bool has_elements_apart(const Access& access, const Access& result) {
  const std::vector<Var> vars = variables_of(result);
  return !may_hold_duplicates(*access.tensor) &&
         std::all_of(access.subscripts.begin(), access.subscripts.end(), [&](const ExprPtr& subscript) {
           const Var var = as_var(subscript);
           return var && contains(vars, var);
         });
}

}  // namespace

bool comes_again(const Access& result, const Access& operand, std::size_t level) {
  return !operand.tensor->levels[level].level.unique && !goes_along(result, operand) &&
         !has_elements_apart(operand, result);
}

}  // namespace insum::index
