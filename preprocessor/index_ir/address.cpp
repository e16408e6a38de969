#include "index_ir/address.h"

#include <algorithm>

#include "index_ir/rewrite.h"

namespace insum::index {

ExprPtr dense_address(const Access& access) {
  ExprPtr address = integer(0);
  for (std::size_t m = 0; m < access.subscripts.size(); ++m)
    address = add(address, mul(access.subscripts[m], access.tensor->strides.at(m)));
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
    case BinaryOp::add: return add(a, b);
    case BinaryOp::sub: return sub(a, b);
    case BinaryOp::mul:
      if (!uses(binary->left, var)) return mul(binary->left, b);
      if (!uses(binary->right, var)) return mul(a, binary->right);
      return nullptr;
    default: return nullptr;
  }
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

/// i0*B + i1 with 0 <= i1 < B: whatever i1 is, another i0 is another value.
bool is_block_of(const Var& outer, const Var& inner, const Program& program) {
  return std::any_of(program.derived.begin(), program.derived.end(), [&](const auto& entry) {
    const std::vector<Var>& parts = entry.second;
    return parts.size() == 2 && parts[0] == outer && parts[1] == inner && program.ranges.at(inner).begin &&
           as_integer(program.ranges.at(inner).begin) == 0;
  });
}

}  // namespace

bool is_injective(const Access& access, const Var& var, const std::vector<Var>& inner, const Program& program) {
  for (const ExprPtr& subscript : access.subscripts) {
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
  return false;
}

}  // namespace insum::index
