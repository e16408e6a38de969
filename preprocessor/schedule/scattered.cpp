#include "schedule/scattered.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/chain.h"

namespace insum::schedule {

using namespace index;

namespace {

/// All of them have position arrays, or as many entries as others.
bool has_known_counts(const TensorNode& tensor) {
  return std::all_of(tensor.levels.begin(), tensor.levels.end(), [](const TensorLevel& level) {
    const LevelKind kind = level.level.kind;
    return kind == LevelKind::dense || kind == LevelKind::compressed || kind == LevelKind::singleton;
  });
}

bool has_known_length(const Chain& chain, const Var& var, const Program& program) {
  const std::vector<Driver> drivers = drivers_of(chain, var);
  if (drivers.empty()) {
    const Range& range = program.ranges.at(var);
    return is_zero(range.begin) && variables_of(range.end).empty();
  }
  return std::all_of(drivers.begin(), drivers.end(), [](const Driver& driver) {
    return !driver.access.optional && !driver.access.tensor->temporary &&
           has_known_counts(*driver.access.tensor);
  });
}

}  // namespace

bool has_known_lengths(const Program& program) {
  bool known = true;
  for (const Chain& chain : chains_of(program)) {
    if (!chain.assign.left.tensor->assembled || chain.assign.left.tensor->temporary) continue;
    for (const Loop& loop : chain.loops) known &= has_known_length(chain, loop.var, program);
  }
  return known;
}

std::vector<Tensor> sorted_operands(std::vector<Tensor> copied, const Program& scheduled) {
  for_each_stmt(scheduled.body, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    if (!assign || assign->places != Assign::Places::counted) return;
    std::erase_if(copied, [&](const Tensor& t) { return t->name == assign->left.tensor->copy_of; });
  });
  return copied;
}

std::string scattered_note(const std::vector<Tensor>& copied, const std::vector<Tensor>& sorted,
                           const Program& scattered) {
  const auto list = [](const std::vector<Tensor>& tensors) {
    std::string text;
    for (const Tensor& tensor : tensors) text += (text.empty() ? "" : ", ") + tensor->name;
    return text;
  };
  std::vector<Tensor> workspaces = scattered.tensors;
  std::erase_if(workspaces, [](const Tensor& t) { return t->workspace == TensorNode::Workspace::none; });
  return "but where three products or fewer are expected for each entry of " + list(sorted) +
         ", or 24 for a point of the outer loops that are in the order of the result, " + list(copied) +
         (copied.size() == 1 ? " is" : " are") + " read as stored, and products are collected in any order" +
         (workspaces.empty() ? "" : ", in " + list(workspaces));
}

}  // namespace insum::schedule
