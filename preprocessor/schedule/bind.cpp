// bind(i, block.x)        forall i: S  ->  forall i, on the blocks of a grid: S
// bind(i, thread.x)       forall i: S  ->  forall i, on the threads of a block: S
// What is bound twice is refused here; check_bindings() looks at the order of loops once all commands have
// run.
#include "schedule/command.h"

namespace insum::schedule {

using namespace index;

bool bind(Command& command) {
  if (!has_arguments(command, 2, 2)) return false;
  const Var var = index_argument(command, 0);
  if (!var || !is_looped(command, var, 0)) return false;
  const auto* name = std::get_if<ast::Name>(&command.text.arguments[1].value);
  const std::optional<Axis> axis = name ? axis_named(name->text) : std::nullopt;
  if (!axis)
    return refuse(
        command, Diag::schedule_argument,
        {"bind", "block.x, block.y, block.z, thread.x, thread.y or thread.z as its second argument"});
  for (Chain& chain : command.chains) {
    const std::vector<Var> loops = loops_for(chain, var, command.program);
    if (loops.empty()) continue;
    Loop& loop = *chain.find(is_block(*axis) ? loops.front() : loops.back());
    for (const Loop& other : chain.loops)
      if (other.options.axis == *axis)
        return refuse(
            command, Diag::impossible_bind,
            {var->name, "the loop over " + other.var->name + " of the same nest has " + to_string(*axis),
             "bind it to another axis"});
    if (loop.options.axis != Axis::none)
      return refuse(
          command, Diag::impossible_bind,
          {var->name, "it is bound to " + to_string(loop.options.axis) + " already", "bind it once"});
    loop.options.axis = *axis;
  }
  command.program.bound[*axis] = command.text.range;
  return true;
}

}  // namespace insum::schedule
