#include "index_ir/guard_bounds.h"

#include "index_ir/algebra.h"
#include "index_ir/positions.h"
#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

/// Provably not negative: sums and products of such.
bool is_natural(const ExprPtr& expr, const Program& program) {
  if (const auto value = as_integer(expr)) return *value >= 0;
  if (const Var var = as_var(expr)) {
    const auto range = program.ranges.find(var);
    return range != program.ranges.end() && is_natural(range->second.begin, program);
  }
  const auto* binary = get_if<Binary>(expr);
  return binary && (binary->op == BinaryOp::add || binary->op == BinaryOp::mul) &&
         is_natural(binary->left, program) && is_natural(binary->right, program);
}

/// The largest value where all ranges are constant.
std::optional<long long> largest(const ExprPtr& expr, const Program& program) {
  if (const auto value = as_integer(expr)) return value;
  if (const Var var = as_var(expr)) {
    const auto range = program.ranges.find(var);
    const auto end = range == program.ranges.end() ? std::nullopt : as_integer(range->second.end);
    return end ? std::optional<long long>(*end - 1) : std::nullopt;
  }
  const auto* binary = get_if<Binary>(expr);
  if (!binary) return std::nullopt;
  const auto a = largest(binary->left, program), b = largest(binary->right, program);
  if (!a || !b || !is_natural(binary->left, program) || !is_natural(binary->right, program))
    return std::nullopt;
  if (binary->op == BinaryOp::add) return *a + *b;
  if (binary->op == BinaryOp::mul) return *a * *b;
  return std::nullopt;
}

/// o * n + i of a split, where i ends with the index that was split: below its size.
bool is_in_parts(const ExprPtr& expr, const ExprPtr& size, const Program& program) {
  const auto* sum = get_if<Binary>(expr);
  const Var inner = sum && sum->op == BinaryOp::add ? as_var(sum->right) : nullptr;
  const auto range = inner ? program.ranges.find(inner) : program.ranges.end();
  const auto* least = range == program.ranges.end() ? nullptr : get_if<Call>(range->second.end);
  return least && !least->callable && least->function == "min" && least->arguments.size() == 2 &&
         equal(least->arguments[1], sub(size, sum->left));
}

}  // namespace

std::vector<ExprPtr> bounds_of(const Access& access, const Program& program) {
  std::vector<ExprPtr> conditions;
  for (std::size_t m = 0; m < access.subscripts.size(); ++m)
    for (const ExprPtr& condition : bounds_of(access.subscripts[m], access.tensor->sizes.at(m), program))
      conditions.push_back(condition);
  return conditions;
}

std::vector<ExprPtr> bounds_of_arrays(const ExprPtr& subscript, const Program& program) {
  std::vector<ExprPtr> conditions;
  static_cast<void>(rewrite(subscript, [&](const ExprPtr& e) {
    const auto* stored = get_if<Access>(e);
    const bool is_named = stored && !stored->tensor->storage_form && !stored->tensor->sizes.empty();
    if (is_named)  // arrays of levels are read where they have something
      for (const ExprPtr& condition : bounds_of(*stored, program)) conditions.push_back(condition);
    return stored ? e : nullptr;  // it has asked for its own subscripts
  }));
  return conditions;
}

std::vector<ExprPtr> bounds_of(const ExprPtr& subscript, const ExprPtr& size, const Program& program) {
  if (program.in_bounds || as_var(subscript)) return {};
  std::vector<ExprPtr> conditions = bounds_of_arrays(subscript, program);
  if (get_if<Access>(subscript) || variables_of(subscript).empty() || is_recovered(subscript))
    return conditions;
  const auto condition = [&](BinaryOp op, const ExprPtr& bound) {
    conditions.push_back(make_expr(Binary{op, subscript, bound}, ElementType::boolean, subscript->where));
  };
  if (!is_natural(subscript, program)) condition(BinaryOp::ge, integer(0));
  const auto most = largest(subscript, program), known = as_integer(size);
  if ((!most || !known || *most >= *known) && !is_in_parts(subscript, size, program))
    condition(BinaryOp::lt, size);
  return conditions;
}

bool leaves_levels(const Access& access, const Var& var, const Program& program) {
  const TensorNode& tensor = *access.tensor;
  if (tensor.dense) return false;
  for (std::size_t l = tensor.folded ? 1 : 0; l < tensor.levels.size(); ++l) {
    const TensorLevel& level = tensor.levels[l];
    const ExprPtr& subscript = access.subscripts[l];
    if (can_locate(level.level) && level.level.mode.kind == LevelMode::Kind::plain && uses(subscript, var) &&
        !bounds_of(subscript, level.size, program).empty())
      return true;
  }
  return false;
}

ExprPtr guarded_read(const Access& access, const ExprPtr& fill, SourceRange where, const Program& program) {
  const ExprPtr read = make_expr(access, access.tensor->type, where);
  const std::vector<ExprPtr> conditions = bounds_of(access, program);
  if (conditions.empty()) return read;
  ExprPtr inside = conditions.front();
  for (std::size_t i = 1; i < conditions.size(); ++i)
    inside = make_expr(Binary{BinaryOp::logical_and, inside, conditions[i]}, ElementType::boolean);
  return make_expr(Call{"guarded", {inside, read, fill}, nullptr}, read->type, where);
}

ReadWhere as_read(const ExprPtr& expr) {
  const auto* call = get_if<Call>(expr);
  const bool guarded = call && !call->callable && call->function == "guarded" && is_zero(call->arguments[2]);
  if (guarded) return {get_if<Access>(call->arguments[1]), call->arguments[0]};
  return {get_if<Access>(expr), nullptr};
}

ExprPtr guard_bounds(const ExprPtr& expr, const Program& program) {
  return rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
    const auto* access = get_if<Access>(e);
    if (!access) return nullptr;
    if (!access->tensor->dense) return e;  // its levels are asked
    return guarded_read(*access, fill_of(access->tensor), e->where, program);
  });
}

}  // namespace insum::index
