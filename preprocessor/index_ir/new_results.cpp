// Sparse results whose levels are built anew.
#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/algebra.h"
#include "index_ir/concretizer.h"
#include "index_ir/dependent_types.h"
#include "index_ir/expression_types.h"
#include "index_ir/follow_entries.h"
#include "index_ir/guard_bounds.h"
#include "index_ir/printer.h"
#include "index_ir/read_triangles.h"
#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

Nest with_fill(Nest nest) {
  nest.outside = fill_of(nest.left.tensor);
  return nest;
}

/// Operands that are merged are read together; where values are needed everywhere, each term is computed by
/// itself.
bool can_merge(const Nest& nest, bool ieee) {
  const std::vector<Access> sparse = sparse_accesses(nest.body);
  return sparse.size() <= most_sparse_operands &&
         (sparse.empty() || vanishes_without(nest.body, sparse, neutral_of(nest), ieee));
}

bool is_reduction(const ExprPtr& term) {
  const auto* unary = get_if<Unary>(term);
  return get_if<Reduce>(unary && unary->op == UnaryOp::minus ? unary->operand : term) != nullptr;
}

/// Where reductions by `op` start, as a fill value that a user can write.
std::string start_of(Op op, ElementType type) {
  if (is_floating(type) && op == Op::min) return "INFINITY";
  if (is_floating(type) && op == Op::max) return "-INFINITY";
  if (is_integer(type) && (op == Op::min || op == Op::max))
    return "std::numeric_limits<" + cpp_name(type) + (op == Op::min ? ">::max()" : ">::lowest()");
  return to_string(identity_of(op, type));
}

/// The fill value as a user writes it.
std::string fill_text(const TensorNode& tensor) {
  if (!tensor.fill) return "0";
  const auto* limit = get_if<Call>(tensor.fill);
  if (limit && limit->function == "highest") return start_of(Op::min, tensor.fill->type);
  if (limit && limit->function == "lowest") return start_of(Op::max, tensor.fill->type);
  const auto* argument = get_if<Argument>(tensor.fill);
  return argument ? (*argument)->call : to_string(tensor.fill);
}

/// C[0,j] *= x[j] as C[0,j] = C[0,j] * x[j]: what is stored elsewhere stays, where a product of terms starts
/// at 1.
Einsum as_definition(const Einsum& node, const Tensor& before, SourceRange where) {
  const ElementType type = node.left.tensor->type;
  const ExprPtr old = make_expr(Access{before, node.left.subscripts}, type, where);
  return {node.left, Op::none, make_expr(Binary{BinaryOp::mul, old, node.right}, type, where)};
}

/// The index of each level, met as it is or from a constant distance: none where a level has another
/// subscript.
std::vector<Var> walked_order(const Access& access) {
  std::vector<Var> order;
  for (const ExprPtr& subscript : access.subscripts) {
    const std::vector<Var> vars = variables_of(subscript);
    const auto step = vars.size() == 1 ? as_integer(coefficient(subscript, vars.front())) : std::nullopt;
    if (!accesses_of(subscript).empty() || !step || *step != 1) return {};
    order.push_back(vars.front());
  }
  return order;
}

/// One nest of loops walks all of them: their levels have the same indices.
bool share_order(const ExprPtr& body) {
  const std::vector<Access> accesses = sparse_accesses(body);
  return std::all_of(accesses.begin(), accesses.end(), [&](const Access& access) {
    const std::vector<Var> order = walked_order(access);
    return !order.empty() && order == walked_order(accesses.front());
  });
}

}  // namespace

void Concretizer::assembled(Einsum node, SourceRange where) {
  const Tensor before = as_operand(node.left.tensor);
  TensorNode now = *node.left.tensor;
  now.build = builds_[now.values]++;
  const Tensor result = node.left.tensor = std::make_shared<const TensorNode>(std::move(now));
  const bool whole = names_every_entry(node.left);
  const auto fill = known_value(fill_of(result));
  if (node.op == Op::mul && fill == 0 && !whole && is_plain_left(node.left))
    node = as_definition(node, before, where);
  const Op op = combining_op(node);
  const ExprPtr right = read_triangles(guard_bounds(with_types(node.right, result->type), program_));
  std::vector<ExprPtr> terms =
      node.op == Op::none || node.op == Op::add ? additive_terms(right) : std::vector<ExprPtr>{right};
  const bool slice = std::any_of(node.left.subscripts.begin(), node.left.subscripts.end(), is_fixed);
  const bool keeps = !whole && (node.op != Op::none || slice);
  if (whole && node.op != Op::none)
    terms.insert(terms.begin(), make_expr(Access{before, node.left.subscripts}, result->type, where));
  for (ExprPtr& term : terms)
    if (!is_reduction(term)) term = hoist_reductions(term, operand_spelling(*result));
  const bool reduces = std::any_of(terms.begin(), terms.end(), is_reduction);
  const bool starts_at_fill = fill && fill == known_value(identity_of(op, result->type));
  Einsum once{node.left, Op::none, reduces || keeps ? nullptr : combined(op, terms, result->type, where)};
  const bool collected = program_.requests.collected.count({result->values, result->build}) != 0;
  if (once.right && terms.size() > 1 && starts_at_fill &&
      (collected || !can_merge(with_fill(make_nest(once, once.right, true, where)), program_.ieee) ||
       (!share_order(once.right) && is_followed_alone(node, terms, where))))
    once.right = nullptr;  // what is collected need not come in the order of what was there
  if (once.right) {
    terms = {once.right};
  } else if (!starts_at_fill) {
    return report_start(node, where);
  }
  const std::size_t first = out_.size();
  if (keeps) emit(with_fill(kept_entries(node, before, where)));
  for (const ExprPtr& term : terms) {
    Nest nest = with_fill(make_nest(once.right ? once : node, term, terms.size() == 1, where));
    nest.defines = terms.size() == 1 && !keeps;
    emit(std::move(nest));
  }
  // What computes temporaries goes in front: the statements that build the result stay together.
  std::stable_partition(out_.begin() + static_cast<std::ptrdiff_t>(first), out_.end(),
                        [&](const StmtPtr& stmt) {
                          const auto written = building(stmt);
                          return !written || written->left.tensor->values != result->values;
                        });
}

/// C[i,j] = A[i,j] + A[i,{n}-j]: the entries of each term are walked, which no merge meets in one order.
bool Concretizer::is_followed_alone(const Einsum& node, const std::vector<ExprPtr>& terms,
                                    SourceRange where) {
  return std::any_of(terms.begin(), terms.end(), [&](const ExprPtr& term) {
    const Nest alone = with_fill(make_nest(node, term, false, where));
    Program trial = program_;
    return follow_entries(alone, trial, clauses_at(alone)).has_value();
  });
}

Nest Concretizer::kept_entries(const Einsum& node, const Tensor& before, SourceRange where) {
  const Tensor& result = node.left.tensor;
  Nest nest{{result, {}}, node.op == Op::none ? Op::add : node.op, false, nullptr, {}, {}, where};
  ExprPtr outside;
  for (std::size_t m = 0; m < result->sizes.size(); ++m) {
    nest.vars.push_back(fresh_variable(program_, "m" + std::to_string(m), {integer(0), result->sizes[m]}));
    const ExprPtr at = var_expr(nest.vars.back());
    nest.left.subscripts.push_back(at);
    if (node.op != Op::none || !is_fixed(node.left.subscripts[m])) continue;
    const ExprPtr differs =
        make_expr(Binary{BinaryOp::ne, at, node.left.subscripts[m]}, ElementType::boolean);
    outside =
        outside ? make_expr(Binary{BinaryOp::logical_or, outside, differs}, ElementType::boolean) : differs;
  }
  if (outside) nest.conditions.push_back(outside);
  nest.body = make_expr(Access{before, nest.left.subscripts}, result->type, where);
  return nest;
}

void Concretizer::report_start(const Einsum& node, SourceRange where) {
  const Tensor& result = node.left.tensor;
  if (const auto fill = known_value(fill_of(result)); node.op == Op::mul && fill == 0) {
    const bool whole = names_every_entry(node.left);
    diagnostics_.report(
        Diag::not_supported_yet, where,
        {whole ? "'*=' on the sparse result " + result->name + " by a product over other indices"
               : "'*=' on entries of the sparse result " + result->name + " that are no slice of it",
         whole ? "compute the product into a dense tensor first, and multiply " + result->name + " by that"
               : "multiply all of it by a tensor that is 1 elsewhere"});
    return;
  }
  diagnostics_.report(Diag::result_fill, where,
                      {result->name, fill_text(*result), start_of(combining_op(node), result->type)});
}

}  // namespace insum::index
