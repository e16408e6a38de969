// Reductions by min, max, any and all over an operand of which some elements are not stored: what the term is
// at those counts once, wherever there is one.
//   y[i] = max(k: abs(A[i,k]))  ->  forall i, k stored: y[i] max= abs(A[i,k])
//                                   forall i: if pos[i + 1] - pos[i] < size: y[i] max= 0
// At points that all of several operands store, one of them has to lack an element. Others are counted:
//   s = max(i: a[i] + b[i])  ->  forall i, a or b stored: s max= a[i] + b[i]
//                                if !(s >= 0): forall i, a or b stored: t += 1
//                                if t < size: s max= 0
// Sums have it as often as points are missing, whose number is known or counted likewise:
//   y[i] = sum(j: A[i,j])  ->  forall i, j stored: y[i] += A[i,j]
//                              forall i: y[i] += fill * (size - (pos[i + 1] - pos[i]))
// instead of dense copies (copies.cpp), which operands need whose rows are filled up, terms that depend on
// the reduced index also where nothing is stored, and products, whose parts may be too large or too small.
// Rows of an operand, its diagonal and elements at a distance are counted likewise: points of the reduced
// indices.
#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/concretizer.h"
#include "index_ir/expression_types.h"
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

/// Each point is visited once, if at all: no slots that repeat a coordinate, none that an array names.
bool has_points(const Access& access) {
  const TensorNode& tensor = *access.tensor;
  return !tensor.folded &&
         std::none_of(tensor.levels.begin(), tensor.levels.end(),
                      [](const TensorLevel& level) { return level.level.kind == LevelKind::fixed; }) &&
         std::all_of(access.subscripts.begin(), access.subscripts.end(),
                     [](const ExprPtr& subscript) { return accesses_of(subscript).empty(); });
}

/// The same wherever nothing is stored of what is reduced, also after the result was written.
bool is_fixed_for(const ExprPtr& value, const std::vector<Var>& reduced, const TensorNode& result) {
  const std::vector<Access> reads = accesses_of(value);
  return !uses_any(value, reduced) && std::none_of(reads.begin(), reads.end(), [&](const Access& access) {
    return !access.tensor->values || access.tensor->values == result.values;
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

/// The points that are reduced are as many as their ranges have together.
bool are_counted(const std::vector<Var>& reduced, const Program& program) {
  return std::all_of(reduced.begin(), reduced.end(), [&](const Var& var) {
    const Range& range = program.ranges.at(var);
    return as_integer(range.begin) == 0 && variables_of(range.end).empty();
  });
}

/// Subscripts are numbers, or indices of their own, which go through the whole mode where they are reduced.
bool has_own_indices(const Access& access, const std::vector<Var>& reduced, const Program& program) {
  std::vector<Var> seen;
  for (std::size_t m = 0; m < access.subscripts.size(); ++m) {
    const Var var = as_var(access.subscripts[m]);
    if (!var && variables_of(access.subscripts[m]).empty()) continue;
    if (!var || contains(seen, var)) return false;
    seen.push_back(var);
    if (contains(reduced, var) && !same_size(program.ranges.at(var).end, access.tensor->sizes[m], program))
      return false;
  }
  return true;
}

bool has_all(const Access& access, const std::vector<Var>& reduced) {
  return std::all_of(reduced.begin(), reduced.end(), [&](const Var& var) {
    return std::any_of(access.subscripts.begin(), access.subscripts.end(),
                       [&](const ExprPtr& subscript) { return as_var(subscript) == var; });
  });
}

/// The points that are stored of those that are reduced, of which there are as many as the sizes have
/// together.
struct Points {
  ExprPtr count;
  std::vector<ExprPtr> sizes;
};

/// count < the product of `sizes`, without the product, which may be no number of 64 bits: count / b < a,
/// where b > 0.
std::vector<ExprPtr> is_less(ExprPtr count, const std::vector<ExprPtr>& sizes) {
  std::vector<ExprPtr> conditions;
  for (std::size_t n = sizes.size(); n-- > 1;) {
    conditions.push_back(condition(BinaryOp::lt, integer(0), sizes[n]));
    count = quotient(count, sizes[n]);
  }
  conditions.push_back(condition(BinaryOp::lt, count, sizes.front()));
  return conditions;
}

/// How many elements are stored of those that are reduced, the innermost levels of `access`, in storage form.
/// Nothing where their entries are not counted by a subtraction.
std::optional<Points> points_of(const Access& access, const std::vector<Var>& reduced, Program& program) {
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
  Points points{count, {}};
  for (std::size_t l = first; l < levels.size(); ++l)
    points.sizes.push_back(extent_of(*access.tensor, levels[l].level.mode));
  return points;
}

ExprPtr joined(BinaryOp op, const std::vector<ExprPtr>& list) {
  ExprPtr all = list.front();
  for (std::size_t n = 1; n < list.size(); ++n) all = condition(op, all, list[n]);
  return all;
}

/// The points of each operand, if all operands store each point that `stored` runs at. Nothing where that is
/// not told by a subtraction.
std::optional<std::vector<Points>> points_of_each(const Nest& stored, const std::vector<Clause>& clauses,
                                                  const std::vector<Var>& reduced, Program& program) {
  const std::vector<Access> sparse = sparse_accesses(stored.body);
  const bool all = clauses.size() == sparse.size() &&
                   std::all_of(clauses.begin(), clauses.end(), [](const Clause& c) { return c.size() == 1; });
  if (!all || !std::all_of(sparse.begin(), sparse.end(), [&](const Access& access) {
        return has_an_entry_each(*access.tensor) && has_all(access, reduced) &&
               has_own_indices(access, reduced, program);
      }))
    return std::nullopt;
  Program trial = program;
  std::vector<Points> each;
  for (const Access& access : sparse_accesses(to_storage_form(stored, trial).body)) {
    const auto points = points_of(access, reduced, program);
    if (!points) return std::nullopt;
    each.push_back(*points);
  }
  return each;
}

/// When points are missing: one of the operands lacks an element.
std::vector<ExprPtr> where_one_lacks(const std::vector<Points>& each) {
  if (each.size() == 1) return is_less(each[0].count, each[0].sizes);
  std::vector<ExprPtr> any;
  for (const Points& points : each)
    any.push_back(joined(BinaryOp::logical_and, is_less(points.count, points.sizes)));
  return {joined(BinaryOp::logical_or, any)};
}

/// The type in which values of `value` are added up as often as points are missing, for a result of
/// `result`: wide enough for each number of points. Nothing where that is not computed at once.
std::optional<ElementType> type_of_many(ElementType value, ElementType result) {
  const bool whole = is_integer(value);
  if (is_floating(result) && (whole || is_floating(value))) return common_type(value, result);
  if (!is_integer(result) || result == ElementType::boolean || !whole) return std::nullopt;
  return is_unsigned(result) ? ElementType::u64 : ElementType::i64;
}

/// How many points are missing, in `type`. Real numbers hold any product of sizes; of integers the last bits
/// are right.
ExprPtr missing(const Points& points, ElementType type) {
  ExprPtr all = points.sizes.front(), count = points.count;
  const ElementType product = is_floating(type) ? ElementType::f64 : ElementType::u64;
  for (std::size_t n = 1; n < points.sizes.size(); ++n)
    all = make_expr(Binary{BinaryOp::mul, all, points.sizes[n]}, product);
  // A position that is read as a number, and not as an index, has its base.
  const std::vector<Access> reads = accesses_of(count);
  if (std::any_of(reads.begin(), reads.end(), [](const Access& access) { return access.tensor->base != 0; }))
    count = make_expr(Call{"position", {count}, nullptr}, ElementType::i64);
  return make_expr(Binary{BinaryOp::sub, all, count}, points.sizes.size() > 1 ? product : ElementType::i64);
}

/// `value` as often as points are missing.
ExprPtr many(const ExprPtr& value, const Points& points, ElementType type) {
  return make_expr(Binary{BinaryOp::mul, value, missing(points, type)}, type);
}

/// 1 where the points of `clauses` are, else 0.
ExprPtr one_where(const std::vector<Clause>& clauses, SourceRange where) {
  std::vector<ExprPtr> all;
  for (const Clause& clause : clauses) all.push_back(any_stored(clause, false));
  return make_expr(Call{"select", {joined(BinaryOp::logical_and, all), integer(1), integer(0)}, nullptr},
                   ElementType::i64, where);
}

/// Operands have the variables as subscripts by themselves.
bool has_as_indices(const ExprPtr& body, const std::vector<Var>& vars) {
  const std::vector<Access> sparse = sparse_accesses(body);
  return std::all_of(sparse.begin(), sparse.end(), [&](const Access& access) {
    return std::all_of(access.subscripts.begin(), access.subscripts.end(), [&](const ExprPtr& subscript) {
      return as_var(subscript) ||
             std::none_of(vars.begin(), vars.end(), [&](const Var& var) { return uses(subscript, var); });
    });
  });
}

/// Where `value` may still change what was combined so far.
ExprPtr may_change(const Access& left, Op op, const ExprPtr& value) {
  const ExprPtr now = make_expr(left, left.tensor->type);
  if (op != Op::min && op != Op::max) return condition(BinaryOp::ne, now, value);
  const BinaryOp reached = op == Op::max ? BinaryOp::ge : BinaryOp::le;
  return make_expr(Unary{UnaryOp::logical_not, condition(reached, now, value)}, ElementType::boolean);
}

}  // namespace

/// As many points as `stored` runs at are counted, after it ran.
ExprPtr Concretizer::count_points(const Nest& stored, const std::vector<Var>& reduced) {
  std::vector<Var> kept = stored.vars;
  std::erase_if(kept, [&](const Var& var) { return contains(reduced, var); });
  const Access count = temporary(stored.left.tensor->name + "_count", {ElementType::i64, ""}, kept);
  Nest counting{count,       Op::add, true,        one_where(clauses_at(stored), stored.where),
                stored.vars, {},      stored.where};
  // Counts of a matrix are made row by row, where what needs them reads nothing that is written between. An
  // index at a distance may give way to one that leaves the result, which must not be read there.
  if (counts_once(stored.op) && kept.size() < 2 && has_as_indices(stored.body, kept))
    counting.conditions.push_back(may_change(stored.left, stored.op, stored.outside));
  emit_stored(std::move(counting));
  return make_expr(count, ElementType::i64);
}

bool Concretizer::emit_implicit(const Nest& nest) {
  const std::vector<Access> sparse = sparse_accesses(nest.body);
  const std::vector<Var> reduced = reduced_of(nest);
  const bool repeats = nest.op == Op::add;
  const bool simple = (counts_once(nest.op) || repeats) && nest.left.tensor->dense &&
                      nest.conditions.empty() && !reduced.empty() && sparse.size() <= most_sparse_operands;
  if (!simple || !are_counted(reduced, program_) || !std::all_of(sparse.begin(), sparse.end(), has_points))
    return false;
  Nest stored = nest;
  stored.outside = at_fill(nest.body, sparse, program_.ieee);
  if (!is_fixed_for(stored.outside, reduced, *nest.left.tensor) || may_trap(stored.outside) ||
      next_to_densify(stored))
    return false;
  if ((repeats || !is_constant(stored.outside)) && !has_plain_numbers(nest)) return false;
  // A result of whole numbers is rounded when each nest ends.
  const ElementType type = nest.left.tensor->type;
  const auto many_type = type_of_many(stored.outside->type, type);
  if (repeats && (!many_type || kind_of_number(nest.body->type) > kind_of_number(type))) return false;
  emit_stored(stored);
  const auto each = points_of_each(stored, clauses_at(stored), reduced, program_);
  Points points;
  if (each && (each->size() == 1 || counts_once(nest.op))) points = each->front();
  Nest others = nest;
  if (!points.count) {
    for (const Var& var : reduced) points.sizes.push_back(program_.ranges.at(var).end);
    points.count = count_points(stored, reduced);
    others.conditions = is_less(points.count, points.sizes);
  } else {
    others.conditions = where_one_lacks(*each);
  }
  others.defines = false;
  others.body = repeats ? many(stored.outside, points, *many_type) : stored.outside;
  std::erase_if(others.vars, [&](const Var& var) { return contains(reduced, var); });
  std::string names;
  for (const Access& access : sparse) names += (names.empty() ? "" : ", ") + to_string(access);
  program_.notes.push_back("what " + names + (sparse.size() > 1 ? " do" : " does") + " not store " +
                           (repeats ? "is counted" : "counts once") + " in " + to_string(nest.left) +
                           ", as " + to_string(stored.outside));
  emit_loops(others);
  return true;
}

}  // namespace insum::index
