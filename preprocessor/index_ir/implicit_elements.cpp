// Reductions by min, max, any and all over an operand of which some elements are not stored: what the term is
// at those counts once, wherever there is one.
//   y[i] = max(k: abs(A[i,k]))  ->  forall i, k stored: y[i] max= abs(A[i,k])
//                                   forall i: if pos[i + 1] - pos[i] < size: y[i] max= 0
// instead of a dense copy of A (copies.cpp), which other reductions need, as do operands in which duplicates,
// blocks or padding keep the number of entries from telling how many elements are stored.
#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/concretizer.h"
#include "index_ir/positions.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

ExprPtr condition(BinaryOp op, const ExprPtr& a, const ExprPtr& b) {
  return make_expr(Binary{op, a, b}, ElementType::boolean);
}

bool counts_once(Op op) {
  return op == Op::min || op == Op::max || op == Op::logical_or || op == Op::logical_and;
}

/// Each entry is one element, and arrays are those that the caller has.
bool has_an_entry_each(const TensorNode& tensor) {
  return tensor.symmetry == Symmetry::none && !tensor.folded && !tensor.temporary && !tensor.growable &&
         !may_hold_duplicates(tensor) &&
         std::all_of(tensor.levels.begin(), tensor.levels.end(), [](const TensorLevel& level) {
           const LevelKind kind = level.level.kind;
           return level.level.mode.kind == LevelMode::Kind::plain &&
                  (kind == LevelKind::dense || kind == LevelKind::compressed || kind == LevelKind::singleton);
         });
}

bool is_constant(const ExprPtr& value) { return accesses_of(value).empty() && variables_of(value).empty(); }

std::vector<Var> reduced_of(const Nest& nest) {
  const std::vector<Var> kept = variables_of(nest.left);
  std::vector<Var> reduced;
  for (const Var& var : nest.vars)
    if (!contains(kept, var)) reduced.push_back(var);
  return reduced;
}

/// Subscripts are indices of their own, and those that are reduced go through the whole mode.
bool covers_modes(const Access& access, const std::vector<Var>& reduced, const Program& program) {
  std::vector<Var> seen;
  for (std::size_t m = 0; m < access.subscripts.size(); ++m) {
    const Var var = as_var(access.subscripts[m]);
    if (!var || contains(seen, var)) return false;
    seen.push_back(var);
    const Range& range = program.ranges.at(var);
    if (contains(reduced, var) &&
        (as_integer(range.begin) != 0 || !same_size(range.end, access.tensor->sizes[m], program)))
      return false;
  }
  return std::all_of(reduced.begin(), reduced.end(), [&](const Var& var) { return contains(seen, var); });
}

/// When fewer elements are stored than there are, of those that are reduced: the innermost levels of
/// `access`, in storage form. Nothing where their entries are not counted by a subtraction.
std::optional<std::vector<ExprPtr>> where_incomplete(const Access& access, const std::vector<Var>& reduced,
                                                     Program& program) {
  const std::vector<TensorLevel>& levels = access.tensor->levels;
  const auto is_reduced = [&](std::size_t l) { return contains(reduced, as_var(access.subscripts[l])); };
  std::size_t first = 0;
  while (first < levels.size() && !is_reduced(first)) ++first;
  for (std::size_t l = first; l < levels.size(); ++l)
    if (!is_reduced(l)) return std::nullopt;
  ExprPtr count;
  if (first == 0) {
    count = position_count(program, access.tensor, levels.size());
  } else {
    const ExprPtr row = parent_position(access, first);
    if (first + 1 != levels.size() || !row || !has_positions(levels[first])) return std::nullopt;
    const Range range = positions_below(program, access.tensor, first, row);
    count = sub(range.end, range.begin);
  }
  // count < a * b without the product, which may be no number of 64 bits: count / b < a, where b > 0.
  std::vector<ExprPtr> conditions;
  for (std::size_t l = levels.size(); l-- > first + 1;) {
    const ExprPtr size = extent_of(*access.tensor, levels[l].level.mode);
    conditions.push_back(condition(BinaryOp::lt, integer(0), size));
    count = quotient(count, size);
  }
  conditions.push_back(condition(BinaryOp::lt, count, extent_of(*access.tensor, levels[first].level.mode)));
  return conditions;
}

}  // namespace

bool Concretizer::emit_implicit(const Nest& nest) {
  const std::vector<Access> sparse = sparse_accesses(nest.body);
  if (!counts_once(nest.op) || !nest.left.tensor->dense || !nest.conditions.empty() || sparse.size() != 1)
    return false;
  const Access& access = sparse.front();
  const std::vector<Var> reduced = reduced_of(nest);
  if (reduced.empty() || !has_an_entry_each(*access.tensor) || !covers_modes(access, reduced, program_))
    return false;
  Nest stored = nest;
  stored.outside = at_fill(nest.body, sparse, program_.ieee);
  if (!is_constant(stored.outside) || next_to_densify(stored)) return false;
  Program trial = program_;
  const Access levels = sparse_accesses(to_storage_form(stored, trial).body).front();
  const auto incomplete = where_incomplete(levels, reduced, program_);
  if (!incomplete) return false;
  Nest others = nest;
  others.defines = false;
  others.body = stored.outside;
  others.conditions = *incomplete;
  std::erase_if(others.vars, [&](const Var& var) { return contains(reduced, var); });
  program_.notes.push_back("what " + to_string(access) + " does not store counts once in " +
                           to_string(nest.left) + ", as " + to_string(stored.outside));
  emit_stored(std::move(stored));
  emit_loops(others);
  return true;
}

}  // namespace insum::index
