#include <algorithm>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "schedule/command.h"

namespace insum::schedule {

using namespace index;

namespace {

/// The name of a new index, or nothing when it is taken (diagnosed).
std::optional<std::string> new_name(Command& command, std::size_t number) {
  const ast::ScheduleArgument& argument = command.text.arguments.at(number);
  const auto* name = std::get_if<ast::Name>(&argument.value);
  if (!name) {
    command.diagnostics.report(Diag::schedule_argument, argument.range, {"split", "the name of a new index here"});
    return std::nullopt;
  }
  for (const Var& var : command.program.variables)
    if (var->name == name->text) {
      command.diagnostics.report(Diag::schedule_argument, argument.range,
                                 {"split", "a new name here, but '" + name->text + "' is an index already"});
      return std::nullopt;
    }
  return name->text;
}

void substitute_in(Chain& chain, const std::map<Var, ExprPtr>& values) {
  chain.assign.left = substitute(chain.assign.left, values);
  chain.assign.right = substitute(chain.assign.right, values);
  for (ExprPtr& condition : chain.conditions) condition = substitute(condition, values);
}

}  // namespace

bool split(Command& command) {
  if (!has_arguments(command, 4, 4)) return false;
  const Var var = index_argument(command, 0);
  if (!var || !is_looped(command, var, 0)) return false;
  const auto outer_name = new_name(command, 1), inner_name = new_name(command, 2);
  const auto factor = number_argument(command, 3, 1, 1 << 20);
  if (!outer_name || !inner_name || !factor) return false;
  if (*outer_name == *inner_name)
    return refuse(command, Diag::schedule_argument, {"split", "two different names for the new indices"});
  for (const Chain& chain : command.chains) {
    const std::vector<Var> loops = loops_for(chain, var, command.program);
    if (loops.empty()) continue;
    if (loops.size() > 1)
      return refuse(command, Diag::impossible_split,
                    {var->name, "its loop is in parts already (" + loops[0]->name + ", " + loops[1]->name + ")",
                     "split one of them"});
    if (const auto driver = driver_of(chain, loops[0]))
      return refuse(command, Diag::impossible_split,
                    {var->name,
                     "it enumerates level " + std::to_string(driver->level) + " of " + driver->access.tensor->name +
                         " (" + to_string(driver->access.tensor->levels[driver->level].level.kind) + ")",
                     "split an index over a dense range"});
    for (const Var& other : chain.vars()) {
      const Range& range = command.program.ranges.at(other);
      if (other != loops[0] && (uses(range.begin, loops[0]) || uses(range.end, loops[0])))
        return refuse(command, Diag::impossible_split,
                      {var->name, "the range of " + other->name + " depends on it", "split " + other->name});
    }
  }
  Program& program = command.program;
  std::map<Var, std::pair<Var, Var>> done;  // a loop variable may be shared by several nests
  for (Chain& chain : command.chains) {
    const std::vector<Var> loops = loops_for(chain, var, program);
    if (loops.empty()) continue;
    const Range whole = program.ranges.at(loops[0]);
    const ExprPtr size = index::sub(whole.end, whole.begin), width = integer(*factor);
    if (!done.count(loops[0])) {
      const auto constant = as_integer(size);
      const ExprPtr count =
          constant ? integer((*constant + *factor - 1) / *factor)
                   : make_expr(Binary{BinaryOp::div, index::add(size, integer(*factor - 1)), width}, ElementType::i64);
      const Var outer = fresh_variable(program, *outer_name, {integer(0), count});
      const ExprPtr rest = index::sub(size, index::mul(var_expr(outer), width));
      const bool even = constant && *constant % *factor == 0;
      const Var inner = fresh_variable(program, *inner_name, {integer(0), even ? width : min_of(width, rest)});
      program.derived.emplace(loops[0], std::vector<Var>{outer, inner});
      done[loops[0]] = {outer, inner};
    }
    const auto [outer, inner] = done[loops[0]];
    const ExprPtr value =
        index::add(whole.begin, index::add(index::mul(var_expr(outer), width), var_expr(inner)));
    substitute_in(chain, {{loops[0], value}});
    const auto at = std::find_if(chain.loops.begin(), chain.loops.end(), [&](const Loop& l) { return l.var == loops[0]; });
    const auto next = chain.loops.erase(at);
    chain.loops.insert(next, {Loop{outer, {}}, Loop{inner, {}}});
  }
  return true;
}

}  // namespace insum::schedule
