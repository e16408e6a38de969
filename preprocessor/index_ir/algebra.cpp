#include "index_ir/algebra.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "index_ir/arithmetic.h"
#include "index_ir/expression_types.h"
#include "index_ir/presence.h"
#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

ExprPtr negated(const ExprPtr& expr) {
  if (const auto* unary = get_if<Unary>(expr); unary && unary->op == UnaryOp::minus) return unary->operand;
  return make_expr(Unary{UnaryOp::minus, expr}, common_type(expr->type, ElementType::none), expr->where);
}

void collect_terms(const ExprPtr& expr, bool minus, std::vector<ExprPtr>& out) {
  if (const auto* binary = get_if<Binary>(expr)) {
    if (binary->op == BinaryOp::add || binary->op == BinaryOp::sub) {
      collect_terms(binary->left, minus, out);
      collect_terms(binary->right, minus != (binary->op == BinaryOp::sub), out);
      return;
    }
  }
  if (const auto* unary = get_if<Unary>(expr); unary && unary->op == UnaryOp::minus)
    return collect_terms(unary->operand, !minus, out);
  out.push_back(minus ? negated(expr) : expr);
}

/// The shortest text that is this value again.
std::string floating_text(double value, ElementType type) {
  if (std::isinf(value)) return value > 0 ? "INFINITY" : "-INFINITY";
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  std::string text(digits.data(), end);
  if (is_floating(type) && text.find_first_of(".e") == std::string::npos) text += ".0";
  return type == ElementType::f32 ? text + "f" : text;
}

std::optional<double> limit_of(ElementType type, bool greatest) {
  if (is_floating(type) || type == ElementType::dependent)
    return (greatest ? 1 : -1) * std::numeric_limits<double>::infinity();
  if (!is_integer(type)) return std::nullopt;
  if (type == ElementType::boolean) return greatest ? 1 : 0;
  const int bits = 8 * size_in_bytes(type) - (is_unsigned(type) ? 0 : 1);
  if (greatest) return std::ldexp(1.0, bits) - 1;  // of 64 bits: the next power of two
  return is_unsigned(type) ? 0.0 : -std::ldexp(1.0, bits);
}

/// The largest or least value of an integer type stands for infinity: it stays so in a sum, also in a wider
/// type, as C++ adds two std::int16_t. Null where `expr` is none.
ExprPtr limit_in(ElementType sum, const ExprPtr& expr) {
  if (!is_limit(expr) || !is_integer(expr->type) || !is_integer(sum)) return nullptr;
  return expr->type == sum ? expr : make_expr(Call{get_if<Call>(expr)->function, {}, nullptr}, sum);
}

}  // namespace

bool is_limit(const ExprPtr& expr) {
  const auto* call = get_if<Call>(expr);
  return call && !call->callable && (call->function == "highest" || call->function == "lowest");
}

bool can_hold(ElementType type, double value) {
  if (std::isnan(value)) return false;
  if (!is_integer(type) && type != ElementType::boolean) return true;
  const auto least = limit_of(type, false), greatest = limit_of(type, true);
  const double exact = std::ldexp(1.0, 53);
  return value == std::floor(value) && std::abs(value) <= exact && *least <= value && value <= *greatest;
}

ExprPtr constant(double value, ElementType type) {
  if (type == ElementType::boolean) return make_expr(Literal{value != 0 ? "true" : "false", value}, type);
  if (!is_integer(type)) return make_expr(Literal{floating_text(value, type), value}, type);
  const std::string text =
      value == -2147483648.0 ? "(-2147483647 - 1)" : std::to_string(static_cast<long long>(value));
  return make_expr(Literal{text, value}, type);
}

namespace {

/// As `binary_value`, but 0 * x and 0 / x are what they are in C++.
std::optional<double> fold_binary(BinaryOp op, double a, double b, bool integral) {
  if (op == BinaryOp::mul) return a * b;
  if (op != BinaryOp::div) return binary_value(op, a, b, integral);
  if (integral && b == 0) return std::nullopt;
  return integral ? std::trunc(a / b) : a / b;
}

std::optional<double> fold_call(const std::string& f, const std::vector<double>& x) {
  if (x.size() == 1) {
    if (f == "abs") return std::abs(x[0]);
    if (f == "sqrt") return std::sqrt(x[0]);
    if (f == "exp") return std::exp(x[0]);
    if (f == "log") return std::log(x[0]);
    if (f == "tanh") return std::tanh(x[0]);
    if (f == "relu") return std::max(0.0, x[0]);
    if (f == "sigmoid") return 1 / (1 + std::exp(-x[0]));
  }
  if (x.size() == 2) {
    if (f == "pow") return std::pow(x[0], x[1]);
    if (f == "min") return std::min(x[0], x[1]);
    if (f == "max") return std::max(x[0], x[1]);
  }
  return std::nullopt;
}

ExprPtr simplify_binary(const ExprPtr& expr, const Binary& n, bool ieee) {
  const ExprPtr a = simplify(n.left, ieee), b = simplify(n.right, ieee);
  const auto x = known_value(a), y = known_value(b);
  const auto make = [&](double value) { return constant(value, expr->type); };
  if (!ieee && (n.op == BinaryOp::add || n.op == BinaryOp::sub))
    if (const ExprPtr limit = limit_in(expr->type, a)) return limit;
  if (!ieee && n.op == BinaryOp::add)
    if (const ExprPtr limit = limit_in(expr->type, b)) return limit;
  if (x && y)
    if (const auto value = fold_binary(n.op, *x, *y, is_integer(expr->type));
        value && can_hold(expr->type, *value))
      return make(*value);
  const bool x_zero = x == 0.0, y_zero = y == 0.0;
  switch (n.op) {
    case BinaryOp::mul:
      if (!ieee && (x_zero || y_zero)) return make(0);
      break;
    case BinaryOp::div:
      if (!ieee && x_zero) return make(0);
      break;
    case BinaryOp::add:
      if (x_zero) return b;
      if (y_zero) return a;
      if (!ieee && ((x && std::isinf(*x)) || (y && std::isinf(*y)))) {
        const bool first = x && std::isinf(*x);
        // Of a type that only C++ knows, the fill value has the text.
        return expr->type == ElementType::dependent ? (first ? a : b) : make(first ? *x : *y);
      }
      break;
    case BinaryOp::sub:
      if (y_zero) return a;
      if (!ieee && x && std::isinf(*x)) return make(*x);
      if (!ieee && y && std::isinf(*y)) return make(-*y);
      break;
    case BinaryOp::logical_and:
      if (x_zero || y_zero) return make(0);
      break;
    case BinaryOp::logical_or:
      if ((x && !x_zero) || (y && !y_zero)) return make(1);
      break;
    default:
      break;
  }
  return make_expr(Binary{n.op, a, b}, expr->type, expr->where);
}

/// The value that the user states for a function whose arguments are zero; null where nothing is stated.
ExprPtr stated_zero(const Call& call) {
  if (!call.callable || !call.properties) return nullptr;
  const auto holds = [](const FunctionProperties::Zero& zero, const std::vector<ExprPtr>& arguments) {
    bool applies = zero.arguments.size() <= arguments.size();  // the others may be anything
    for (std::size_t i = 0; applies && i < zero.arguments.size(); ++i)
      applies = !zero.arguments[i] || known_value(arguments[i]) == 0.0;
    return applies;
  };
  const bool swaps = call.properties->commutative && call.arguments.size() == 2;
  const std::vector<ExprPtr> swapped(call.arguments.rbegin(), call.arguments.rend());
  for (const FunctionProperties::Zero& zero : call.properties->zeros)
    if (holds(zero, call.arguments) || (swaps && holds(zero, swapped))) return zero.value;
  return nullptr;
}

ExprPtr simplify_call(const ExprPtr& expr, const Call& n, bool ieee) {
  Call call = n;
  std::vector<double> values;
  for (ExprPtr& argument : call.arguments) {
    argument = simplify(argument, ieee);
    if (const auto value = known_value(argument)) values.push_back(*value);
  }
  if (const ExprPtr value = stated_zero(call)) return value;
  if (!n.callable && n.function == "select" && call.arguments.size() == 3) {
    if (const auto condition = known_value(call.arguments[0])) return call.arguments[*condition != 0 ? 1 : 2];
    const auto yes = known_value(call.arguments[1]), no = known_value(call.arguments[2]);
    if ((yes && yes == no) || equal(call.arguments[1], call.arguments[2])) return call.arguments[1];
  }
  for (std::size_t i = 0; i < 2 && !n.callable && (n.function == "bit_and" || n.function == "bit_or"); ++i)
    if (known_value(call.arguments[i]) == 0.0) return call.arguments[n.function == "bit_and" ? i : 1 - i];
  if (!n.callable && values.size() == call.arguments.size())
    if (const auto value = fold_call(n.function, values); value && can_hold(expr->type, *value))
      return constant(*value, expr->type);
  return make_expr(std::move(call), expr->type, expr->where);
}

}  // namespace

std::vector<ExprPtr> additive_terms(const ExprPtr& expr) {
  std::vector<ExprPtr> out;
  collect_terms(expr, false, out);
  return out;
}

std::vector<ExprPtr> factors(const ExprPtr& expr) {
  std::vector<ExprPtr> out;
  if (const auto* binary = get_if<Binary>(expr); binary && binary->op == BinaryOp::mul) {
    out = factors(binary->left);
    for (const ExprPtr& f : factors(binary->right)) out.push_back(f);
    return out;
  }
  if (const auto* unary = get_if<Unary>(expr); unary && unary->op == UnaryOp::minus) {
    out = factors(unary->operand);
    out.front() = negated(out.front());
    return out;
  }
  out.push_back(expr);
  return out;
}

ExprPtr product(const std::vector<ExprPtr>& list, ElementType type) {
  if (list.empty()) return constant(1, type);
  ExprPtr result = list.front();
  for (std::size_t i = 1; i < list.size(); ++i)
    result = make_expr(Binary{BinaryOp::mul, result, list[i]}, combined_type(result, list[i]));
  return result;
}

namespace {

/// The greatest or least value of a type, where a double holds it exactly.

}  // namespace

std::optional<double> known_value(const ExprPtr& expr) {
  if (const auto* literal = get_if<Literal>(expr)) {
    if (literal->value) return literal->value;
    if (literal->text == "INFINITY") return std::numeric_limits<double>::infinity();
  }
  if (const auto* argument = get_if<Argument>(expr)) {
    const std::string& text = (*argument)->call;
    const bool floating = is_floating((*argument)->type);
    if (floating &&
        (text.find("INFINITY") != std::string::npos || text.find("::infinity()") != std::string::npos))
      return (text[0] == '-' ? -1 : 1) * std::numeric_limits<double>::infinity();
  }
  if (const auto* call = get_if<Call>(expr); call && !call->callable) {
    if (call->function == "highest") return limit_of(expr->type, true);
    if (call->function == "lowest") return limit_of(expr->type, false);
  }
  return std::nullopt;
}

ExprPtr combined(Op op, const std::vector<ExprPtr>& terms, ElementType result, SourceRange where) {
  ExprPtr all = terms.front();
  for (std::size_t t = 1; t < terms.size(); ++t) {
    const auto binary = [&](BinaryOp o) { return make_expr(Binary{o, all, terms[t]}, all->type, where); };
    const auto call = [&](const char* name) {
      return make_expr(Call{name, {all, terms[t]}, nullptr}, all->type, where);
    };
    switch (op) {
      case Op::none:
      case Op::add:
        all = binary(BinaryOp::add);
        break;
      case Op::mul:
        all = binary(BinaryOp::mul);
        break;
      case Op::min:
        all = call("min");
        break;
      case Op::max:
        all = call("max");
        break;
      case Op::logical_or:
        all = binary(BinaryOp::logical_or);
        break;
      case Op::logical_and:
        all = binary(BinaryOp::logical_and);
        break;
      case Op::bit_or:
        all = call("bit_or");
        break;
      case Op::bit_and:
        all = call("bit_and");
        break;
    }
    all = with_types(all, result);
  }
  return all;
}

ExprPtr simplify(const ExprPtr& expr, bool ieee) {
  return match(
      expr, [&](const Literal&) { return expr; }, [&](const Var&) { return expr; },
      [&](const Argument&) { return expr; }, [&](const Access&) { return expr; },
      [&](const Unary& n) {
        const ExprPtr operand = simplify(n.operand, ieee);
        if (const auto value = known_value(operand)) {
          const double result = n.op == UnaryOp::minus ? (*value == 0 ? 0 : -*value) : *value == 0;
          if (can_hold(expr->type, result)) return constant(result, expr->type);
        }
        return make_expr(Unary{n.op, operand}, expr->type, expr->where);
      },
      [&](const Binary& n) { return simplify_binary(expr, n, ieee); },
      [&](const Call& n) { return simplify_call(expr, n, ieee); },
      [&](const Reduce& n) {
        const ExprPtr body = simplify(n.body, ieee);
        if (n.op == Op::add && known_value(body) == 0.0) return body;
        return make_expr(Reduce{n.op, n.vars, body}, expr->type, expr->where);
      });
}

Op combining_op(const Einsum& einsum) {
  if (einsum.op != Op::none) return einsum.op;
  const auto* reduce = get_if<Reduce>(einsum.right);
  return reduce ? reduce->op : Op::add;
}

ExprPtr fill_of(const Tensor& tensor) { return tensor->fill ? tensor->fill : constant(0, tensor->type); }

namespace {

/// Whether `a` compares so with `b`, of which one is a number and the other any element of a type without a
/// sign; nothing where that depends on the element, or C++ might convert one of the two to something else.
std::optional<bool> decided(BinaryOp op, const ExprPtr& a, const ExprPtr& b) {
  constexpr double exact = 9007199254740992.0;  // 2^53
  const bool is_left = get_if<Access>(a) != nullptr;
  const ExprPtr &element = is_left ? a : b, &other = is_left ? b : a;
  const bool unsign = is_unsigned(element->type) || element->type == ElementType::boolean;
  const double number = known_value(other).value_or(-1);
  if (op < BinaryOp::lt || op > BinaryOp::ge || !get_if<Access>(element) || !unsign || number < 0 ||
      number >= exact)
    return std::nullopt;
  const auto holds = [&](double x) {
    return binary_value(op, is_left ? x : number, is_left ? number : x, false) != 0;
  };
  const bool of_least = holds(0), of_most = holds(*limit_of(element->type, true));
  return of_least == of_most ? std::optional(of_least) : std::nullopt;
}

/// Comparisons that hold for all elements of a type, or for none, say nothing, of which compilers warn.
ExprPtr decide_comparisons(const ExprPtr& expr) {
  return rewrite(expr, [](const ExprPtr& e) -> ExprPtr {
    const auto* both = get_if<Binary>(e);
    const auto holds = both ? decided(both->op, both->left, both->right) : std::nullopt;
    return holds ? constant(*holds ? 1 : 0, e->type) : nullptr;
  });
}

}  // namespace

bool may_trap(const ExprPtr& value) {
  bool found = false;
  for_each_expr(value, [&](const ExprPtr& e) {
    const auto* quotient = get_if<Binary>(e);
    if (!quotient || quotient->op != BinaryOp::div || is_floating(e->type) || is_complex(e->type)) return;
    found |= known_value(quotient->right).value_or(0) == 0;
  });
  return found;
}

ExprPtr at_fill(const ExprPtr& body, const std::vector<Access>& absent, bool ieee) {
  const ExprRule fill = [&](const ExprPtr& e) -> ExprPtr {
    const Access* asked = as_stored(e);
    const Access* read = asked ? asked : get_if<Access>(e);
    if (!read) return nullptr;
    for (const Access& access : absent)
      if (equal(*read, access)) return asked ? constant(0, ElementType::boolean) : fill_of(access.tensor);
    return nullptr;
  };
  return simplify(decide_comparisons(rewrite(body, fill)), ieee);
}

bool vanishes_without(const ExprPtr& body, const std::vector<Access>& absent, const ExprPtr& neutral,
                      bool ieee) {
  const ExprPtr value = at_fill(body, absent, ieee);
  // Of integers of different widths, too: where a sum of narrow ones starts is infinity as well.
  if (const ExprPtr limit = limit_in(value->type, neutral); limit && equal(value, limit)) return true;
  const auto x = known_value(value), y = known_value(neutral);
  return x && y ? *x == *y : equal(value, neutral);
}

}  // namespace insum::index
