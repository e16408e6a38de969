#include "schedule/count_work.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/printer.h"

namespace insum::schedule {

using namespace index;

namespace {

/// Loops that have one number of iterations together.
struct Factor {
  std::vector<Var> vars;
  std::string text;
  Tensor of;  // the tensor whose entries they enumerate, all of its levels so far; null for a dense range
};

/// Variables of the levels above `level`.
std::vector<Var> outer_variables(const Access& access, std::size_t level) {
  std::vector<Var> vars;
  for (std::size_t l = 0; l < level; ++l)
    if (const Var var = as_var(access.subscripts[l])) vars.push_back(var);
  return vars;
}

/// All below the level have one coordinate each.
bool is_last(const Tensor& tensor, std::size_t level) {
  return std::all_of(tensor->levels.begin() + static_cast<std::ptrdiff_t>(level) + 1, tensor->levels.end(),
                     [](const auto& each) { return each.level.kind == LevelKind::singleton; });
}

/// Adds the entries of a tensor that a loop takes, in place of the loops outside of it that come to all of
/// its levels above. False where no words say how many these are.
bool add_entries(const Driver& driver, const Var& var, std::vector<Factor>& factors) {
  const Tensor& tensor = driver.access.tensor;
  if (tensor->levels[driver.level].level.kind == LevelKind::singleton)
    return true;  // one for each of the parent's
  const std::vector<Var> outer = outer_variables(driver.access, driver.level);
  if (outer.size() != driver.level) return false;
  const auto is_outer = [&](const Factor& f) {
    return (!f.of || f.of == tensor) &&
           std::all_of(f.vars.begin(), f.vars.end(), [&](const Var& v) { return contains(outer, v); });
  };
  std::size_t covered = 0;
  for (const Factor& f : factors)
    if (is_outer(f)) covered += f.vars.size();
  const std::string count = is_last(tensor, driver.level) ? "nnz(" + tensor->name + ")"
                                                          : "stored " + var->name + " of " + tensor->name;
  if (covered == outer.size()) {
    Factor all{{var}, count, tensor};
    for (const Var& v : outer) all.vars.push_back(v);
    std::erase_if(factors, is_outer);
    factors.insert(factors.begin(), all);
  } else {
    factors.push_back({{var}, "(entries of " + tensor->name + " with one " + names(outer) + ")", tensor});
  }
  return true;
}

}  // namespace

std::string count_work(const Chain& chain, const Program& program) {
  std::vector<Factor> factors;
  const std::vector<Walk> walks = walks_of(chain);
  for (std::size_t l = 0; l < chain.loops.size(); ++l) {
    const Var& var = chain.loops[l].var;
    const Walk& walk = walks[l];
    const Range& range = program.ranges.at(var);
    if (dependent_loop(chain, var, program) || walk.leaders.size() > 1) return "";
    if (std::any_of(walk.searched.begin(), walk.searched.end(),
                    [](const AccessLevel& level) { return !level.access.optional; }))
      return "";  // nothing is done where it is not found
    if (walk.leaders.empty() && !is_zero(range.begin)) return "";
    if (walk.leaders.empty())
      factors.push_back({{var}, to_string(range.end), nullptr});
    else if (walk.leaders.front().access.optional || !add_entries(walk.leaders.front(), var, factors))
      return "";
  }
  std::string text;
  for (const Factor& f : factors) text += (text.empty() ? "" : " * ") + f.text;
  return text;
}

}  // namespace insum::schedule
