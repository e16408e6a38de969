#include "index_ir/keep_limits.h"

#include <tuple>

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
std::string limit_of(const TensorNode& tensor) {
  if (!tensor.fill || !is_integer(tensor.type) || !is_limit(tensor.fill)) return "";
  return get_if<Call>(tensor.fill)->function;
}

ExprPtr limit(const std::string& name, ElementType type) { return make_expr(Call{name, {}, nullptr}, type); }

/// Types that C++ computes in others have their limits as numbers.
ExprPtr stored_limit(const std::string& name, ElementType type) {
  const ExprPtr own = limit(name, type);
  return common_type(type, ElementType::none) == type ? own : constant(*known_value(own), ElementType::i32);
}

/// A term of a sum that may be infinite: where `condition` has the value `when`.
struct InfiniteTerm {
  ExprPtr condition;
  bool when;
  std::string limit;

  ExprPtr choose(const ExprPtr& infinite, const ExprPtr& finite) const {
    const auto& [yes, no] = when ? std::tie(infinite, finite) : std::tie(finite, infinite);
    return make_expr(Call{"select", {condition, yes, no}, nullptr}, finite->type, finite->where);
  }
};
using FindInfinite = std::optional<InfiniteTerm> (*)(const ExprPtr& term);

std::optional<InfiniteTerm> stored_infinity(const ExprPtr& term) {
  const auto* access = get_if<Access>(term);
  const std::string name = access && stores_fill(*access->tensor) ? limit_of(*access->tensor) : "";
  if (name.empty()) return std::nullopt;
  const ExprPtr same =
      make_expr(Binary{BinaryOp::eq, term, stored_limit(name, term->type)}, ElementType::boolean);
  return InfiniteTerm{same, true, name};
}

std::optional<InfiniteTerm> missing_infinity(const ExprPtr& term) {
  const auto* access = get_if<Access>(term);
  const std::string name = access && access->optional ? limit_of(*access->tensor) : "";
  if (name.empty()) return std::nullopt;
  const ExprPtr stored = make_expr(Call{"stored", {term}, nullptr}, ElementType::boolean);
  return InfiniteTerm{stored, false, name};
}

bool is_sum(const Binary& node) { return node.op == BinaryOp::add || node.op == BinaryOp::sub; }

ExprPtr rewrite_sums(const ExprPtr& expr, FindInfinite find);

/// The sum with what is inside of its terms rewritten, and 0 for terms that are infinite: adding to that
/// would overflow.
ExprPtr rewrite_sum(const ExprPtr& expr, bool minus, FindInfinite find, std::vector<InfiniteTerm>& found) {
  if (const auto* binary = get_if<Binary>(expr); binary && is_sum(*binary)) {
    const ExprPtr left = rewrite_sum(binary->left, minus, find, found);
    const ExprPtr right = rewrite_sum(binary->right, minus != (binary->op == BinaryOp::sub), find, found);
    return make_expr(Binary{binary->op, left, right}, expr->type, expr->where);
  }
  const auto infinite = minus ? std::nullopt : find(expr);
  if (!infinite) return rewrite_sums(expr, find);
  found.push_back(*infinite);
  return infinite->choose(constant(0, ElementType::i32), expr);
}

ExprPtr rewrite_sums(const ExprPtr& expr, FindInfinite find) {
  return rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
    const auto* binary = get_if<Binary>(e);
    if (!binary || !is_sum(*binary) || !is_integer(e->type)) return nullptr;
    std::vector<InfiniteTerm> found;
    ExprPtr result = rewrite_sum(e, false, find, found);
    for (auto term = found.rbegin(); term != found.rend(); ++term)
      result = term->choose(limit(term->limit, e->type), result);
    return result;
  });
}

}  // namespace

ExprPtr keep_limits(const ExprPtr& expr) { return rewrite_sums(expr, stored_infinity); }

ExprPtr keep_missing_limits(const ExprPtr& expr) { return rewrite_sums(expr, missing_infinity); }

}  // namespace insum::index
