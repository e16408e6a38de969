#include "index_ir/address.h"

#include <algorithm>
#include <cstdint>

#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

/// The subscripts; f alone for two of them that are the quotient i and the remainder f - i*n of one number,
/// where the elements lie accordingly.
std::vector<ExprPtr> joined_subscripts(const Access& access) {
  std::vector<ExprPtr> list = access.subscripts;
  for (std::size_t m = 0; access.tensor->dense && m + 1 < list.size(); ++m) {
    const auto* rest = get_if<Binary>(list[m + 1]);
    const auto* whole = rest && rest->op == BinaryOp::sub ? get_if<Binary>(rest->right) : nullptr;
    if (!whole || whole->op != BinaryOp::mul || !equal(whole->left, list[m])) continue;
    if (!equal(access.tensor->strides[m], mul(whole->right, access.tensor->strides[m + 1]))) continue;
    list[m] = integer(0);
    list[m + 1] = rest->left;
  }
  return list;
}

}  // namespace

ExprPtr dense_address(const Access& access) {
  const std::vector<ExprPtr> subscripts = joined_subscripts(access);
  ExprPtr address = integer(0);
  for (std::size_t m = 0; m < subscripts.size(); ++m)
    address = add(address, mul(subscripts[m], access.tensor->strides.at(m)));
  return address;
}

ExprPtr coefficient(const ExprPtr& expr, const Var& var) {
  if (!uses(expr, var)) return integer(0);
  if (as_var(expr) == var) return integer(1);
  if (const auto* unary = get_if<Unary>(expr)) {
    const ExprPtr inner = coefficient(unary->operand, var);
    return inner && unary->op == UnaryOp::minus ? sub(integer(0), inner) : nullptr;
  }
  const auto* binary = get_if<Binary>(expr);
  if (!binary) return nullptr;
  const ExprPtr a = coefficient(binary->left, var), b = coefficient(binary->right, var);
  if (!a || !b) return nullptr;
  switch (binary->op) {
    case BinaryOp::add:
      return add(a, b);
    case BinaryOp::sub:
      return sub(a, b);
    case BinaryOp::mul:
      if (!uses(binary->left, var)) return mul(binary->left, b);
      if (!uses(binary->right, var)) return mul(a, binary->right);
      return nullptr;
    default:
      return nullptr;
  }
}

ExprPtr without(const ExprPtr& expr, const Var& var) {
  if (as_var(expr) == var) return integer(0);
  if (const auto* unary = get_if<Unary>(expr)) return sub(integer(0), without(unary->operand, var));
  const auto* binary = get_if<Binary>(expr);
  if (!binary || !uses(expr, var)) return expr;
  const ExprPtr a = without(binary->left, var), b = without(binary->right, var);
  return binary->op == BinaryOp::add ? add(a, b) : binary->op == BinaryOp::sub ? sub(a, b) : mul(a, b);
}

ExprPtr stride_of(const Access& access, const Var& var) {
  if (access.tensor->dense) return coefficient(dense_address(access), var);
  ExprPtr stride = integer(0), step = integer(1);
  bool walked = false;
  for (std::size_t l = access.subscripts.size(); l-- > 0;) {
    const TensorLevel& level = access.tensor->levels[l];
    walked |= !can_locate(level.level);
    const bool here = uses(access.subscripts[l], var);
    if (walked && here) return nullptr;
    if (walked) continue;
    const ExprPtr c = coefficient(access.subscripts[l], var);
    if (!c) return nullptr;
    stride = add(stride, mul(step, c));
    step = mul(step, level.size);
  }
  return stride;
}

namespace {

/// An index is outer*B + inner with 0 <= inner < B.
bool is_split(const std::vector<Var>& parts, const Program& program) {
  return parts.size() == 2 && program.ranges.at(parts[1]).begin &&
         as_integer(program.ranges.at(parts[1]).begin) == 0;
}

/// `var` is `whole`, or a part of it that splits made, of any depth.
bool is_part_of(const Var& var, const Var& whole, const Program& program) {
  if (var == whole) return true;
  const auto [first, last] = program.derived.equal_range(whole);
  return std::any_of(first, last, [&](const auto& entry) {
    const std::vector<Var>& parts = entry.second;
    return is_split(parts, program) && parts[0] != whole && parts[1] != whole &&
           (is_part_of(var, parts[0], program) || is_part_of(var, parts[1], program));
  });
}

/// i0*B + i1 with 0 <= i1 < B: whatever i1 is, another i0 is another value. Both may be parts themselves.
bool is_block_of(const Var& outer, const Var& inner, const Program& program) {
  return std::any_of(program.derived.begin(), program.derived.end(), [&](const auto& entry) {
    const std::vector<Var>& parts = entry.second;
    return is_split(parts, program) && is_part_of(outer, parts[0], program) &&
           is_part_of(inner, parts[1], program);
  });
}

}  // namespace

Var whole_of(const ExprPtr& expr, const Program& program) {
  if (const Var var = as_var(expr)) return as_integer(program.ranges.at(var).begin) == 0 ? var : nullptr;
  const auto* sum = get_if<Binary>(expr);
  if (!sum || sum->op != BinaryOp::add) return nullptr;
  const auto* scaled = get_if<Binary>(sum->left);
  const Var outer = whole_of(scaled && scaled->op == BinaryOp::mul ? scaled->left : sum->left, program);
  const Var inner = whole_of(sum->right, program);
  for (const auto& [whole, parts] : program.derived)
    if (outer && inner && parts == std::vector<Var>{outer, inner}) return whole;
  return nullptr;
}

ExprPtr first_row(const ExprPtr& row, const Var& var, const std::vector<Var>& inside,
                  const Program& program) {
  if (as_var(row) == var) return row;
  const Var whole = whole_of(row, program);
  if (!whole) return nullptr;
  std::map<Var, ExprPtr> at_first;
  bool below = false;
  for (const Var& part : variables_of(row)) {  // from the outermost on
    const bool in = std::find(inside.begin(), inside.end(), part) != inside.end();
    if (part != var && in != below) return nullptr;
    if (below) at_first[part] = integer(0);
    below |= part == var;
  }
  if (!below) return nullptr;
  return min_of(substitute(row, at_first), program.ranges.at(whole).end);
}

std::optional<long long> at_most(const ExprPtr& expr) {
  if (const auto number = as_integer(expr)) return number;
  if (const auto* binary = get_if<Binary>(expr)) {  // parts of a part: (min(16, n) + 3) / 4
    const auto left = at_most(binary->left), right = as_integer(binary->right);
    if (!left || !right || *left < 0 || *right <= 0) return std::nullopt;
    if (binary->op == BinaryOp::div) return *left / *right;
    return binary->op == BinaryOp::add && *left <= INT32_MAX && *right <= INT32_MAX
               ? std::optional(*left + *right)
               : std::nullopt;
  }
  const auto* call = get_if<Call>(expr);
  if (!call || call->function != "min") return std::nullopt;
  const auto a = at_most(call->arguments[0]);
  return a ? a : at_most(call->arguments[1]);
}

bool is_apart(const Var& entry, const Var& var, const std::vector<Var>& inner, const Program& program) {
  const Range& range = program.ranges.at(entry);
  const auto* begin = get_if<Call>(range.begin);
  const auto* end = get_if<Call>(range.end);
  if (!begin || !end || begin->function != "max" || end->function != "min") return false;
  // The part is [first, first + length) for the expression `first` of outer loops.
  const ExprPtr& first = begin->arguments[0];
  const auto* sum = get_if<Binary>(end->arguments[0]);
  if (!sum || sum->op != BinaryOp::add || !equal(sum->left, first)) return false;
  const auto step = as_integer(coefficient(first, var)), length = at_most(sum->right);
  if (!step || !length || *step <= 0) return false;
  long long reach = *length;
  for (const Var& other : variables_of(first)) {
    if (other == var || std::find(inner.begin(), inner.end(), other) == inner.end()) continue;
    const auto each = as_integer(coefficient(first, other)), count = at_most(program.ranges.at(other).end);
    if (!each || !count || *each < 0 || as_integer(program.ranges.at(other).begin) != 0) return false;
    reach += *each * (*count - 1);
  }
  return reach <= *step;
}

namespace {

/// Different values of `var` make different values of `expr`, an affine expression, whatever the indices in
/// `inner` are: together these do not make up for one step.
bool outweighs(const ExprPtr& expr, const Var& var, const std::vector<Var>& inner, const Program& program) {
  const auto step = as_integer(coefficient(expr, var));
  if (!step || *step <= 0) return false;
  long long reach = 0;
  for (const Var& other : variables_of(expr)) {
    if (other == var || std::find(inner.begin(), inner.end(), other) == inner.end()) continue;
    const Range& range = program.ranges.at(other);
    const auto each = as_integer(coefficient(expr, other)), count = at_most(range.end);
    if (!each || !count || *each < 0 || *each >= *step || *count > *step || as_integer(range.begin) != 0)
      return false;
    reach += *each * (*count - 1);
  }
  return reach < *step;
}

/// `expr` with its only call of `function` as a variable, and the call; null where it has none or other
/// calls.
std::pair<ExprPtr, ExprPtr> without_call(const ExprPtr& expr, const char* function, const Var& stands) {
  ExprPtr found;
  bool only = accesses_of(expr).empty();
  const ExprPtr rest = rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
    const auto* call = get_if<Call>(e);
    if (!call) return nullptr;
    only &= call->function == function && !found;
    found = e;
    return var_expr(stands);
  });
  return only && found ? std::pair{rest, found} : std::pair<ExprPtr, ExprPtr>{};
}

/// One subscript moves with the quotient, another one with the remainder of a number that moves with `var`:
/// the tiles of a fused loop.
bool is_pair_of(const std::vector<ExprPtr>& subscripts, const Var& var, const std::vector<Var>& inner,
                const Program& program) {
  const Var stands = std::make_shared<const IndexVar>(IndexVar{"part", {}});
  for (const ExprPtr& a : subscripts) {
    const auto [row, quotient] = without_call(a, "quotient", stands);
    if (!row || uses(row, var) || !outweighs(row, stands, inner, program)) continue;
    for (const ExprPtr& b : subscripts) {
      const auto [column, remainder] = without_call(b, "remainder", stands);
      if (!column || uses(column, var) || !outweighs(column, stands, inner, program)) continue;
      const auto &whole = get_if<Call>(quotient)->arguments, &same = get_if<Call>(remainder)->arguments;
      if (equal(whole[0], same[0]) && equal(whole[1], same[1]) && variables_of(whole[1]).empty() &&
          outweighs(whole[0], var, inner, program))
        return true;
    }
  }
  return false;
}

}  // namespace

bool is_injective(const Access& access, const Var& var, const std::vector<Var>& inner,
                  const Program& program) {
  for (const ExprPtr& subscript : joined_subscripts(access)) {
    if (const Var entry = as_var(subscript); entry && is_apart(entry, var, inner, program)) return true;
    const ExprPtr c = coefficient(subscript, var);
    if (!c || is_zero(c)) continue;
    bool distinct = true;
    for (const Var& other : variables_of(subscript)) {
      if (other == var || std::find(inner.begin(), inner.end(), other) == inner.end()) continue;
      distinct &= is_block_of(var, other, program);
    }
    for (const Access& a : accesses_of(subscript)) distinct &= variables_of(a).empty();
    if (distinct) return true;
  }
  return access.tensor->dense && is_pair_of(access.subscripts, var, inner, program);
}

}  // namespace insum::index
