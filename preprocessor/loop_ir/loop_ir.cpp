#include "loop_ir/loop_ir.h"

#include <functional>

#include "support/internal_error.h"

namespace insum::loops {

std::string to_string(const Type& type) {
  return type.spelling.empty() ? cpp_name(type.element) : type.spelling;
}

std::string op_tag(Combine op) {
  switch (op) {
    case Combine::add:
      return "insum::rt::op_add";
    case Combine::mul:
      return "insum::rt::op_mul";
    case Combine::min:
      return "insum::rt::op_min";
    case Combine::max:
      return "insum::rt::op_max";
    case Combine::either:
      return "insum::rt::op_or";
    case Combine::both:
      return "insum::rt::op_and";
    case Combine::store:
      return "insum::rt::op_store";
  }
  internal_error("an operator without a tag");
}

ExprPtr name(const std::string& text, Type type, bool pack) {
  return make_expr(Name{text}, std::move(type), pack);
}

ExprPtr invoke(const std::string& function, std::vector<ExprPtr> arguments, const Type& type) {
  return make_expr(Call{function, std::move(arguments)}, type);
}

ExprPtr integer(long long value) { return make_expr(Literal{std::to_string(value)}, Type{}); }

std::optional<long long> as_integer(const ExprPtr& expr) {
  const auto* literal = expr ? std::get_if<Literal>(&expr->node) : nullptr;
  if (!literal || !is_integer(expr->type.element) || literal->text.empty()) return std::nullopt;
  if (literal->text.find_first_not_of("-0123456789") != std::string::npos) return std::nullopt;
  return std::stoll(literal->text);
}

namespace {

/// Without a sign, since sizes may be too large together: what they are used for is checked when it runs.
template <class Op>
long long folded(long long x, long long y) {
  return static_cast<long long>(Op()(static_cast<unsigned long long>(x), static_cast<unsigned long long>(y)));
}

}  // namespace

ExprPtr add(ExprPtr a, ExprPtr b) {
  const auto x = as_integer(a), y = as_integer(b);
  if (x && y) return integer(folded<std::plus<>>(*x, *y));
  if (x == 0) return b;
  if (y == 0) return a;
  if (y && *y < 0) return make_expr(Binary{"-", a, integer(-*y)}, Type{});
  if (const auto* difference = get_if<Binary>(b); x && difference && difference->op == "-")
    if (const auto less = as_integer(difference->right)) return add(difference->left, integer(*x - *less));
  return make_expr(Binary{"+", std::move(a), std::move(b)}, Type{});
}

ExprPtr sub(ExprPtr a, ExprPtr b) {
  const auto x = as_integer(a), y = as_integer(b);
  if (x && y) return integer(folded<std::minus<>>(*x, *y));
  if (y == 0) return a;
  return make_expr(Binary{"-", std::move(a), std::move(b)}, Type{});
}

ExprPtr mul(ExprPtr a, ExprPtr b) {
  const auto x = as_integer(a), y = as_integer(b);
  if (x && y) return integer(folded<std::multiplies<>>(*x, *y));
  if (x == 0 || y == 0) return integer(0);
  if (x == 1) return b;
  if (y == 1) return a;
  return make_expr(Binary{"*", std::move(a), std::move(b)}, Type{});
}

}  // namespace insum::loops
