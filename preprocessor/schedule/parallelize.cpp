#include "schedule/command.h"
#include "schedule/dependence.h"

namespace insum::schedule {

using namespace index;

bool parallelize(Command& command) {
  if (!has_arguments(command, 1, 2)) return false;
  const Var var = index_argument(command, 0);
  if (!var || !is_looped(command, var, 0)) return false;
  LoopOptions options;
  options.parallel = true;
  if (command.text.arguments.size() == 2) {
    const auto* how = std::get_if<ast::Name>(&command.text.arguments[1].value);
    if (!how || (how->text != "static" && how->text != "dynamic"))
      return refuse(command, Diag::schedule_argument, {"parallelize", "static or dynamic as its second argument"});
    options.dynamic = how->text == "dynamic";
  }
  for (Chain& chain : command.chains) {
    const std::vector<Var> loops = loops_for(chain, var, command.program);
    if (loops.empty()) continue;
    for (const Loop& other : chain.loops)
      if (other.options.parallel)
        return refuse(command, Diag::impossible_parallelize,
                      {var->name, "the loop over " + other.var->name + " of the same nest is parallel already",
                       "parallelize one loop of a nest"});
    const auto driver = driver_of(chain, loops[0]);
    if (driver && driver->access.tensor->levels[driver->level].level.kind == LevelKind::singleton)
      return refuse(command, Diag::impossible_parallelize,
                    {var->name,
                     "level " + std::to_string(driver->level) + " of " + driver->access.tensor->name +
                         " (singleton) has one coordinate at a time",
                     "parallelize the loop around it"});
    if (chain.assign.op == Op::none && !writes_apart(chain, loops[0], command.program))
      return refuse(command, Diag::impossible_parallelize,
                    {var->name,
                     "its iterations overwrite the same elements of " + chain.assign.left.tensor->name,
                     "parallelize a loop over an index of the result"});
    if (chain.assign.left.tensor->assembled && chain.loops.front().var != loops[0])
      return refuse(command, Diag::impossible_parallelize,
                    {var->name, chain.assign.left.tensor->name + " is built in parts of the outermost loop",
                     "parallelize the outermost loop"});
    for (Loop& outer : chain.loops) {  // threads are not started inside of a register tile
      if (outer.var == loops[0]) break;
      outer.options.vector = false;
    }
    Loop* loop = chain.find(loops[0]);
    loop->options.parallel = true;
    loop->options.dynamic = options.dynamic;
  }
  return true;
}

}  // namespace insum::schedule
