#include "schedule/repeated_sums.h"

#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

bool has_plain_modes(const TensorNode& tensor) {
  return std::all_of(tensor.levels.begin(), tensor.levels.end(),
                     [](const TensorLevel& l) { return l.level.mode.kind == LevelMode::Kind::plain; });
}

/// Accesses of the Einsum as the user wrote it, each stored wherever the term has a value.
bool are_plain(const std::vector<ExprPtr>& factors) {
  for (const ExprPtr& factor : factors)
    for (const Access& access : accesses_of(factor))
      if (access.optional || access.tensor->temporary || access.tensor->folded ||
          !has_plain_modes(*access.tensor))
        return false;
  return true;
}

/// Subscripts by modes again, which stand in the order of the levels.
ExprPtr as_written(const ExprPtr& expr) {
  return rewrite(expr, [](const ExprPtr& e) -> ExprPtr {
    const auto* access = get_if<Access>(e);
    if (!access || access->tensor->dense || !access->tensor->storage_form) return nullptr;
    Access written = *access;
    for (std::size_t l = 0; l < access->subscripts.size(); ++l)
      written.subscripts[static_cast<std::size_t>(access->tensor->levels[l].level.mode.mode)] =
          access->subscripts[l];
    return make_expr(std::move(written), e->type);
  });
}

}  // namespace

std::string repeated_sum(const Chain& chain, const Program& program) {
  const std::vector<Var> vars = chain.vars(), result = variables_of(chain.assign.left);
  const auto reduced =
      std::find_if(vars.rbegin(), vars.rend(), [&](const Var& v) { return !contains(result, v); });
  if (reduced == vars.rend() || chain.assign.op != Op::add || !chain.conditions.empty()) return "";
  std::vector<ExprPtr> summed, others;
  for (const ExprPtr& factor : factors(chain.assign.right))
    (uses(factor, *reduced) ? summed : others).push_back(factor);
  if (others.empty() || summed.size() < 2 || !are_plain(summed)) return "";
  const ExprPtr sum = product(summed, chain.assign.right->type);
  std::vector<Var> own, around;
  for (const Var& var : vars)
    if (var != *reduced) (uses(sum, var) ? own : around).push_back(var);
  // Without another reduction, or with an index of the result alone around it, a temporary is as large as the
  // work.
  const bool chained =
      std::any_of(own.begin(), own.end(), [&](const Var& v) { return !contains(result, v); });
  if (around.empty() || !chained) return "";
  std::string subscripts;
  for (const Var& var : variables_of(sum))
    if (contains(own, var)) subscripts += (subscripts.empty() ? "" : ",") + var->name;
  const std::string text = to_string(as_written(sum));
  return "sum(" + (*reduced)->name + ": " + text + ") is computed for each " + names(around) +
         " again: an Einsum " + unique_name(program, "T", "") + "[" + subscripts + "] = " + text +
         " in front of this one computes it once";
}

}  // namespace insum::schedule
