#include "schedule/ascending.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/nest.h"
#include "index_ir/positions.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

/// A level, and the position at which a subscript reads its array of coordinates.
struct Coordinates {
  const TensorNode* tensor;
  std::size_t level;
  ExprPtr position;

  const TensorLevel& stored() const { return tensor->levels[level]; }
};

std::optional<Coordinates> coordinates_of(const ExprPtr& subscript, const Program& program) {
  const auto* access = get_if<Access>(subscript);
  if (!access || access->subscripts.size() != 1 || !access->tensor->storage_form) return std::nullopt;
  for (const Tensor& tensor : program.tensors)
    for (std::size_t l = 0; l < tensor->levels.size(); ++l)
      if (const auto& arrays = tensor->levels[l].arrays;
          !arrays.empty() && arrays.back() == access->tensor->values)
        return Coordinates{tensor.get(), l, access->subscripts[0]};
  return std::nullopt;
}

/// An element of the level's array of positions that is `bound`, or one of the two that it is the most or the
/// least of.
const Access* position_in(const ExprPtr& bound, const TensorLevel& level) {
  if (const auto* access = get_if<Access>(bound))
    return access->subscripts.size() == 1 && access->tensor->values == level.arrays.front() ? access
                                                                                            : nullptr;
  const auto* call = get_if<Call>(bound);
  if (!call || call->callable || (call->function != "max" && call->function != "min")) return nullptr;
  for (const ExprPtr& argument : call->arguments)
    if (const Access* found = position_in(argument, level)) return found;
  return nullptr;
}

/// Positions in this range are below one position of the level above.
bool is_segment(const Range& range, const TensorLevel& level) {
  if (level.level.implicit_pos) return true;
  const Access *begin = position_in(range.begin, level), *end = position_in(range.end, level);
  return begin && end && equal(add(begin->subscripts[0], integer(1)), end->subscripts[0]);
}

/// A split made `var` of a part of `whole`, or of a part of that.
bool is_part_of(const Var& var, const Var& whole, const Program& program) {
  return std::any_of(program.derived.begin(), program.derived.end(), [&](const auto& entry) {
    return contains(entry.second, var) && entry.second.size() == 2 &&
           (entry.first == whole || is_part_of(entry.first, whole, program));
  });
}

/// `position` goes by one segment while the variables `own` run.
bool stays_in_segment(const ExprPtr& position, const std::vector<Var>& own, const TensorLevel& level,
                      const Program& program) {
  if (const Var var = as_var(position)) return is_segment(program.ranges.at(var), level);
  return std::any_of(program.ranges.begin(), program.ranges.end(), [&](const auto& entry) {
    const auto& [whole, range] = entry;
    return is_segment(range, level) && std::all_of(own.begin(), own.end(), [&](const Var& var) {
             return is_part_of(var, whole, program);
           });
  });
}

/// Each variable moves the expression farther than all of those after it together.
std::vector<Var> by_step(const ExprPtr& expr, const std::vector<Var>& own, const Program& program) {
  std::vector<std::pair<long long, Var>> steps;
  for (const Var& var : own) {
    const ExprPtr each = coefficient(expr, var);
    const auto step = each ? as_integer(each) : std::nullopt;
    if (!step || *step <= 0) return {};
    steps.emplace_back(*step, var);
  }
  std::sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Var> parts;
  for (const auto& [step, var] : steps) parts.push_back(var);
  for (long long reach = 0; !steps.empty(); steps.pop_back()) {
    const auto& [step, var] = steps.back();
    if (step <= reach) return {};
    if (steps.size() == 1) break;
    const Range& range = program.ranges.at(var);
    const auto count = at_most(range.end);
    long long more = 0;
    if (!count || as_integer(range.begin) != 0 || __builtin_mul_overflow(step, *count - 1, &more) ||
        __builtin_add_overflow(reach, more, &reach))
      return {};
  }
  return parts;
}

}  // namespace

std::vector<Var> ascending_parts(const ExprPtr& subscript, const std::vector<Var>& fixed,
                                 const Program& program) {
  std::vector<Var> own;
  for (const Var& var : variables_of(subscript))
    if (!contains(fixed, var)) own.push_back(var);
  if (own.empty()) return {};
  if (as_var(subscript)) return own;
  if (whole_of(subscript, program))
    return own.size() == variables_of(subscript).size() ? own : std::vector<Var>{};
  return by_step(subscript, own, program);
}

namespace {

const Call* call_of(const char* function, const ExprPtr& expr) {
  const auto* call = get_if<Call>(expr);
  return call && !call->callable && call->function == function ? call : nullptr;
}

/// quotient(p, n), remainder(p, n): the levels of loops that are fused ascend with p.
std::optional<EntryLevels> levels_of_number(const Access& left, std::size_t first,
                                            const std::vector<Var>& fixed, const Program& program) {
  ExprPtr number = left.subscripts[first];
  std::size_t count = 1;
  while (const Call* rows = call_of("quotient", number)) {
    const ExprPtr &at = rows->arguments[0], &length = rows->arguments[1];
    if (first + count == left.subscripts.size() ||
        !equal(left.subscripts[first + count], remainder(at, length)))
      return std::nullopt;
    number = at;
    ++count;
  }
  if (count == 1) return std::nullopt;
  return EntryLevels{count, ascending_parts(number, fixed, program)};
}

/// parent(pos, p), crd[p]: so do those of entries that are fused with their rows.
std::optional<EntryLevels> levels_of_rows(const Access& left, std::size_t first,
                                          const std::vector<Var>& fixed, const Program& program) {
  const Call* row = call_of("parent", left.subscripts[first]);
  if (!row || first + 1 == left.subscripts.size()) return std::nullopt;
  const auto entry = coordinates_of(left.subscripts[first + 1], program);
  const auto* positions = get_if<Access>(row->arguments[0]);
  if (!entry || !positions || !equal(entry->position, row->arguments[2])) return std::nullopt;
  const TensorLevel& stored = entry->stored();
  if (!has_positions(stored) || stored.arrays.front() != positions->tensor->values || !stored.level.ordered ||
      !stored.level.unique)
    return std::nullopt;
  return EntryLevels{2, ascending_parts(entry->position, fixed, program)};
}

}  // namespace

std::optional<EntryLevels> levels_of_entries(const Access& left, std::size_t first,
                                             const std::vector<Var>& fixed, const Program& program) {
  if (auto levels = levels_of_number(left, first, fixed, program)) return levels;
  if (auto levels = levels_of_rows(left, first, fixed, program)) return levels;
  const auto outermost = coordinates_of(left.subscripts[first], program);
  if (!outermost || outermost->stored().level.kind != LevelKind::compressed) return std::nullopt;
  for (std::size_t l = first; l < left.subscripts.size(); ++l) {
    const auto next = coordinates_of(left.subscripts[l], program);
    if (!next || next->tensor != outermost->tensor || next->level != outermost->level + l - first ||
        !equal(next->position, outermost->position) || !next->stored().level.ordered)
      return std::nullopt;
    if (l > first && next->stored().level.kind != LevelKind::singleton) return std::nullopt;
    if (!next->stored().level.unique) continue;
    const std::vector<Var> parts = ascending_parts(next->position, fixed, program);
    if (outermost->level != 0 && !stays_in_segment(next->position, parts, outermost->stored(), program))
      return std::nullopt;  // of the outermost level all is one segment
    return EntryLevels{l + 1 - first, parts};
  }
  return std::nullopt;
}

}  // namespace insum::schedule
