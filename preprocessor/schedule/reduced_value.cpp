#include "schedule/reduced_value.h"

#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/dependent_types.h"
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

/// A factor that counts only where a workspace has something.
bool is_in_workspace(const ExprPtr& factor) {
  const auto* call = get_if<Call>(factor);
  const auto* asked = call && call->function == "select" ? get_if<Binary>(call->arguments[0]) : nullptr;
  const auto* access = asked ? get_if<Access>(asked->left) : nullptr;
  return access && access->tensor->temporary;
}

}  // namespace

bool may_lack_terms(const std::vector<ExprPtr>& moving, const Chain& chain, std::size_t outer) {
  if (std::any_of(moving.begin(), moving.end(), is_in_workspace)) return true;
  std::vector<Access> sparse;
  for (const ExprPtr& expr : moving)
    for (const Access& access : index::sparse_accesses(expr)) sparse.push_back(access);
  if (sparse.size() != 1) return !sparse.empty();
  const Access& access = sparse.front();
  bool lacks = true;  // what the last loop comes to is what counts: an entry has terms below
  for (std::size_t l = 0; l < outer; ++l) {
    const Loop& loop = chain.loops[l];
    if (uses(make_expr(access, access.tensor->type), loop.var))
      lacks = !driver_of(chain, loop.var) || loop.options.every;
  }
  return lacks;
}

ExprPtr scaled(const Access& sum, std::vector<ExprPtr> fixed, bool plain) {
  const ElementType type = sum.tensor->type;
  const ExprPtr value = make_expr(sum, type);
  plain |= is_integer(type) || std::all_of(fixed.begin(), fixed.end(), [](const ExprPtr& factor) {
             return known_value(factor).has_value();
           });
  fixed.push_back(value);
  const ExprPtr whole = product(fixed, type);
  if (plain) return whole;
  const ExprPtr zero = identity_of(Op::add, type);
  const ExprPtr some = make_expr(Binary{BinaryOp::ne, value, zero}, ElementType::boolean);
  return make_expr(Call{"select", {some, whole, zero}, nullptr}, type);
}

namespace {

/// What `op`, min or max, has of `value` at the far end of its numbers may be no number of `type`.
bool may_leave(ElementType value, Op op, ElementType type) {
  const auto bits = [](ElementType t) {
    return t == ElementType::boolean ? 1 : 8 * static_cast<int>(size_in_bytes(t)) - (is_unsigned(t) ? 0 : 1);
  };
  if (!is_integer(value)) return true;
  if (op == Op::min) return bits(value) > bits(type);
  return !is_unsigned(value) && (is_unsigned(type) || bits(value) > bits(type));
}

}  // namespace

ExprPtr limited(const ExprPtr& value, const Assign& assign) {
  const ElementType type = assign.left.tensor->type;
  if (assign.op != Op::min && assign.op != Op::max) return value;
  // In a template the result may be of a narrower integer type than C++ computes in.
  const bool narrows = type == ElementType::dependent ||
                       (is_integer(type) && value->type != type && may_leave(value->type, assign.op, type));
  if (!narrows) return value;
  const ExprPtr limit = limit_of_elements(assign.op, *assign.left.tensor);
  return make_expr(Call{assign.op == Op::min ? "min" : "max", {value, limit}, nullptr}, value->type);
}

}  // namespace insum::schedule
