// pos(k, p, A[i,k])       forall k: S(A[i,k], k)  ->  forall p in [A_pos[i], A_pos[i+1]): S(A[p], A_crd[p])
// Refused where A does not lead the loop: it may be absent, has no array of positions, or levels above it are
// walked.
#include <algorithm>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "schedule/branches.h"
#include "schedule/command.h"
#include "schedule/to_positions.h"

namespace insum::schedule {

using namespace index;

namespace {

/// The loop of the chain for `var` that the operand enumerates; nothing where none is.
std::optional<std::pair<Var, Driver>> entries_loop(const Chain& chain, const Var& var,
                                                   const AccessArgument& operand, const Program& program) {
  std::optional<std::pair<Var, Driver>> found;
  for (const Var& loop : loops_for(chain, var, program))
    for (const Driver& driver : drivers_of(chain, loop)) {
      if (!operand.names(driver.access)) continue;
      if (!found || (found->second.access.optional && !driver.access.optional)) found = {loop, driver};
    }
  return found;
}

/// What to write instead of an operand whose entries the loop over `var` does not enumerate.
std::string entries_to_name(const Command& command, const Var& var) {
  for (const Chain& chain : command.chains)
    for (const Var& loop : loops_for(chain, var, command.program))
      for (const Driver& driver : drivers_of(chain, loop))
        return "the loop is over entries of " + driver.access.tensor->name + ": pos(" + var->name + ", " +
               var->name + "p, " + as_written(driver.access) + ")";
  return "leave pos out: the loop is over a range, to which other commands apply as it is";
}

/// The loop is not over the entries of what is named.
bool refuse_operand(Command& command, const Var& var, const AccessArgument& operand) {
  const Program& program = command.program;
  const auto is_named = [&](const Tensor& tensor) { return tensor->name == operand.tensor; };
  std::string why = "no level of " + operand.tensor + " is walked by it";
  if (std::none_of(program.tensors.begin(), program.tensors.end(), is_named)) {
    why = operand.tensor + " is no tensor of this block";
  } else if (std::any_of(program.outputs.begin(), program.outputs.end(), is_named)) {
    why = operand.tensor + " is the result, whose entries come of those of operands";
  } else if ((*std::find_if(program.tensors.begin(), program.tensors.end(), is_named))->dense) {
    why = operand.tensor + " is dense, and stores no coordinates";
  } else if (std::none_of(command.chains.begin(), command.chains.end(), [&](const Chain& chain) {
               const std::vector<Access> reads = accesses_of(chain.assign.right);
               return std::any_of(reads.begin(), reads.end(),
                                  [&](const Access& a) { return operand.names(a); });
             })) {
    why = operand.tensor + " is not read with these subscripts";
  }
  command.diagnostics.report(Diag::impossible_pos, command.text.arguments[2].range,
                             {var->name, why, entries_to_name(command, var)});
  return false;
}

/// An index that `fuse` made counts entries already.
bool rename_fused(Command& command, const Var& var, const std::string& name, const AccessArgument& operand) {
  Program& program = command.program;
  const Program::Fused fused = program.fused.at(var);
  if (!fused.entries || fused.entries->name != operand.tensor)
    return refuse(command, Diag::impossible_pos,
                  {var->name,
                   fused.entries ? "it is over the entries of " + fused.entries->name
                                 : "it is over pairs of dense indices",
                   fused.entries ? "name " + fused.entries->name : "leave pos out"});
  const Var position = fresh_variable(program, name, program.ranges.at(var));
  program.fused[position] = {fused.outer, fused.inner, nullptr};
  program.derived.emplace(var, std::vector<Var>{position});
  for (Chain& chain : command.chains) {
    if (!chain.has(var)) continue;
    substitute_all(chain, {{var, var_expr(position)}}, program);
    chain.find(var)->var = position;
  }
  return true;
}

}  // namespace

bool pos(Command& command) {
  if (!has_arguments(command, 3, 3)) return false;
  const Var var = index_argument(command, 0);
  if (!var || !is_looped(command, var, 0)) return false;
  const auto name = new_name(command, 1);
  const auto operand = access_argument(command, 2);
  if (!name || !operand) return false;
  Program& program = command.program;
  if (program.fused.count(var)) return rename_fused(command, var, *name, *operand);
  bool any = false;
  for (const Chain& chain : command.chains) {
    const auto found = entries_loop(chain, var, *operand, program);
    if (!found) continue;
    any = true;
    if (is_around_others(chain, found->first, program))
      return refuse(command, Diag::impossible_pos,
                    {var->name, "loopfuse has left it around a producer as well", "use pos for other loops"});
    if (found->second.access.tensor->levels[found->second.level].level.kind == LevelKind::singleton)
      return refuse(command, Diag::impossible_pos,
                    {var->name, describe(found->second) + " has one coordinate at a time",
                     "use pos for the loop around it"});
    if (const auto obstacle = check_positions(chain, found->first, found->second, program))
      return refuse(
          command, Diag::impossible_pos,
          {var->name, obstacle->why, obstacle->remedy.empty() ? "leave pos out" : obstacle->remedy});
  }
  if (!any) return refuse_operand(command, var, *operand);
  std::vector<std::pair<Var, Var>>
      done;  // a loop that several nests share stays one where its range is the same
  for (Chain& chain : command.chains) {
    const auto found = entries_loop(chain, var, *operand, program);
    if (!found) continue;
    const Range range = position_range(found->second, program);
    const auto same = std::find_if(done.begin(), done.end(), [&](const auto& entry) {
      const Range& other = program.ranges.at(entry.second);
      return entry.first == found->first && equal(other.begin, range.begin) && equal(other.end, range.end);
    });
    Var position = same == done.end() ? nullptr : same->second;
    if (!position) {
      position = fresh_variable(program, *name, range);
      program.derived.emplace(found->first, std::vector<Var>{position});
      if (!done.empty())
        program.derived.emplace(done.front().second, std::vector<Var>{position});  // one name for all
      done.emplace_back(found->first, position);
    }
    to_positions(chain, found->first, found->second, position, program);
  }
  return true;
}

}  // namespace insum::schedule
