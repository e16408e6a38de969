// fuse(i, j, f)           forall i: forall j: S(i, j)  ->  forall f: S(f / J, f % J)
// Where j enumerates the entries of a row, f counts entries: i is found in the array of positions.
// Loops inside keep their ranges, in which i and j are f / J and f % J: tiles can share one loop.
// Refused for loops that are no neighbours, and where the range of j depends on i in another way.
#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/nest.h"
#include "index_ir/positions.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/branches.h"
#include "schedule/command.h"
#include "schedule/to_positions.h"

namespace insum::schedule {

using namespace index;

namespace {

/// The segments of positions that an inner loop goes through as the outer one moves on: [pos[u + shift],
/// pos[u + shift + 1]).
struct Segments {
  Tensor positions;
  ExprPtr shift;
};

std::optional<Segments> segments_of(const Range& inner, const Var& outer) {
  const auto* begin = get_if<Access>(inner.begin);
  const auto* end = get_if<Access>(inner.end);
  if (!begin || !end || begin->tensor != end->tensor || begin->subscripts.size() != 1) return std::nullopt;
  const ExprPtr& at = begin->subscripts[0];
  if (!equal(add(at, integer(1)), end->subscripts[0])) return std::nullopt;
  if (as_integer(coefficient(at, outer)) != 1) return std::nullopt;
  return Segments{begin->tensor, substitute(at, {{outer, integer(0)}})};
}

class Fuser {
 public:
  Fuser(Command& command, std::string name)
      : command_(command), program_(command.program), name_(std::move(name)) {}

  /// False when refused.
  bool run(Chain& chain, const Var& outer, const Var& inner) {
    if (!are_neighbours(chain, outer, inner)) return false;
    const auto driver = driver_of(chain, inner);
    const auto above = driver_of(chain, outer);
    const Range& range = program_.ranges.at(inner);
    if (!driver && above && (uses(range.begin, outer) || uses(range.end, outer)))
      return refuse(outer, inner, "the range of " + inner->name + " depends on " + outer->name,
                    "leave fuse out");
    if (!driver && above)
      return over_entries(chain, outer, *above) && fuse_ranges(chain, made_, inner, outer, nullptr);
    if (!driver) return fuse_ranges(chain, outer, inner, outer, nullptr);
    return fuse_entries(chain, outer, inner, *driver);
  }

 private:
  bool refuse(const Var& outer, const Var& inner, const std::string& why, const std::string& remedy) {
    return schedule::refuse(command_, Diag::impossible_fuse, {outer->name, inner->name, why, remedy});
  }

  bool are_neighbours(const Chain& chain, const Var& outer, const Var& inner) {
    outer_ = outer, inner_ = inner;
    const std::vector<Var> vars = chain.vars();
    const auto a = std::find(vars.begin(), vars.end(), outer), b = std::find(vars.begin(), vars.end(), inner);
    if (b < a)
      return refuse(outer, inner,
                    "the loop over " + inner->name + " is outside of the one over " + outer->name,
                    "swap the two names");
    if (!can_move_ranges(chain, outer, inner)) return false;
    if (b - a > 1)
      return refuse(
          outer, inner, "the loop over " + (a + 1)->get()->name + " stands between them",
          "move it with reorder(" + outer->name + ", " + inner->name + ", " + (a + 1)->get()->name + ")");
    for (const Loop& loop : chain.loops) {
      if (loop.var != outer && loop.var != inner) continue;
      if (is_around_others(chain, loop.var, program_))
        return refuse(outer, inner,
                      "loopfuse has left the loop over " + loop.var->name + " around a producer as well",
                      "fuse first, then loopfuse");
      if (loop.options.parallel || loop.options.axis != Axis::none)
        return refuse(outer, inner, "the loop over " + loop.var->name + " is parallel already",
                      "fuse first, then parallelize");
      if (loop.options.told.valid())
        return refuse(outer, inner,
                      "the loop over " + loop.var->name + " is " +
                          (loop.options.vector ? "vectorized" : "unrolled") + " already",
                      "fuse first, then vectorize or unroll");
    }
    return true;
  }

  bool are_dense(const Chain& chain, const Var& outer, const Var& inner) const {
    return !driver_of(chain, outer) && !driver_of(chain, inner) &&
           !segments_of(program_.ranges.at(inner), outer);
  }

  /// Ranges that depend on one of the loops, as that of i1 does on i0 of a split, can be those of the fused
  /// index: where both loops are dense, nests share that, and every nest with such a range has to have both.
  bool can_move_ranges(const Chain& chain, const Var& outer, const Var& inner) {
    if (!are_dense(chain, outer, inner)) return true;
    for (const Var& var : {outer, inner}) {
      const Var other = dependent_loop(chain, var, program_);
      if (!other || other == inner) continue;
      const bool in_all = std::all_of(command_.chains.begin(), command_.chains.end(), [&](const Chain& each) {
        const bool is_done = std::any_of(made_before_.begin(), made_before_.end(),
                                         [&](const Var& made) { return each.has(made); });
        return !each.has(other) || is_done || (each.has(outer) && each.has(inner));
      });
      if (!in_all)
        return refuse(outer, inner, "the range of " + other->name + " depends on " + var->name,
                      "fuse before other commands");
    }
    return true;
  }

  /// Puts a loop over positions, made_, in the place of one over coordinates.
  bool over_entries(Chain& chain, const Var& var, const Driver& driver) {
    if (const auto obstacle = check_positions(chain, var, driver, program_))
      return refuse(outer_, inner_, obstacle->why,
                    obstacle->remedy.empty() ? "leave fuse out" : obstacle->remedy);
    const bool single = driver.access.tensor->levels[driver.level].level.kind == LevelKind::singleton;
    made_ = single ? nullptr : std::make_shared<const IndexVar>(IndexVar{var->name, {}});
    if (made_) program_.ranges[made_] = position_range(driver, program_);
    to_positions(chain, var, driver, made_, program_);
    return true;
  }

  bool fuse_entries(Chain& chain, const Var& outer, const Var& inner, const Driver& driver) {
    Var around = outer;
    const auto above = driver_of(chain, outer);
    if (above && !equal(above->access, driver.access))
      return refuse(outer, inner,
                    describe(*above) + " and " + describe(driver) + " are of different operands",
                    "fuse the loops over one operand's entries");
    if (above) {
      if (above->access.tensor->levels[above->level].level.kind == LevelKind::singleton)
        return refuse(outer, inner, describe(*above) + " has one coordinate at a time",
                      "fuse the loop around them");
      if (!over_entries(chain, outer, *above)) return false;
      around = made_;
    }
    const auto below = driver_of(chain, inner);  // of what is left of the operand
    const Tensor entries = below->access.tensor;
    if (!over_entries(chain, inner, *below)) return false;
    if (!made_)
      return replace(chain, around, {}, outer, inner,
                     entries);  // single coordinates: entries are those of the loop around
    return fuse_ranges(chain, around, made_, outer, entries);
  }

  /// Fuses two loops over ranges; the outer one was called `name`.
  bool fuse_ranges(Chain& chain, const Var& outer, const Var& inner, const Var& name, const Tensor& entries) {
    const Range a = program_.ranges.at(outer), b = program_.ranges.at(inner);
    const Var inner_name = inner == made_ ? inner_ : inner;
    if (const auto segments = segments_of(b, outer)) {
      const ExprPtr count = add(a.end, segments->shift);
      const Range whole{substitute(b.begin, {{outer, a.begin}}), substitute(b.begin, {{outer, a.end}})};
      const Var fused = make(whole, name, inner_name, entries);
      const ExprPtr at = var_expr(fused);
      const std::map<Var, ExprPtr> values = {
          {outer, sub(parent(segments->positions, count, at), segments->shift)}, {inner, at}};
      substitute_all(chain, values, program_);
      return put(chain, fused, values);
    }
    if (uses(b.begin, outer) || uses(b.end, outer))
      return refuse(outer_, inner_, "the range of " + inner_name->name + " depends on " + name->name,
                    "fuse before split");
    const Tensor& result = chain.assign.left.tensor;
    for (const Access& access : accesses_of(chain.assign.right))
      if (chain.assign.defines && result->values && access.tensor->values == result->values)
        return refuse(outer_, inner_, result->name + " is read where it is stored", "leave fuse out");
    const ExprPtr width = sub(b.end, b.begin);
    const ExprPtr size = checked_product(sub(a.end, a.begin), width);
    if (!size)
      return refuse(outer_, inner_, "the product of their sizes is no 64-bit number", "leave fuse out");
    const Var fused = make({integer(0), size}, name, inner_name, nullptr);
    const ExprPtr at = var_expr(fused);
    return put(chain, fused,
               {{outer, add(a.begin, quotient(at, width))}, {inner, add(b.begin, remainder(at, width))}});
  }

  /// The loop over positions that is left is the fused one.
  bool replace(Chain& chain, const Var& around, std::map<Var, ExprPtr> values, const Var& outer,
               const Var& inner, const Tensor& entries) {
    const Var fused = make(program_.ranges.at(around), outer, inner, entries);
    values[around] = var_expr(fused);
    substitute_all(chain, values, program_);
    *chain.find(around) = Loop{fused, {}};
    return true;
  }

  Var make(const Range& range, const Var& outer, const Var& inner, const Tensor& entries) {
    for (const Var& known : made_before_) {
      const Range& other = program_.ranges.at(known);
      if (equal(other.begin, range.begin) && equal(other.end, range.end)) return known;
    }
    const Var fused = fresh_variable(program_, name_, range);
    program_.fused[fused] = {outer, inner, entries};
    program_.derived.emplace(outer, std::vector<Var>{});
    program_.derived.emplace(inner, std::vector<Var>{});
    if (!made_before_.empty())
      program_.derived.emplace(made_before_.front(), std::vector<Var>{fused});  // one name for all
    made_before_.push_back(fused);
    return fused;
  }

  /// The fused loop in the place of two others.
  bool put(Chain& chain, const Var& fused, const std::map<Var, ExprPtr>& values) {
    substitute_in(chain, values);
    const auto first = std::find_if(chain.loops.begin(), chain.loops.end(),
                                    [&](const Loop& l) { return values.count(l.var) > 0; });
    *first = Loop{fused, {}};
    chain.loops.erase(first + 1);
    for (const Loop& loop : chain.loops) {
      Range& range = program_.ranges.at(loop.var);
      range = {substitute(range.begin, values), substitute(range.end, values)};
    }
    return true;
  }

  Command& command_;
  Program& program_;
  std::string name_;
  Var outer_, inner_;  // as the chain has them
  Var made_;
  std::vector<Var> made_before_;
};

}  // namespace

bool fuse(Command& command) {
  if (!has_arguments(command, 3, 3)) return false;
  const Var outer = index_argument(command, 0), inner = index_argument(command, 1);
  if (!outer || !inner || !is_looped(command, outer, 0) || !is_looped(command, inner, 1)) return false;
  if (outer == inner) return refuse(command, Diag::schedule_argument, {"fuse", "two different indices"});
  const auto name = new_name(command, 2);
  if (!name) return false;
  Fuser fuser(command, *name);
  bool any = false;
  for (Chain& chain : command.chains) {
    const std::vector<Var> a = loops_for(chain, outer, command.program),
                           b = loops_for(chain, inner, command.program);
    if (a.empty() || b.empty()) continue;
    any = true;
    for (const auto& [var, loops] : {std::pair{outer, a}, std::pair{inner, b}})
      if (loops.size() > 1)
        return refuse(
            command, Diag::impossible_fuse,
            {outer->name, inner->name,
             "the loop over " + var->name + " is in parts (" + loops[0]->name + ", " + loops[1]->name + ")",
             "name one of them"});
    if (!fuser.run(chain, a[0], b[0])) return false;
  }
  if (!any)
    return refuse(command, Diag::impossible_fuse,
                  {outer->name, inner->name, "no nest has loops over both", "name two loops of one nest"});
  return true;
}

}  // namespace insum::schedule
