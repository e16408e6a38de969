#include "index_ir/make_concrete.h"

#include <algorithm>
#include <set>

#include "index_ir/algebra.h"
#include "index_ir/concretizer.h"
#include "index_ir/dependent_types.h"
#include "index_ir/expression_types.h"
#include "index_ir/guard_bounds.h"
#include "index_ir/keep_limits.h"
#include "index_ir/read_triangles.h"
#include "index_ir/rewrite.h"

namespace insum::index {

bool is_plain(const ExprPtr& term) {
  bool plain = true;
  for_each_expr(term, [&](const ExprPtr& e) {
    const auto* access = get_if<Access>(e);
    plain &= !get_if<Reduce>(e) && !(access && !access->tensor->dense);
  });
  return plain;
}

namespace {

/// Terms without reduction and sparse operand are one statement, the first: it stores every element by
/// itself, and the others add to it.
std::vector<ExprPtr> merge_plain_terms(const std::vector<ExprPtr>& terms, ElementType result) {
  ExprPtr plain;
  std::vector<ExprPtr> others;
  for (const ExprPtr& term : terms) {
    if (!is_plain(term))
      others.push_back(term);
    else
      plain = plain
                  ? with_types(make_expr(Binary{BinaryOp::add, plain, term}, term->type, term->where), result)
                  : term;
  }
  if (plain) others.insert(others.begin(), plain);
  return others;
}

}  // namespace

StmtPtr Concretizer::run(const StmtPtr& body) {
  if (const auto* list = get_if<Sequence>(body)) {
    for (const StmtPtr& stmt : list->stmts) read_operands(std::get<Einsum>(stmt->node), stmt->where);
  } else {
    read_operands(std::get<Einsum>(body->node), body->where);
  }
  return sequence(std::move(out_));
}

void Concretizer::read_operands(Einsum node, SourceRange where) {
  const ExprRule rule = [&](const ExprPtr& e) -> ExprPtr {
    const auto* access = get_if<Access>(e);
    if (!access || !access->tensor->assembled) return nullptr;
    return make_expr(Access{as_operand(access->tensor), access->subscripts}, e->type, e->where);
  };
  node.right = rewrite(node.right, rule);
  if (!program_.ieee) node.right = keep_limits(with_types(node.right, node.left.tensor->type));
  einsum(node, where);
  std::erase_if(copies_, [&](const auto& copy) {
    return copy.first.first->values == node.left.tensor->values;
  });  // now outdated
}

void Concretizer::einsum(const Einsum& node, SourceRange where) {
  if (node.left.tensor->assembled) return assembled(node, where);
  const ExprPtr right =
      read_triangles(guard_bounds(with_types(node.right, node.left.tensor->type), program_));
  const bool defines = node.op == Op::none;
  std::vector<ExprPtr> terms = {right};
  if (node.op == Op::none || node.op == Op::add)
    terms = merge_plain_terms(additive_terms(right), node.left.tensor->type);
  std::vector<Nest> nests;
  for (const ExprPtr& term : terms) nests.push_back(make_nest(node, term, terms.size() == 1, where));
  if (!node.left.tensor->dense) read_old_values_first(nests, where);
  if (defines) nests.front().defines = true;
  if (defines && !node.left.tensor->dense && !names_every_entry(node.left)) define_part(nests, where);
  keep_old_values(nests, where);
  for (Nest& nest : nests) emit(std::move(nest));
}

Tensor Concretizer::as_operand(const Tensor& tensor) {
  Tensor& operand = operands_[tensor];
  if (!operand) {
    TensorNode node = *tensor;
    node.assembled = false;
    operand = std::make_shared<const TensorNode>(std::move(node));
  }
  return operand;
}

Nest Concretizer::make_nest(const Einsum& node, const ExprPtr& term, bool only, SourceRange where) {
  Nest nest{node.left,
            node.op == Op::none ? Op::add : node.op,
            false,
            term,
            variables_of(node.left),
            bounds_of(node.left, program_),
            where};
  bool minus = false;
  ExprPtr inner = term;
  if (const auto* unary = get_if<Unary>(term);
      unary && unary->op == UnaryOp::minus && get_if<Reduce>(unary->operand))
    minus = true, inner = unary->operand;
  if (const auto* reduce = get_if<Reduce>(inner)) {
    const bool same = reduce->op == nest.op && (!minus || nest.op == Op::add);  // -max(x) is no max(-x)
    const bool own = only && node.op == Op::none && !minus && is_plain_left(node.left);
    if (same || own) {
      nest.op = reduce->op;
      nest.vars.insert(nest.vars.end(), reduce->vars.begin(), reduce->vars.end());
      nest.body =
          minus ? make_expr(Unary{UnaryOp::minus, reduce->body}, term->type, term->where) : reduce->body;
    }
  }
  nest.body = hoist_reductions(nest.body, operand_spelling(*nest.left.tensor));
  return nest;
}

ExprPtr Concretizer::hoist_reductions(const ExprPtr& expr, const std::string& result) {
  return rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
    const auto* reduce = get_if<Reduce>(e);
    if (!reduce) return nullptr;
    const std::string spelling = e->type == ElementType::dependent ? dependent_spelling(e, result) : "";
    const Access access = temporary("t", {e->type, spelling}, free_variables_of(e));
    einsum(Einsum{access, Op::none, e}, e->where);
    return make_expr(access, e->type, e->where);
  });
}

std::optional<Program> make_concrete(const Program& program, Diagnostics& diagnostics) {
  Program result = program;
  const int before = diagnostics.error_count();
  result.body = Concretizer(result, diagnostics).run(program.body);
  if (diagnostics.error_count() > before) return std::nullopt;
  return result;
}

std::vector<Tensor> copied_operands(const Program& concrete, const Program& scattered) {
  std::set<std::string> copied;
  for (const Tensor& tensor : concrete.tensors)
    if (!tensor->copy_of.empty()) copied.insert(tensor->copy_of);
  for (const Tensor& tensor : scattered.tensors) copied.erase(tensor->copy_of);
  std::vector<Tensor> list;
  for (const Tensor& tensor : concrete.tensors)
    if (tensor->copy_of.empty() && copied.erase(tensor->name) != 0) list.push_back(tensor);
  return list;
}

std::optional<Program> make_scattered(const Program& program, const Program& concrete) {
  const bool copies = std::any_of(concrete.tensors.begin(), concrete.tensors.end(),
                                  [](const Tensor& tensor) { return !tensor->copy_of.empty(); });
  if (!copies || program.memory || !program.policy_lines.empty() || !program.named_workspaces.empty())
    return std::nullopt;
  Program asked = program;
  asked.requests.scatters = true;
  Diagnostics unused;  // what can be said of the operands was said
  std::optional<Program> scattered = make_concrete(asked, unused);
  if (!scattered || copied_operands(concrete, *scattered).empty()) return std::nullopt;
  return scattered;
}

}  // namespace insum::index
