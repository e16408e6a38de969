// The types of expressions from those of the tensors in them.
#include "index_ir/expression_types.h"

#include <utility>

#include "index_ir/rewrite.h"

namespace insum::index {

ElementType combined_type(const ExprPtr& a, const ExprPtr& b, ElementType result) {
  // A comparison in arithmetic is a number 0 or 1 of the result's kind, so that sums of them do not overflow.
  const auto type_of = [&](const ExprPtr& e) {
    const bool real = e->type == ElementType::boolean && (is_floating(result) || is_complex(result));
    return common_type(real ? result : e->type, ElementType::none);
  };
  if (a->type == ElementType::dependent || b->type == ElementType::dependent) return ElementType::dependent;
  const auto gives_way = [&](const ExprPtr& weak, const ExprPtr& other) {
    return is_weak(weak) && !is_weak(other) && kind_of_number(weak->type) <= kind_of_number(type_of(other)) &&
           common_type(type_of(other), result) == type_of(other);
  };
  if (gives_way(a, b)) return type_of(b);
  if (gives_way(b, a)) return type_of(a);
  return common_type(type_of(a), type_of(b));
}

namespace {

/// A quotient of whole numbers is one, as in C++, also of comparisons in a real result: null for any other.
ExprPtr whole_quotient(const Binary& n, const ExprPtr& expr) {
  const ExprPtr a = with_types(n.left), b = with_types(n.right);
  for (const ExprPtr& side : {a, b})
    if (side->type == ElementType::dependent || kind_of_number(side->type) > 0) return nullptr;
  return make_expr(Binary{n.op, a, b}, combined_type(a, b), expr->where);
}

}  // namespace

ExprPtr with_types(const ExprPtr& expr, ElementType result) {
  const auto typed = [&](auto node, ElementType type) {
    return make_expr(std::move(node), type, expr->where);
  };
  return match(
      expr, [&](const Literal&) { return expr; }, [&](const Var&) { return expr; },
      [&](const Argument&) { return expr; }, [&](const Access& n) { return typed(n, n.tensor->type); },
      [&](const Unary& n) {
        const ExprPtr operand = with_types(n.operand, result);
        return typed(Unary{n.op, operand}, n.op == UnaryOp::logical_not
                                               ? ElementType::boolean
                                               : common_type(operand->type, ElementType::none));
      },
      [&](const Binary& n) {
        if (n.op == BinaryOp::div && kind_of_number(result) > 0)
          if (const ExprPtr whole = whole_quotient(n, expr)) return whole;
        const ExprPtr a = with_types(n.left, result), b = with_types(n.right, result);
        return typed(Binary{n.op, a, b},
                     n.op <= BinaryOp::div ? combined_type(a, b, result) : ElementType::boolean);
      },
      [&](const Call& n) {
        Call call = n;
        for (ExprPtr& argument : call.arguments) argument = with_types(argument, result);
        if (call.callable) return typed(call, expr->type);
        ElementType type =
            common_type(call.arguments.empty() ? expr->type : call.arguments.back()->type, ElementType::none);
        if (n.function == "min" || n.function == "max" || n.function == "pow")
          type = combined_type(call.arguments[0], call.arguments[1], result);
        if (n.function == "select") type = combined_type(call.arguments[1], call.arguments[2], result);
        const bool real = n.function == "sqrt" || n.function == "exp" || n.function == "log" ||
                          n.function == "tanh" || n.function == "sigmoid" || n.function == "pow";
        if (real && is_integer(type)) type = ElementType::f64;
        if (n.function == "abs" && is_complex(type))
          type = type == ElementType::c32 ? ElementType::f32 : ElementType::f64;
        return typed(call, type);
      },
      [&](const Reduce& n) {
        const ExprPtr body = with_types(n.body, result);
        const bool logical = n.op == Op::logical_or || n.op == Op::logical_and;
        return typed(Reduce{n.op, n.vars, body},
                     logical ? ElementType::boolean : common_type(body->type, ElementType::none));
      });
}

int kind_of_number(ElementType type) { return is_complex(type) ? 2 : is_floating(type) ? 1 : 0; }

bool is_weak(const ExprPtr& expr) {
  bool weak = true;
  for_each_expr(expr, [&](const ExprPtr& e) { weak &= !get_if<Access>(e) && !get_if<Reduce>(e); });
  return weak;
}

ExprPtr widened(const ExprPtr& expr, ElementType type) {
  if (!is_floating(expr->type)) return expr;
  const auto inner = [&](const ExprPtr& e) { return widened(e, type); };
  return match(
      expr, [&](const Unary& n) { return make_expr(Unary{n.op, inner(n.operand)}, type, expr->where); },
      [&](const Binary& n) {
        return make_expr(Binary{n.op, inner(n.left), inner(n.right)}, type, expr->where);
      },
      [&](const Call& n) {
        if (n.callable) return expr;
        Call call = n;
        for (ExprPtr& argument : call.arguments) argument = inner(argument);
        return make_expr(std::move(call), type, expr->where);
      },
      [&](const auto&) { return expr; });
}

ExprPtr truth_of(const ExprPtr& expr) {
  if (with_types(expr)->type == ElementType::boolean) return expr;
  const ExprPtr zero = make_expr(Literal{"0", 0.0}, ElementType::i32);
  return make_expr(Binary{BinaryOp::ne, expr, zero}, ElementType::none, expr->where);
}

}  // namespace insum::index
