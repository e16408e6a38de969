// Operands that are read through copies.
#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/concretizer.h"
#include "index_ir/guard_bounds.h"
#include "index_ir/presence.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "support/internal_error.h"

namespace insum::index {

namespace {

void set_row_major(TensorNode& node) {
  node.strides.assign(node.sizes.size(), integer(1));
  for (std::size_t m = node.sizes.size(); m-- > 1;) node.strides[m - 1] = mul(node.strides[m], node.sizes[m]);
}

bool has_plain_subscripts(const Access& access) {
  const std::vector<ExprPtr>& list = access.subscripts;
  return variables_of(access).size() == list.size() &&
         std::all_of(list.begin(), list.end(), [](const ExprPtr& e) { return as_var(e) != nullptr; });
}

bool has_duplicates(const TensorNode& tensor) {
  return !tensor.levels.empty() && !tensor.levels.back().level.unique;
}

}  // namespace

std::string Concretizer::unique_name(const std::string& name) {
  const auto taken = [&](const std::string& text) {
    return std::any_of(program_.tensors.begin(), program_.tensors.end(),
                       [&](const Tensor& t) { return t->name == text; }) ||
           std::any_of(program_.arguments.begin(), program_.arguments.end(),
                       [&](const Argument& a) { return a->name == text; });
  };
  std::string text = name;
  for (int n = 2; taken(text); ++n) text = name + std::to_string(n);
  return text;
}

Access Concretizer::temporary(const std::string& name, ElementType type, const std::vector<Var>& vars) {
  TensorNode node;
  node.name = unique_name(name);
  node.type = type;
  node.temporary = true;
  Access access;
  for (const Var& var : vars) {
    node.sizes.push_back(program_.ranges.at(var).end);
    access.subscripts.push_back(var_expr(var));
  }
  set_row_major(node);
  access.tensor = std::make_shared<const TensorNode>(std::move(node));
  program_.tensors.push_back(access.tensor);
  return access;
}

std::optional<Access> Concretizer::next_to_densify(const Nest& nest) const {
  const std::vector<Access> sparse = sparse_accesses(nest.body);
  for (const Access& access : sparse) {
    const bool apart = has_duplicates(*access.tensor) || (access.tensor->symmetry != Symmetry::none && sparse.size() > 1);
    if (apart && !(nest.op == Op::add && is_linear_in(nest.body, access))) return access;
  }
  if (!sparse.empty() && !vanishes_without(nest.body, sparse, nest.op, program_.ieee)) return sparse.front();
  if (sparse.size() < 2 || sparse.size() > most_sparse_operands) return std::nullopt;
  // One operand in no order can lead the loops where it is stored at every point that matters; others are searched.
  const std::vector<Clause> clauses = clauses_of(nest.body, sparse, nest.op, program_.ieee);
  bool led = false;
  for (const Access& access : sparse) {
    const bool required = std::any_of(clauses.begin(), clauses.end(), [&](const Clause& clause) {
      return clause.size() == 1 && equal(clause.front(), access);
    });
    if (is_searched_by_mode(*access.tensor)) continue;
    // Blocks are in order but need loops of their own; these take no value outside of the mode, where an optional operand
    // is read as its fill value.
    const bool whole_blocks = keeps_order(*access.tensor) && has_plain_subscripts(access);
    if (led || !(required || whole_blocks)) return access;
    led = true;
  }
  return std::nullopt;
}

Access Concretizer::clashing(const Nest& nest) const {
  const std::vector<Access> sparse = sparse_accesses(nest.body);
  internal_check(sparse.size() > 1, "one sparse operand whose loops have no order");
  for (auto access = sparse.rbegin(); access != sparse.rend(); ++access) {
    Program trial = program_;
    Nest rest = nest;
    rest.body = make_expr(Literal{"0", 0.0}, nest.body->type);
    for (Access other : sparse)
      if (other.optional = true; !equal(other, *access))
        rest.body = make_expr(Binary{BinaryOp::add, rest.body, make_expr(other, other.tensor->type)}, nest.body->type);
    rest = to_storage_form(rest, trial);
    if (!has_cycle(rest.vars, order_constraints(sparse_accesses(rest.body), rest.vars, trial))) return *access;
  }
  return sparse.back();
}

void Concretizer::densify(Nest& nest, const Access& access) {
  std::vector<Var> vars;
  for (std::size_t m = 0; m < access.subscripts.size(); ++m)
    vars.push_back(fresh_variable(program_, "m" + std::to_string(m), {integer(0), access.tensor->sizes[m]}));
  const Access copy = temporary(access.tensor->name + "_dense", access.tensor->type, vars);
  Access entry{access.tensor, copy.subscripts};
  const ExprPtr value = make_expr(entry, access.tensor->type, nest.where);
  const ExprPtr fill = fill_of(access.tensor);
  if (known_value(fill) == 0.0) {
    emit(Nest{copy, Op::add, true, value, vars, {}, nest.where});
  } else {
    emit_loops(Nest{copy, Op::none, false, fill, vars, {}, nest.where});
    scatter_over_fill(copy, entry, vars, nest.where);
  }
  program_.notes.push_back(access.tensor->name + " is read through a dense copy: entries that are not stored change "
                           "the result of " + to_string(nest.left) + " " + to_string(nest.op) + " " +
                           to_string(nest.body));
  const Access read{copy.tensor, access.subscripts};
  nest.body = rewrite(nest.body, [&](const ExprPtr& e) -> ExprPtr {
    const auto* a = get_if<Access>(e);
    return a && equal(*a, access) ? guarded_read(read, fill, e->where, program_) : nullptr;
  });
}

void Concretizer::scatter_over_fill(const Access& copy, const Access& entry, const std::vector<Var>& vars, SourceRange where) {
  // Two passes over the stored entries: clear, then add, because duplicates are summed.
  const ExprPtr value = make_expr(entry, entry.tensor->type, where);
  const ExprPtr zero = make_expr(
      Binary{BinaryOp::mul, make_expr(Literal{"0", 0.0}, entry.tensor->type), value}, entry.tensor->type);
  if (!has_duplicates(*entry.tensor) && entry.tensor->symmetry == Symmetry::none)
    return emit_stored(Nest{copy, Op::none, false, value, vars, {}, where});
  emit_stored(Nest{copy, Op::none, false, zero, vars, {}, where});
  emit_stored(Nest{copy, Op::add, false, value, vars, {}, where});
}

}  // namespace insum::index
