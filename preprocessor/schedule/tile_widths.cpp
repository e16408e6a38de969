#include "schedule/tile_widths.h"

#include <algorithm>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

constexpr long long few = 16;  // values of a loop that is not worth tiles

bool is_known_before(const ExprPtr& bound) {
  return variables_of(bound).empty() && accesses_of(bound).empty();
}

/// It replaced another one: blocks of a format, parts, entries.
bool is_derived(const Program& program, const Var& var) {
  return program.fused.count(var) != 0 ||
         std::any_of(program.derived.begin(), program.derived.end(), [&](const auto& entry) {
           return std::find(entry.second.begin(), entry.second.end(), var) != entry.second.end();
         });
}

bool pays(const Chain& chain, const Loop& loop, const Program& program) {
  const Range& range = program.ranges.at(loop.var);
  const auto count = as_integer(index::sub(range.end, range.begin));
  return !driver_of(chain, loop.var) && is_known_before(range.begin) && is_known_before(range.end) &&
         (!count || *count > few) && !is_derived(program, loop.var) && loop.options.axis == Axis::none &&
         loop.options.balance != LoopOptions::Balance::entries;
}

/// Notes which tensors have a part for each tile of `var`, which is index `bit`.
void note_uses(const Chain& chain, const Var& var, unsigned bit, Program::Tiling& tiling) {
  std::vector<Access> all = accesses_of(chain.assign.right);
  all.push_back(chain.assign.left);
  for (const Access& access : all) {
    if (access.tensor->temporary || !access.tensor->values) continue;
    const std::vector<Var> vars = variables_of(access);
    auto use = std::find_if(tiling.uses.begin(), tiling.uses.end(), [&](const Program::Tiling::Use& u) {
      return u.tensor->values == access.tensor->values;
    });
    if (use == tiling.uses.end()) use = tiling.uses.insert(use, {access.tensor, 0});
    if (std::find(vars.begin(), vars.end(), var) != vars.end()) use->indices |= bit;
  }
}

}  // namespace

std::vector<Var> loops_to_tile(const Command& command) {
  std::vector<Var> most;
  for (const Chain& chain : command.chains) {
    std::vector<Var> list;
    for (const Loop& loop : chain.loops)
      if (pays(chain, loop, command.program)) list.push_back(loop.var);
    if (list.size() > most.size()) most = std::move(list);
  }
  return most;
}

ExprPtr chosen_width(Command& command, const Var& var) {
  Program& program = command.program;
  const unsigned bit = 1U << program.tiling.indices.size();
  for (const Chain& chain : command.chains)
    if (chain.has(var)) note_uses(chain, var, bit, program.tiling);
  ArgumentNode width;
  width.kind = ArgumentNode::Kind::size;
  width.name = unique_name(program, var->name + "_width", "");
  const Argument made = std::make_shared<const ArgumentNode>(std::move(width));
  const Range& range = program.ranges.at(var);
  program.tiling.indices.push_back({var->name, made, index::sub(range.end, range.begin)});
  program.tiling.where = command.text.range;
  return argument_expr(made);
}

}  // namespace insum::schedule
