#include "index_ir/keep_limits.h"

#include "index_ir/algebra.h"
#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

/// Blocks, groups, diagonals and rows of one length have slots for elements that are none.
bool stores_fill(const TensorNode& tensor) {
  if (tensor.dense) return true;
  bool below_sparse = false, found = false;
  for (const TensorLevel& level : tensor.levels) {
    const LevelKind kind = level.level.kind;
    found |= kind == LevelKind::fixed || kind == LevelKind::offset || kind == LevelKind::ragged ||
             (kind == LevelKind::dense && below_sparse);
    below_sparse |= kind != LevelKind::dense;
  }
  return found;
}

/// "highest" or "lowest" where that is the fill value; "" elsewhere.
std::string limit_of(const ExprPtr& operand) {
  const auto* access = get_if<Access>(operand);
  if (!access || !access->tensor->fill || !is_integer(access->tensor->type) || !stores_fill(*access->tensor))
    return "";
  return is_limit(access->tensor->fill) ? get_if<Call>(access->tensor->fill)->function : "";
}

ExprPtr limit(const std::string& name, ElementType type) { return make_expr(Call{name, {}, nullptr}, type); }

/// Types that C++ computes in others have their limits as numbers.
ExprPtr stored_limit(const std::string& name, ElementType type) {
  const ExprPtr own = limit(name, type);
  return common_type(type, ElementType::none) == type ? own : constant(*known_value(own), ElementType::i32);
}

struct InfiniteTerm {
  ExprPtr condition;
  std::string limit;
};

/// The sum with what is inside of its terms rewritten, and 0 for terms that are stored infinity: adding to
/// that would overflow.
ExprPtr rewrite_sum(const ExprPtr& expr, bool minus, std::vector<InfiniteTerm>& infinite) {
  const auto* binary = get_if<Binary>(expr);
  if (!binary || (binary->op != BinaryOp::add && binary->op != BinaryOp::sub)) {
    const std::string name = limit_of(expr);
    if (minus || name.empty()) return keep_limits(expr);
    const ExprPtr condition =
        make_expr(Binary{BinaryOp::eq, expr, stored_limit(name, expr->type)}, ElementType::boolean);
    infinite.push_back({condition, name});
    return make_expr(Call{"select", {condition, constant(0, ElementType::i32), expr}, nullptr}, expr->type);
  }
  const ExprPtr left = rewrite_sum(binary->left, minus, infinite);
  const ExprPtr right = rewrite_sum(binary->right, minus != (binary->op == BinaryOp::sub), infinite);
  return make_expr(Binary{binary->op, left, right}, expr->type, expr->where);
}

}  // namespace

ExprPtr keep_limits(const ExprPtr& expr) {
  return rewrite(expr, [](const ExprPtr& e) -> ExprPtr {
    const auto* binary = get_if<Binary>(e);
    if (!binary || (binary->op != BinaryOp::add && binary->op != BinaryOp::sub) || !is_integer(e->type))
      return nullptr;
    std::vector<InfiniteTerm> infinite;
    ExprPtr result = rewrite_sum(e, false, infinite);
    for (auto term = infinite.rbegin(); term != infinite.rend(); ++term)
      result = make_expr(Call{"select", {term->condition, limit(term->limit, e->type), result}, nullptr},
                         e->type, e->where);
    return result;
  });
}

namespace {

/// The sum with 0 for operands that are missing, and infinite then.
ExprPtr without_missing(const ExprPtr& expr, bool minus, std::vector<InfiniteTerm>& missing) {
  if (const auto* binary = get_if<Binary>(expr);
      binary && (binary->op == BinaryOp::add || binary->op == BinaryOp::sub)) {
    const ExprPtr left = without_missing(binary->left, minus, missing);
    const ExprPtr right = without_missing(binary->right, minus != (binary->op == BinaryOp::sub), missing);
    return make_expr(Binary{binary->op, left, right}, expr->type, expr->where);
  }
  const auto* access = get_if<Access>(expr);
  if (minus || !access || !access->optional || !is_integer(access->tensor->type) || !access->tensor->fill ||
      !is_limit(access->tensor->fill))
    return keep_missing_limits(expr);
  const ExprPtr stored = make_expr(Call{"stored", {expr}, nullptr}, ElementType::boolean);
  missing.push_back({stored, get_if<Call>(access->tensor->fill)->function});
  return make_expr(Call{"select", {stored, expr, constant(0, ElementType::i32)}, nullptr}, expr->type);
}

}  // namespace

ExprPtr keep_missing_limits(const ExprPtr& expr) {
  return rewrite(expr, [](const ExprPtr& e) -> ExprPtr {
    const auto* binary = get_if<Binary>(e);
    if (!binary || (binary->op != BinaryOp::add && binary->op != BinaryOp::sub) || !is_integer(e->type))
      return nullptr;
    std::vector<InfiniteTerm> missing;
    ExprPtr result = without_missing(e, false, missing);
    for (auto term = missing.rbegin(); term != missing.rend(); ++term)
      result = make_expr(Call{"select", {term->condition, result, limit(term->limit, e->type)}, nullptr},
                         e->type, e->where);
    return result;
  });
}

}  // namespace insum::index
