#include "schedule/match_expression.h"

#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/printer.h"
#include "schedule/command.h"

namespace insum::schedule {

using namespace index;

namespace {

std::vector<ast::ExprPtr> wanted_factors(const ast::ExprPtr& expr) {
  const auto* binary = std::get_if<ast::Binary>(&expr->node);
  if (!binary || binary->op != BinaryOp::mul) return {expr};
  std::vector<ast::ExprPtr> list = wanted_factors(binary->left);
  for (const ast::ExprPtr& factor : wanted_factors(binary->right)) list.push_back(factor);
  return list;
}

bool same_access(const ast::Access& wanted, const Access& access) {
  AccessArgument argument{wanted.tensor.text, {}};
  for (const ast::Subscript& subscript : wanted.subscripts)
    argument.subscripts.push_back(index_name(subscript));
  if (!access.tensor->dense) return argument.names(access);
  if (access.tensor->name != argument.tensor || argument.subscripts.size() != access.subscripts.size())
    return false;
  for (std::size_t m = 0; m < access.subscripts.size(); ++m) {
    const Var var = as_var(access.subscripts[m]);
    if (var && !argument.subscripts[m].empty() && argument.subscripts[m] != var->name) return false;
  }
  return true;
}

bool same_call(const ast::Call& wanted, const Call& call) {
  const std::string& name = call.callable ? call.callable->name : call.function;
  return name == wanted.function.text && wanted.arguments.size() == call.arguments.size() &&
         std::equal(wanted.arguments.begin(), wanted.arguments.end(), call.arguments.begin(),
                    [](const ast::ExprPtr& a, const ExprPtr& b) { return matches(a, b); });
}

/// What is tested to be true, x of `x != 0` where the user wrote x; null for other expressions.
ExprPtr tested(const ast::ExprPtr& wanted, const ExprPtr& expr) {
  const auto* asked = std::get_if<ast::Binary>(&wanted->node);
  const auto* binary = get_if<Binary>(expr);
  const bool test = binary && binary->op == BinaryOp::ne && is_zero(binary->right);
  return test && !(asked && asked->op == BinaryOp::ne) ? binary->left : nullptr;
}

}  // namespace

bool matches(const ast::ExprPtr& wanted, const ExprPtr& expr) {
  if (const ExprPtr value = tested(wanted, expr)) return matches(wanted, value);
  if (const auto* node = std::get_if<ast::Access>(&wanted->node)) {
    if (const auto* access = get_if<Access>(expr)) return same_access(*node, *access);
    if (const Var var = as_var(expr)) return !node->bracketed && var->name == node->tensor.text;
    const auto* argument = get_if<Argument>(expr);
    return argument && !node->bracketed &&
           ((*argument)->name == node->tensor.text || (*argument)->call == node->tensor.text);
  }
  if (const auto* node = std::get_if<ast::Number>(&wanted->node)) {
    const auto* literal = get_if<Literal>(expr);
    return literal && literal->text == node->text;
  }
  if (const auto* node = std::get_if<ast::Unary>(&wanted->node)) {
    const auto* unary = get_if<Unary>(expr);
    const bool minus = node->op == ast::UnaryOp::minus;
    return unary && node->op != ast::UnaryOp::plus &&
           unary->op == (minus ? UnaryOp::minus : UnaryOp::logical_not) &&
           matches(node->operand, unary->operand);
  }
  if (const auto* node = std::get_if<ast::Binary>(&wanted->node)) {
    const auto* binary = get_if<Binary>(expr);
    if (!binary || node->op != binary->op) return false;
    const bool commutes = binary->op == BinaryOp::add || binary->op == BinaryOp::mul;
    return (matches(node->left, binary->left) && matches(node->right, binary->right)) ||
           (commutes && matches(node->left, binary->right) && matches(node->right, binary->left));
  }
  const auto* node = std::get_if<ast::Call>(&wanted->node);
  const auto* call = get_if<Call>(expr);
  return node && call && same_call(*node, *call);
}

std::optional<Factors> find_factors(const ast::ExprPtr& wanted, const ExprPtr& term) {
  if (matches(wanted, term)) return Factors{{term}, {}};
  Factors result;
  result.others = factors(term);
  for (const ast::ExprPtr& factor : wanted_factors(wanted)) {
    const auto found = std::find_if(result.others.begin(), result.others.end(),
                                    [&](const ExprPtr& e) { return matches(factor, e); });
    if (found == result.others.end()) return std::nullopt;
    result.named.push_back(*found);
    result.others.erase(found);
  }
  return result;
}

std::string remedy_without(const ExprPtr& part, const Access& operand) {
  if (get_if<Access>(part)) return "name another part of the right side, or leave precompute out";
  return "leave " + name_in_messages(*operand.tensor) + " out of it";
}

}  // namespace insum::schedule
