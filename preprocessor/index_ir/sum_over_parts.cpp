#include "index_ir/sum_over_parts.h"

#include <algorithm>
#include <cmath>

#include "index_ir/algebra.h"
#include "index_ir/expression_types.h"
#include "index_ir/keep_limits.h"
#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

constexpr std::size_t most_reads = 512;  // where one Einsum reads the parts of its operands

std::optional<Access> next_sum(const ExprPtr& expr) {
  for (const Access& access : accesses_of(expr))
    if (!access.tensor->parts.empty()) return access;
  return std::nullopt;
}

bool reads(const ExprPtr& expr, const Access& access) {
  const std::vector<Access> accesses = accesses_of(expr);
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access& a) { return equal(a, access); });
}

bool has_reduction_of(const ExprPtr& expr, const Access& access) {
  bool found = false;
  for_each_expr(expr, [&](const ExprPtr& e) {
    const auto* reduce = get_if<Reduce>(e);
    found |= reduce && reads(reduce->body, access);
  });
  return found;
}

std::vector<ExprPtr> with_each_part(const ExprPtr& expr, const Access& access) {
  std::vector<ExprPtr> list;
  for (const auto& part : access.tensor->parts)
    list.push_back(replace_access(expr, access, Access{part, access.subscripts}));
  return list;
}

/// One Einsum, whose accesses to sums are replaced one after the other.
class PartSums {
 public:
  PartSums(Einsum einsum, SourceRange where, bool ieee, Diagnostics& diagnostics)
      : einsums_{std::move(einsum)}, where_(where), ieee_(ieee), diagnostics_(diagnostics) {}

  /// Nothing after an error.
  std::vector<Einsum> run() {
    for (std::size_t n = 0; n < einsums_.size();) {
      const auto access = next_sum(einsums_[n].right);
      if (!access) {
        ++n;
        continue;
      }
      if (!check_size(*access)) return {};
      std::vector<Einsum> split = spread(einsums_[n], *access);
      if (split.empty()) return {};
      einsums_.erase(einsums_.begin() + static_cast<std::ptrdiff_t>(n));
      einsums_.insert(einsums_.begin() + static_cast<std::ptrdiff_t>(n), split.begin(), split.end());
    }
    return std::move(einsums_);
  }

 private:
  /// Before it is spread: each place where it is read becomes as many as there are parts.
  bool check_size(const Access& access) {
    std::size_t places = 0;
    for (const Einsum& einsum : einsums_)
      for (const Access& read : accesses_of(einsum.right)) places += equal(read, access) ? 1 : 0;
    if (places * access.tensor->parts.size() <= most_reads) return true;
    diagnostics_.report(
        Diag::not_supported_yet, where_,
        {"an Einsum that reads parts of its operands at more than " + std::to_string(most_reads) + " places",
         "compute with fewer parts"});
    return false;
  }

  std::vector<Einsum> spread(const Einsum& einsum, const Access& access) {
    if (auto split = spread_whole(einsum, access); !split.empty()) return split;
    Einsum result = einsum;
    result.right = spread_reductions(einsum.right, access);
    if (einsum.op == Op::none || einsum.op == Op::add) result.right = spread_terms(result.right, access);
    if (reads(result.right, access)) result.right = spread_values(result.right, access);
    if (!result.right) return {};
    result.right = with_types(result.right);
    return {result};
  }

  /// The right side is one term of an operator that no expression stands for: E[i] min= D[i,j] is an Einsum
  /// for each part.
  std::vector<Einsum> spread_whole(const Einsum& einsum, const Access& access) {
    const auto* reduce = get_if<Reduce>(einsum.right);
    const Op op = einsum.op != Op::none ? einsum.op : reduce ? reduce->op : Op::add;
    if (op == Op::add || (reduce && (reduce->op != op || has_reduction_of(reduce->body, access)))) return {};
    if (!reduce && has_reduction_of(einsum.right, access)) return {};
    const ElementType type = einsum.left.tensor->type;
    if (!vanishes(reduce ? reduce->body : einsum.right, access, op, type)) return {};
    std::vector<Einsum> list;
    for (const ExprPtr& right : with_each_part(einsum.right, access))
      list.push_back({einsum.left, list.empty() ? einsum.op : op, right});
    return list;
  }

  /// The innermost reductions of `access`, one for each part.
  ExprPtr spread_reductions(const ExprPtr& expr, const Access& access) {
    return rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
      const auto* reduce = get_if<Reduce>(e);
      if (!reduce || !reads(reduce->body, access) || has_reduction_of(reduce->body, access)) return nullptr;
      if (!vanishes(reduce->body, access, reduce->op, e->type)) return nullptr;
      return combined(reduce->op, with_each_part(e, access), e->type, e->where);
    });
  }

  /// Summands of the right side, outside of reductions.
  ExprPtr spread_terms(const ExprPtr& expr, const Access& access) {
    const auto* unary = get_if<Unary>(expr);
    if (unary && unary->op == UnaryOp::minus)
      return make_expr(Unary{unary->op, spread_terms(unary->operand, access)}, expr->type, expr->where);
    const auto* binary = get_if<Binary>(expr);
    if (binary && (binary->op == BinaryOp::add || binary->op == BinaryOp::sub))
      return make_expr(
          Binary{binary->op, spread_terms(binary->left, access), spread_terms(binary->right, access)},
          expr->type, expr->where);
    if (!reads(expr, access) || has_reduction_of(expr, access) ||
        !vanishes(expr, access, Op::add, expr->type))
      return expr;
    return combined(Op::add, with_each_part(expr, access), expr->type, expr->where);
  }

  /// Everywhere else: one of the parts has the value, and the others their fill value. Null after an error.
  ExprPtr spread_values(const ExprPtr& expr, const Access& access) {
    const auto fill = known_value(fill_of(access.tensor));
    if (fill && std::isnan(*fill)) {
      diagnostics_.report(Diag::conversion_impossible, where_,
                          {access.tensor->name, access.tensor->format_name,
                           "its value counts where no part stores it, and a part that has none is not told "
                           "from one by comparing with NaN",
                           "name one format"});
      return nullptr;
    }
    return replace_access(expr, access, [&](const ExprPtr& e) {
      const std::vector<ExprPtr> values = with_each_part(e, access);
      if (fill == 0 && access.tensor->type != ElementType::boolean)
        return combined(Op::add, values, e->type, e->where);
      return first_stored(values, fill_of(access.tensor));
    });
  }

  /// The first of the values that is not the fill value, or else that.
  static ExprPtr first_stored(const std::vector<ExprPtr>& values, const ExprPtr& fill) {
    ExprPtr value = values.back();
    for (std::size_t n = values.size() - 1; n-- > 0;) {
      const ExprPtr stored = make_expr(Binary{BinaryOp::ne, values[n], fill}, ElementType::boolean);
      value = make_expr(Call{"select", {stored, values[n], value}, nullptr}, value->type, value->where);
    }
    return value;
  }

  /// `body` leaves a reduction by `op` to `result` as it is where nothing is stored.
  bool vanishes(const ExprPtr& body, const Access& access, Op op, ElementType result) const {
    const bool limit = op == Op::min || op == Op::max;
    const ExprPtr typed = with_types(body);
    const ExprPtr neutral = identity_of(op, limit ? result : typed->type);
    return vanishes_without(ieee_ ? typed : keep_limits(typed), {access}, neutral, ieee_);
  }

  std::vector<Einsum> einsums_;
  SourceRange where_;
  bool ieee_;
  Diagnostics& diagnostics_;
};

}  // namespace

StmtPtr sum_over_parts(const StmtPtr& body, bool ieee, Diagnostics& diagnostics) {
  std::vector<StmtPtr> stmts;
  const auto add = [&](const StmtPtr& stmt) {
    const std::vector<Einsum> einsums =
        PartSums(std::get<Einsum>(stmt->node), stmt->where, ieee, diagnostics).run();
    for (const Einsum& einsum : einsums) stmts.push_back(make_stmt(einsum, stmt->where));
    return !einsums.empty();
  };
  const auto* list = get_if<Sequence>(body);
  const bool good = list ? std::all_of(list->stmts.begin(), list->stmts.end(), add) : add(body);
  return good ? sequence(std::move(stmts)) : nullptr;
}

}  // namespace insum::index
