#include "schedule/fuse_nodes.h"

#include <algorithm>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "schedule/apply_schedule.h"
#include "schedule/chain.h"

namespace insum::schedule {

using namespace index;

namespace {

/// The level of one operand that the loop walks, if it walks no other.
std::optional<Driver> only_driver(const Chain& chain, const Var& var) {
  const std::vector<Driver> drivers = drivers_of(chain, var);
  if (drivers.size() != 1 || drivers[0].access.optional) return std::nullopt;
  const TensorNode& tensor = *drivers[0].access.tensor;
  return has_nodes(tensor.levels[drivers[0].level]) && keeps_order(tensor) ? std::optional(drivers[0])
                                                                           : std::nullopt;
}

/// The two outermost loops are over the first two levels of one operand and of the result, and work is left
/// inside.
bool is_over_nodes(const Chain& chain) {
  const Access& left = chain.assign.left;
  const std::vector<TensorLevel>& levels = left.tensor->levels;
  if (!left.tensor->assembled || left.tensor->keeps_pattern || !chain.conditions.empty() ||
      chain.loops.size() < 3 || levels.size() < 3 || !std::all_of(levels.begin(), levels.end(), has_nodes))
    return false;
  const Var &outer = chain.loops[0].var, &inner = chain.loops[1].var;
  if (as_var(left.subscripts[0]) != outer || as_var(left.subscripts[1]) != inner) return false;
  const auto first = only_driver(chain, outer), second = only_driver(chain, inner);
  return first && second && first->level == 0 && second->level == 1 && equal(first->access, second->access);
}

ast::ScheduleArgument argument(const std::string& name) {
  ast::ScheduleArgument argument;
  ast::Name text;
  text.text = name;
  argument.value = text;
  return argument;
}

}  // namespace

Program fuse_nodes(const Program& program) {
  if (program.memory || !program.policy_lines.empty() || !program.named_workspaces.empty()) return program;
  Program result = program;
  const std::vector<Chain> chains = chains_of(program);
  for (const Chain& chain : chains) {
    if (!is_over_nodes(chain)) continue;
    const Var &outer = chain.loops[0].var, &inner = chain.loops[1].var;
    const auto has_loop = [&](const Chain& other) { return other.has(outer) || other.has(inner); };
    if (std::count_if(chains.begin(), chains.end(), has_loop) != 1) continue;
    ast::ScheduleCommand fuse;
    fuse.name.text = "fuse";
    const std::string name = unique_name(result, outer->name + "_" + inner->name, "_");
    fuse.arguments = {argument(outer->name), argument(inner->name), argument(name)};
    Diagnostics unused;  // unfused it is legal
    if (auto fused = apply_schedule(result, {fuse}, unused)) result = std::move(*fused);
  }
  return result;
}

}  // namespace insum::schedule
