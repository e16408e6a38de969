// Nests in storage form: at which points they run, and symmetric operands.
#include <algorithm>
#include <cmath>

#include "index_ir/algebra.h"
#include "index_ir/concretizer.h"
#include "index_ir/follow_entries.h"
#include "index_ir/keep_limits.h"
#include "index_ir/presence.h"
#include "index_ir/rewrite.h"
#include "support/internal_error.h"

namespace insum::index {

namespace {

/// A definition in the pattern of an operand stores every entry of it: the other operands say where sums have
/// terms, and not which entries there are.
std::vector<Clause> those_inside_pattern(const std::vector<Clause>& clauses, const Access& left) {
  const std::vector<Var> result = variables_of(left);
  const auto stays = [&](const Access& access) {
    const std::vector<Var> vars = variables_of(access);
    const bool reduced = std::any_of(vars.begin(), vars.end(), [&](const Var& var) {
      return std::find(result.begin(), result.end(), var) == result.end();
    });
    return reduced || goes_along(left, access);
  };
  std::vector<Clause> kept;
  for (const Clause& clause : clauses)
    if (std::any_of(clause.begin(), clause.end(), stays)) kept.push_back(clause);
  return kept;
}

/// Whether an entry may change the result although it has the fill value.
bool fillers_count(const Nest& nest, const Access& access, bool ieee) {
  // In a template INFINITY may be an integer, which sums do not leave as it is.
  const ExprPtr& fill = access.tensor->fill;
  bool is_counted = nest.op == Op::none || (fill && fill->type == ElementType::dependent);
  for_each_expr(nest.body, [&](const ExprPtr& e) {
    const Access* asked = as_stored(e);
    is_counted |= asked && equal(*asked, access);
  });
  return is_counted || !vanishes_without(nest.body, {access}, unchanging_of(nest), ieee);
}

}  // namespace

void Concretizer::emit(Nest nest) {
  while (const auto access = next_to_densify(nest))
    if (emit_implicit(nest) || emit_background(nest) || !densify(nest, *access)) return;
  if (const std::size_t count = sparse_accesses(nest.body).size(); count > most_sparse_operands) {
    diagnostics_.report(Diag::not_supported_yet, nest.where,
                        {"a term with " + std::to_string(count) + " sparse operands",
                         "compute a part of it in an Einsum of its own"});
    return;
  }
  emit_stored(std::move(nest));
}

void Concretizer::emit_stored(Nest nest) {
  while (auto followed = follow_entries(nest, program_, clauses_at(nest))) nest = std::move(*followed);
  for (const Access& access : sparse_accesses(nest.body))
    if (access.tensor->symmetry != Symmetry::none && !needs_copy(nest, access, program_.ieee))
      return emit_symmetric(nest, access);
  if (convert_operands(nest)) emit_loops(nest);
}

Nest Concretizer::stored_form(const Nest& nest, Program& program,
                              std::vector<OrderConstraint>& constraints) const {
  Nest stored = to_storage_form(nest, program);
  std::vector<Access> accesses = sparse_accesses(stored.body);
  if (accesses.size() > 1) mark_presence(stored);
  accesses = sparse_accesses(stored.body);
  if (!stored.left.tensor->dense) accesses.push_back(stored.left);
  constraints = order_constraints(accesses, stored.vars, program);
  return stored;
}

bool Concretizer::clashes(const Nest& nest) const {
  Program trial = program_;
  std::vector<OrderConstraint> constraints;
  const Nest stored = stored_form(nest, trial, constraints);
  return has_cycle(stored.vars, constraints);
}

/// Slots of rows of fixed length that are not used hold the fill value, at a coordinate of another slot: they
/// are passed by where the term has a value there.
void Concretizer::pass_fillers(Nest& nest) const {
  for (const Access& access : sparse_accesses(nest.body)) {
    const auto& levels = access.tensor->levels;
    const bool has_fillers = std::any_of(levels.begin(), levels.end(), [](const TensorLevel& level) {
      return level.level.kind == LevelKind::fixed;
    });
    if (!has_fillers || goes_along(nest.left, access) || !fillers_count(nest, access, program_.ieee))
      continue;
    const ExprPtr value = make_expr(access, access.tensor->type), fill = fill_of(access.tensor);
    const auto known = known_value(fill);
    nest.conditions.push_back(known && std::isnan(*known)
                                  ? make_expr(Binary{BinaryOp::eq, value, value}, ElementType::boolean)
                                  : make_expr(Binary{BinaryOp::ne, value, fill}, ElementType::boolean));
  }
}

void Concretizer::emit_loops(const Nest& nest) {
  std::vector<OrderConstraint> constraints;
  Nest stored = stored_form(nest, program_, constraints);
  pass_fillers(stored);
  out_.push_back(make_loops(stored, legal_order(stored.vars, constraints)));
}

std::vector<Clause> Concretizer::clauses_at(const Nest& nest) const {
  const std::vector<Access> accesses = sparse_accesses(nest.body);
  std::vector<Clause> clauses = clauses_of(nest.body, accesses, neutral_of(nest), program_.ieee);
  const TensorNode& left = *nest.left.tensor;
  return nest.defines && !left.dense && !left.assembled ? those_inside_pattern(clauses, nest.left) : clauses;
}

void Concretizer::mark_presence(Nest& nest) const {
  const std::vector<Clause> clauses = clauses_at(nest);
  nest.body = mark_optional(nest.body, clauses);
  if (!program_.ieee) nest.body = keep_missing_limits(nest.body);
  for (const Clause& clause : clauses)
    if (clause.size() > 1) nest.conditions.push_back(any_stored(clause));
}

/// What is stored is read where it is, and as its own mirror image. Blocks that lie on the diagonal store the
/// fill value in the other triangle, others may: it is passed by where the term has a value there.
void Concretizer::emit_symmetric(const Nest& nest, const Access& access) {
  TensorNode half = *access.tensor;
  half.symmetry = Symmetry::none;
  const Tensor stored = std::make_shared<const TensorNode>(std::move(half));
  const ExprPtr &row = access.subscripts[0], &column = access.subscripts[1];
  const bool lower = access.tensor->symmetry == Symmetry::lower;
  const bool passes_by = !goes_along(nest.left, access) && fillers_count(nest, access, program_.ieee);
  const auto with = [&](const Access& now) {
    Nest copy = nest;
    copy.body = replace_access(nest.body, access, now);
    return copy;
  };
  const auto where = [&](BinaryOp compared) {
    return make_expr(Binary{compared, row, column}, ElementType::boolean);
  };
  const bool is_diagonal = equal(row, column);  // which is its own mirror image
  Nest first = with({stored, {row, column}});
  if (passes_by && !is_diagonal) first.conditions.push_back(where(lower ? BinaryOp::ge : BinaryOp::le));
  emit_stored(std::move(first));
  if (is_diagonal) return;
  Nest mirror = with({stored, {column, row}});
  mirror.conditions.push_back(where(!passes_by ? BinaryOp::ne : lower ? BinaryOp::lt : BinaryOp::gt));
  mirror.defines = false;
  emit_stored(std::move(mirror));
}

}  // namespace insum::index
