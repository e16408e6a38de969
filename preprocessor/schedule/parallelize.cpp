// parallelize(i[, static|dynamic|nonzeros])   forall i: S  ->  forall i on threads: S
// Results that iterations share are combined atomically or in private copies. Refused where they overwrite
// elements, for a second loop of a nest, and inside of the outermost loop around a sparse result that is
// built.
#include <algorithm>
#include <set>

#include "index_ir/address.h"
#include "index_ir/nest.h"
#include "index_ir/positions.h"
#include "index_ir/printer.h"
#include "schedule/branches.h"
#include "schedule/command.h"
#include "schedule/dependence.h"

namespace insum::schedule {

using namespace index;

namespace {

/// True where an array of positions counts the entries below each iteration of the loop.
bool counts_entries(const Chain& chain, const Var& var, const Program& program) {
  std::vector<Var> inside = chain.vars();
  inside.erase(inside.begin(), std::find(inside.begin(), inside.end(), var) + 1);
  for (const Loop& loop : chain.loops)
    if (positions_of_rows(program.ranges.at(loop.var), var, inside, program)) return true;
  if (drivers_of(chain, var).size() > 1) return false;  // a merge of several operands
  for (const Access& access : index::sparse_accesses(chain.assign.right))
    for (std::size_t l = 0; l + 1 < access.subscripts.size(); ++l) {
      const bool part = l == 0 && first_row(access.subscripts[l], var, inside, program);
      if (!part && as_var(access.subscripts[l]) != var) continue;
      const Level& level = access.tensor->levels[l].level;
      const Level& below = access.tensor->levels[l + 1].level;
      const bool own = l == 0 || level.kind == LevelKind::compressed;  // its position is the iteration itself
      const bool counted =
          (below.kind == LevelKind::compressed && !below.implicit_pos) || below.kind == LevelKind::ragged;
      const Var inner = as_var(access.subscripts[l + 1]);
      if (own && counted && inner && chain.has(inner)) return true;
    }
  return false;
}

/// Why no loop but the outermost can be parallel. Of several nests, what it reads tells which one is meant.
std::string why_outermost(const Chain& chain, const std::vector<Chain>& nests) {
  std::string text = chain.assign.left.tensor->name + " is built in parts of the outermost loop, " +
                     chain.loops.front().var->name;
  if (nests.size() == 1) return text;
  std::string operands;
  std::set<std::string> seen;
  for (const Access& access : accesses_of(chain.assign.right)) {
    const TensorNode& tensor = *access.tensor;
    if (tensor.dense && tensor.storage_form) continue;  // an array of an operand's storage
    if (const std::string name = name_in_messages(tensor); seen.insert(name).second)
      operands += (operands.empty() ? "" : ", ") + name;
  }
  return text + (operands.empty() ? "" : ", of the nest that reads " + operands);
}

}  // namespace

bool parallelize(Command& command) {
  if (!has_arguments(command, 1, 2)) return false;
  const Var var = index_argument(command, 0);
  if (!var || !is_looped(command, var, 0)) return false;
  LoopOptions options;
  options.parallel = true;
  if (command.text.arguments.size() == 2) {
    const auto* how = std::get_if<ast::Name>(&command.text.arguments[1].value);
    if (!how || (how->text != "static" && how->text != "dynamic" && how->text != "nonzeros"))
      return refuse(command, Diag::schedule_argument,
                    {"parallelize", "static, dynamic or nonzeros as its second argument"});
    options.balance = how->text == "static"    ? LoopOptions::Balance::equal
                      : how->text == "dynamic" ? LoopOptions::Balance::dynamic
                                               : LoopOptions::Balance::entries;
  }
  for (Chain& chain : command.chains) {
    const std::vector<Var> loops = loops_for(chain, var, command.program);
    if (loops.empty()) continue;
    for (const Loop& other : chain.loops)
      if (other.options.parallel)
        return refuse(
            command, Diag::impossible_parallelize,
            {var->name, "the loop over " + other.var->name + " of the same nest is parallel already",
             "parallelize one loop of a nest"});
    if (const std::vector<Var> around = loops_around(chain, command.program);
        !around.empty() && !contains(around, loops[0]))
      return refuse(command, Diag::impossible_parallelize,
                    {var->name,
                     "threads would be started inside of the loop over " + chain.loops.front().var->name +
                         ", which loopfuse has left around a producer as well",
                     "parallelize that one"});
    const auto driver = driver_of(chain, loops[0]);
    if (driver && driver->access.tensor->levels[driver->level].level.kind == LevelKind::singleton)
      return refuse(
          command, Diag::impossible_parallelize,
          {var->name, describe(*driver) + " has one coordinate at a time", "parallelize the loop around it"});
    if (chain.assign.op == Op::none && !writes_apart(chain, loops[0], command.program))
      return refuse(
          command, Diag::impossible_parallelize,
          {var->name, "its iterations overwrite the same elements of " + chain.assign.left.tensor->name,
           "parallelize a loop over an index of the result"});
    const TensorNode& result = *chain.assign.left.tensor;
    if (!result.dense && !result.assembled && !writes_apart(chain, loops[0], command.program) &&
        !comes_again(chain, loops[0]))
      return refuse(command, Diag::impossible_parallelize,
                    {var->name, "its iterations share entries of " + result.name + ", which is sparse",
                     "parallelize a loop over an index of the result"});
    if (options.balance == LoopOptions::Balance::entries && !counts_entries(chain, loops[0], command.program))
      return refuse(command, Diag::impossible_parallelize,
                    {var->name, "no array of positions says how many entries its iterations have",
                     "use static or dynamic"});
    if (chain.assign.left.tensor->assembled && chain.loops.front().var != loops[0])
      return refuse(command, Diag::impossible_parallelize,
                    {var->name, why_outermost(chain, command.chains), "parallelize the outermost loop"});
    for (Loop& outer : chain.loops) {  // threads are not started inside of a register tile
      if (outer.var == loops[0]) break;
      if (outer.options.vector && outer.options.told.valid())
        return refuse(command, Diag::impossible_parallelize,
                      {var->name, "the loop over " + outer.var->name + " around it is vectorized already",
                       "put the loop over " + var->name + " outside of it with reorder"});
      outer.options.vector = false;
    }
    Loop* loop = chain.find(loops[0]);
    loop->options.parallel = true;
    loop->options.balance = options.balance;
  }
  return true;
}

}  // namespace insum::schedule
