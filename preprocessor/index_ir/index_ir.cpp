#include "index_ir/index_ir.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "support/internal_error.h"
#include "support/numbers.h"

namespace insum::index {

namespace {

ExprPtr binary(BinaryOp op, ExprPtr a, ExprPtr b) {
  return make_expr(Binary{op, std::move(a), std::move(b)}, ElementType::i64);
}

std::string literal_text(double value, ElementType type) {
  const std::string whole = std::to_string(static_cast<long long>(value));
  switch (type) {
    case ElementType::f32:
      return whole + ".0f";
    case ElementType::f64:
      return whole + ".0";
    case ElementType::boolean:
      return value != 0 ? "true" : "false";
    default:
      return whole;
  }
}

}  // namespace

ExprPtr integer(long long value) {
  return make_expr(Literal{std::to_string(value), static_cast<double>(value)}, ElementType::i64);
}

ExprPtr var_expr(const Var& var) { return make_expr(var, ElementType::i64, var->where); }

ExprPtr argument_expr(const Argument& argument) {
  return make_expr(argument, argument->type, argument->where);
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
  if (y && *y < 0) return binary(BinaryOp::sub, a, integer(-*y));
  return binary(BinaryOp::add, std::move(a), std::move(b));
}

ExprPtr sub(ExprPtr a, ExprPtr b) {
  const auto x = as_integer(a), y = as_integer(b);
  if (x && y) return integer(folded<std::minus<>>(*x, *y));
  if (y == 0) return a;
  return binary(BinaryOp::sub, std::move(a), std::move(b));
}

ExprPtr mul(ExprPtr a, ExprPtr b) {
  const auto x = as_integer(a), y = as_integer(b);
  if (x && y) return integer(folded<std::multiplies<>>(*x, *y));
  if (x == 0 || y == 0) return integer(0);
  if (x == 1) return b;
  if (y == 1) return a;
  return binary(BinaryOp::mul, std::move(a), std::move(b));
}

ExprPtr divide_up(const ExprPtr& a, const ExprPtr& b) {
  const auto x = as_integer(a), y = as_integer(b);
  if (y == 1) return a;
  if (x && y && *x >= 0 && *y > 0) return integer(*x / *y + (*x % *y != 0));
  return binary(BinaryOp::div, add(a, sub(b, integer(1))), b);
}

ExprPtr extent_of(const TensorNode& tensor, const LevelMode& mode) {
  const ExprPtr& size = tensor.sizes[static_cast<std::size_t>(mode.mode)];
  if (mode.kind == LevelMode::Kind::quotient)
    return divide_up(size, tensor.block_sizes.at(static_cast<std::size_t>(mode.divisor)));
  if (mode.kind == LevelMode::Kind::remainder)
    return tensor.block_sizes.at(static_cast<std::size_t>(mode.divisor));
  return size;
}

ExprPtr min_of(ExprPtr a, ExprPtr b) {
  const auto x = as_integer(a), y = as_integer(b);
  if (x && y) return integer(std::min(*x, *y));
  return make_expr(Call{"min", {std::move(a), std::move(b)}, nullptr}, ElementType::i64);
}

ExprPtr max_of(ExprPtr a, ExprPtr b) {
  const auto x = as_integer(a), y = as_integer(b);
  if (x && y) return integer(std::max(*x, *y));
  return make_expr(Call{"max", {std::move(a), std::move(b)}, nullptr}, ElementType::i64);
}

StmtPtr sequence(std::vector<StmtPtr> stmts) {
  Sequence flat;
  for (StmtPtr& stmt : stmts) {
    if (!stmt) continue;
    if (const auto* inner = get_if<Sequence>(stmt))
      flat.stmts.insert(flat.stmts.end(), inner->stmts.begin(), inner->stmts.end());
    else
      flat.stmts.push_back(std::move(stmt));
  }
  if (flat.stmts.size() == 1) return flat.stmts.front();
  return make_stmt(std::move(flat));
}

ExprPtr identity_of(Op op, ElementType type) {
  const auto literal = [&](double value) {
    return make_expr(Literal{literal_text(value, type), value}, type);
  };
  switch (op) {
    case Op::none:
    case Op::add:
      return literal(0);
    case Op::mul:
      return literal(1);
    case Op::logical_or:
      return make_expr(Literal{"false", 0.0}, ElementType::boolean);
    case Op::logical_and:
      return make_expr(Literal{"true", 1.0}, ElementType::boolean);
    case Op::bit_or:
      return literal(0);
    case Op::bit_and:
      return literal(-1);
    case Op::min:
      return make_expr(Call{"highest", {}, nullptr}, type);
    case Op::max:
      return make_expr(Call{"lowest", {}, nullptr}, type);
  }
  internal_error("an operator without an identity");
}

ElementType common_type(ElementType a, ElementType b) {
  const auto computed = [](ElementType t) {
    if (t == ElementType::f16 || t == ElementType::bf16) return ElementType::f32;
    if (t == ElementType::boolean || (is_integer(t) && size_in_bytes(t) < 4)) return ElementType::i32;
    return t;
  };
  a = computed(a);
  b = computed(b);
  if (a == ElementType::none) return b;
  if (b == ElementType::none) return a;
  if (a == ElementType::dependent || b == ElementType::dependent) return ElementType::dependent;
  if (is_complex(a) || is_complex(b)) {
    const bool wide =
        a == ElementType::c64 || b == ElementType::c64 || a == ElementType::f64 || b == ElementType::f64;
    return wide ? ElementType::c64 : ElementType::c32;
  }
  return std::max(a, b);  // i32 < u32 < i64 < u64 < f32 < f64, as C++ converts
}

Var as_var(const ExprPtr& expr) {
  const Var* var = get_if<Var>(expr);
  return var ? *var : nullptr;
}

std::optional<long long> as_integer(const ExprPtr& expr) {
  const auto* literal = get_if<Literal>(expr);
  if (!literal || !literal->value || !is_integer(expr->type)) return std::nullopt;
  constexpr double exact = 9007199254740992.0;  // up to here a double has all integers: 2^53
  if (std::abs(*literal->value) < exact) return static_cast<long long>(*literal->value);
  const bool minus = literal->text.starts_with('-');
  const auto magnitude = integer_value(literal->text.substr(minus ? 1 : 0));
  return magnitude && minus ? -*magnitude : magnitude;
}

bool is_zero(const ExprPtr& expr) {
  const auto* literal = get_if<Literal>(expr);
  return literal && literal->value == 0.0;
}

}  // namespace insum::index
