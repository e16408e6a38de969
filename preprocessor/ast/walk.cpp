#include "ast/walk.h"

namespace insum::ast {

void for_each_expr(const ExprPtr& expr, const std::function<void(const ExprPtr&)>& visit) {
  visit(expr);
  if (const auto* unary = std::get_if<Unary>(&expr->node)) for_each_expr(unary->operand, visit);
  if (const auto* binary = std::get_if<Binary>(&expr->node)) {
    for_each_expr(binary->left, visit);
    for_each_expr(binary->right, visit);
  }
  if (const auto* call = std::get_if<Call>(&expr->node))
    for (const ExprPtr& argument : call->arguments) for_each_expr(argument, visit);
  if (const auto* reduction = std::get_if<Reduction>(&expr->node)) for_each_expr(reduction->body, visit);
}

void for_each_access(const Access& access, const std::function<void(const Access&)>& visit) {
  visit(access);
  for (const Subscript& subscript : access.subscripts)
    for (const SubscriptTerm& term : subscript.terms)
      if (const auto* inner = std::get_if<std::shared_ptr<const Access>>(&term.factor))
        for_each_access(**inner, visit);
}

void for_each_access(const ExprPtr& expr, const std::function<void(const Access&)>& visit) {
  for_each_expr(expr, [&](const ExprPtr& e) {
    if (const auto* access = std::get_if<Access>(&e->node)) for_each_access(*access, visit);
  });
}

std::set<std::string> index_names(const Einsum& einsum) {
  std::set<std::string> names;
  const auto add = [&](const Access& access) {
    for (const Subscript& subscript : access.subscripts)
      for (const SubscriptTerm& term : subscript.terms)
        if (const auto* index = std::get_if<Name>(&term.factor)) names.insert(index->text);
  };
  for_each_access(einsum.left, add);
  for_each_access(einsum.right, add);
  for_each_expr(einsum.right, [&](const ExprPtr& e) {
    if (const auto* reduction = std::get_if<Reduction>(&e->node))
      for (const Name& index : reduction->indices) names.insert(index.text);
  });
  return names;
}

}  // namespace insum::ast
