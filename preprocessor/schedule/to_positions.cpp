#include "schedule/to_positions.h"

#include <algorithm>

#include "index_ir/guard_bounds.h"
#include "index_ir/nest.h"
#include "index_ir/positions.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

const TensorLevel& level_of(const Driver& driver) { return driver.access.tensor->levels[driver.level]; }

/// What the levels above allow.
std::optional<Obstacle> check_above(const Chain& chain, const Var& var, const Driver& driver,
                                    const Program& program) {
  const Access& access = driver.access;
  for (std::size_t l = 0; l < driver.level; ++l) {
    const TensorLevel& above = access.tensor->levels[l];
    const std::string name = describe({access, l});
    if (above.level.kind != LevelKind::dense)
      return Obstacle{name + " above it is walked by coordinates",
                      as_var(access.subscripts[l])
                          ? "first use pos for the loop over " + as_var(access.subscripts[l])->name
                          : ""};
    if (!access.tensor->folded && above.level.mode.kind == LevelMode::Kind::plain &&
        !bounds_of(access.subscripts[l], above.size, program).empty())
      return Obstacle{"the coordinate of " + name + " may be outside of it",
                      "subscript it with an index of its own"};
    if (uses(access.subscripts[l], var)) return Obstacle{name + " has the same index", ""};
    for (const Var& outer : variables_of(access.subscripts[l]))
      for (const Loop& loop : chain.loops) {
        if (loop.var == outer) break;
        if (loop.var == var)
          return Obstacle{describe(driver) + " is stored below level " + std::to_string(l) + " (index " +
                              outer->name + ")",
                          "put the loop over " + outer->name + " outside with reorder"};
      }
  }
  return std::nullopt;
}

}  // namespace

std::string as_written(const Access& access) {
  std::vector<std::string> modes(access.tensor->sizes.size());
  for (std::size_t l = 0; l < access.subscripts.size(); ++l) {
    const LevelMode& mode = access.tensor->levels[l].level.mode;
    const Var var = as_var(access.subscripts[l]);
    if (mode.kind != LevelMode::Kind::plain || access.tensor->folded || !var || !var->where.valid())
      return access.tensor->name;
    modes[static_cast<std::size_t>(mode.mode)] = to_string(access.subscripts[l]);
  }
  std::string text;
  for (const std::string& mode : modes) text += (text.empty() ? "" : ",") + mode;
  return access.tensor->name + "[" + text + "]";
}

std::optional<Obstacle> check_positions(const Chain& chain, const Var& var, const Driver& driver,
                                        const Program& program) {
  const LevelKind kind = level_of(driver).level.kind;
  if (kind != LevelKind::compressed && kind != LevelKind::singleton)
    return Obstacle{describe(driver) + " has no array of positions", ""};
  if (driver.access.optional)
    return Obstacle{"the loop also runs where " + name_in_messages(*driver.access.tensor) + " stores nothing",
                    "only an operand that the whole term is multiplied with can lead by positions"};
  const Loop* loop = chain.find(var);
  if (loop && loop->options.runs)
    return Obstacle{"a workspace is for all that " + describe(driver) + " stores of a row",
                    "use pos for a loop inside of it"};
  if (auto obstacle = check_above(chain, var, driver, program)) return obstacle;
  for (const Driver& other : drivers_of(chain, var))
    if (!equal(other.access, driver.access) && !keeps_order(*other.access.tensor))
      return Obstacle{describe(other) + " enumerates it as well and is in no order that can be searched",
                      "compute a part of the term in an Einsum of its own"};
  const Access& left = chain.assign.left;
  if (!left.tensor->dense && !left.tensor->assembled && !goes_along(left, driver.access) &&
      uses(make_expr(left, left.tensor->type), var))
    return Obstacle{"the entries of " + left.tensor->name + " are not those of " +
                        name_in_messages(*driver.access.tensor),
                    "use pos for the operand in whose pattern the result is"};
  return std::nullopt;
}

Range position_range(const Driver& driver, Program& program) {
  return positions_below(program, driver.access.tensor, driver.level,
                         parent_position(driver.access, driver.level));
}

void to_positions(Chain& chain, const Var& var, const Driver& driver, const Var& position, Program& program) {
  const Access from = driver.access;
  const ExprPtr at = position ? var_expr(position) : parent_position(from, driver.level);
  const auto below = [&](const Access& access) {
    Access rest{below_positions(program, access.tensor, driver.level), {at}};
    rest.subscripts.insert(rest.subscripts.end(),
                           access.subscripts.begin() + static_cast<std::ptrdiff_t>(driver.level) + 1,
                           access.subscripts.end());
    return rest;
  };
  if (goes_along(chain.assign.left, from)) chain.assign.left = below(chain.assign.left);
  const auto moved = [&](const ExprPtr& e) {
    return make_expr(below(*get_if<Access>(e)), e->type, e->where);
  };
  chain.assign.right = replace_access(chain.assign.right, from, moved);
  for (ExprPtr& condition : chain.conditions) condition = replace_access(condition, from, moved);
  const Tensor coordinates =
      level_array(program, from.tensor, driver.level, level_of(driver).arrays.size() - 1);
  substitute_all(chain, {{var, make_expr(Access{coordinates, {at}}, ElementType::i64)}}, program);
  const auto loop =
      std::find_if(chain.loops.begin(), chain.loops.end(), [&](const Loop& l) { return l.var == var; });
  if (position)
    loop->var = position;
  else
    chain.loops.erase(loop);
}

}  // namespace insum::schedule
