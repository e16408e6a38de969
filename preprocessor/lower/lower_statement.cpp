// Assignments, producers and consumers, sequences, conditions.
#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/dependent_types.h"
#include "index_ir/expression_types.h"
#include "index_ir/presence.h"
#include "index_ir/rewrite.h"
#include "lower/lowering.h"
#include "support/internal_error.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

lo::Combine combine_of(Op op) {
  switch (op) {
    case Op::none:
      return lo::Combine::store;
    case Op::add:
      return lo::Combine::add;
    case Op::mul:
      return lo::Combine::mul;
    case Op::min:
      return lo::Combine::min;
    case Op::max:
      return lo::Combine::max;
    case Op::logical_or:
    case Op::bit_or:
      return lo::Combine::either;
    case Op::logical_and:
    case Op::bit_and:
      return lo::Combine::both;
  }
  internal_error("an unknown operator");
}

lo::Body Lowering::statement(const StmtPtr& stmt, Scope scope) {
  return match(
      stmt, [&](const Einsum&) -> lo::Body { internal_error("an Einsum that was not made concrete"); },
      [&](const Assign& n) { return assign(n, scope); }, [&](const Forall& n) { return forall(n, scope); },
      [&](const Where& n) { return where(n, scope); },
      [&](const Sequence& n) {
        lo::Body body;
        for (const StmtPtr& s : n.stmts) part(s, scope, body);
        return body;
      },
      [&](const Guard& n) {
        if (std::find(scope.known.begin(), scope.known.end(), n.condition) != scope.known.end())
          return statement(n.body, scope);
        const Access* asked = as_stored(n.condition);  // a walked operand is stored anyhow
        if (asked && !state_of(*asked, scope)->present) return statement(n.body, scope);
        lo::ExprPtr condition =
            is_about_values(n.condition) ? value(n.condition, scope) : index_value(n.condition, scope);
        // Only appending to a block of a result is conditional in a tile: a block is stored as a whole.
        if (condition->pack)
          condition =
              lo::make_expr(lo::Call{"insum::rt::any", {condition}}, lo::Type{ElementType::boolean, ""});
        if (!is_about_values(n.condition)) scope.known.push_back(n.condition);
        return lo::Body{lo::make_stmt(lo::If{condition, statement(n.body, scope)})};
      },
      [&](const MatrixProduct& n) { return matrix_product(n, scope); });
}

/// Distance between the elements of neighbouring lanes, null for 1.
lo::ExprPtr Lowering::tile_stride(const Access& access, const Scope& scope) {
  const ExprPtr stride = stride_of(access, scope.vector->var);
  internal_check(stride != nullptr, "a tile over a subscript that is not affine");
  return as_integer(stride) == 1 ? nullptr : index_value(stride, scope);
}

lo::Body Lowering::assign(const Assign& node, const Scope& scope) {
  internal_check(!node.defines, "a definition that was not resolved");
  result_ = operand_spelling(*node.left.tensor);
  lo::Body out;
  const bool constant = get_if<Literal>(node.right) || (get_if<Call>(node.right) && is_weak(node.right));
  const auto temporary = scope.temporaries.find(node.left.tensor);
  const lo::Type type =
      temporary != scope.temporaries.end() ? temporary->second.type : type_of(*node.left.tensor);
  const bool dependent = node.right->type == ElementType::dependent;
  combine(node.left, node.op,
          constant && dependent ? constant_as(node.right, type, scope) : value(node.right, scope), scope,
          out);
  return out;
}

void Lowering::combine(const Access& left, Op op, const lo::ExprPtr& value, const Scope& scope,
                       lo::Body& out) {
  if (scope.parts.count(left.tensor)) return append(left, value, scope, out);
  if (scope.workspaces.count(left.tensor)) return update_workspace(left, value, scope, out);
  const lo::Combine how = combine_of(op);
  const auto scattered = scope.scattered.find(left.tensor);
  const auto temporary = scope.temporaries.find(left.tensor);
  const bool local = temporary != scope.temporaries.end() && !temporary->second.array;
  const lo::Type type = local ? temporary->second.type : type_of(*left.tensor);
  const bool moves = scope.vector && !local && is_pack(make_expr(left, left.tensor->type), scope);
  if (scattered != scope.scattered.end()) {
    const lo::ExprPtr at = local ? lo::integer(0) : address_of(left, scope);
    const lo::ExprPtr given = value->pack ? value : cast(value, type);
    out.push_back(
        lo::make_stmt(lo::ScatterUpdate{scattered->second.into, at, given, moves ? scope.vector->tile : "",
                                        moves ? tile_stride(left, scope) : nullptr}));
    return;
  }
  if (local) {
    const lo::ExprPtr target = lo::name(temporary->second.name, type, temporary->second.pack);
    out.push_back(lo::make_stmt(lo::Update{target, how, value->pack ? value : cast(value, type)}));
    return;
  }
  const lo::ExprPtr array = array_of(left, scope), at = address_of(left, scope);
  if (moves) {
    out.push_back(
        lo::make_stmt(lo::TileUpdate{scope.vector->tile, lo::make_expr(lo::Pointer{array, at}, type),
                                     tile_stride(left, scope), how, value}));
    return;
  }
  internal_check(!value->pack, "a pack for one element of " + left.tensor->name);
  // What is rounded to 16 bits meets the old value before.
  const bool rounded_after =
      how != lo::Combine::store && (type.element == ElementType::f16 || type.element == ElementType::bf16);
  out.push_back(lo::make_stmt(
      lo::Update{lo::make_expr(lo::Load{array, at}, type), how, rounded_after ? value : cast(value, type)}));
}

namespace {

/// The assignments of `stmt`, but not those to what producers inside it fill: that is their own affair.
std::vector<Assign> own_assignments(const StmtPtr& stmt) {
  const auto of_all = [](const std::vector<StmtPtr>& stmts) {
    std::vector<Assign> list;
    for (const StmtPtr& s : stmts)
      for (const Assign& assign : own_assignments(s)) list.push_back(assign);
    return list;
  };
  return match(
      stmt, [](const Einsum&) { return std::vector<Assign>{}; },
      [](const Assign& n) { return std::vector{n}; }, [](const Forall& n) { return own_assignments(n.body); },
      [](const Where& n) {
        std::vector<Assign> list = own_assignments(n.consumer);
        for (const Assign& filled : own_assignments(n.producer))
          std::erase_if(list, [&](const Assign& assign) { return assign.left.tensor == filled.left.tensor; });
        return list;
      },
      [&](const Sequence& n) { return of_all(n.stmts); },
      [](const Guard& n) { return own_assignments(n.body); },
      [](const MatrixProduct& n) { return own_assignments(n.loops); });
}

}  // namespace

/// The number of elements of a tensor of these sizes; an exception at run time where it exceeds 64 bits.
lo::ExprPtr Lowering::count_of(const std::vector<ExprPtr>& sizes) {
  lo::ExprPtr count = lo::integer(1);
  for (const ExprPtr& size : sizes) count = checked_mul(count, index_value(size, Scope{}));
  return count;
}

lo::ExprPtr checked_mul(const lo::ExprPtr& a, const lo::ExprPtr& b) {
  if (lo::as_integer(a) || lo::as_integer(b)) {  // by a small constant
    const long long least = lo::as_integer(a) ? *lo::as_integer(a) : *lo::as_integer(b);
    long long product = 0;
    const bool known = lo::as_integer(a) && lo::as_integer(b) &&
                       !__builtin_mul_overflow(*lo::as_integer(a), *lo::as_integer(b), &product);
    if (least < 2 || known) return lo::mul(a, b);
  }
  return lo::make_expr(lo::Call{"insum::rt::checked_mul", {a, b}}, {});
}

namespace {

lo::Allocate::Place memory_of(const TensorNode& tensor) {
  switch (tensor.place) {
    case TensorNode::Place::automatic:
      return lo::Allocate::Place::automatic;
    case TensorNode::Place::shared:
      return lo::Allocate::Place::shared;
    case TensorNode::Place::registers:
      return lo::Allocate::Place::registers;
  }
  internal_error("a place of no kind");
}

/// The sizes of the modes of which a thread has more than one element.
std::vector<ExprPtr> own_sizes(const TensorNode& tensor) {
  std::vector<ExprPtr> sizes;
  for (std::size_t m = 0; m < tensor.sizes.size(); ++m)
    if (tensor.place != TensorNode::Place::registers || !is_zero(tensor.strides[m]))
      sizes.push_back(tensor.sizes[m]);
  return sizes;
}

}  // namespace

/// Arrays that belong to a `where`: passes move them out of the loops around it.
void Lowering::allocate_temporaries(const StmtPtr& producer, Scope& scope, lo::Body& out) {
  for (const Assign& assign : own_assignments(producer)) {
    const Tensor& tensor = assign.left.tensor;
    if (!tensor->temporary || tensor->sizes.empty() || !tensor->dense || scope.temporaries.count(tensor))
      continue;
    const Temporary t{fresh(tensor->name), type_of(*tensor), true, false};
    const lo::ExprPtr count = count_of(own_sizes(*tensor));
    out.push_back(lo::make_stmt(lo::Allocate{t.type, t.name, count, program_.unclear.count(tensor) > 0,
                                             memory_of(*tensor), budget_for(*tensor)}));
    scope.temporaries[tensor] = t;
  }
}

/// A statement beside others: what only it needs is looked up here.
void Lowering::part(const StmtPtr& stmt, Scope scope, lo::Body& out) { enter_body(stmt, {}, scope, out); }

lo::Body Lowering::where(const Where& node, Scope scope) {
  lo::Body body;
  for (const Assign& first : own_assignments(node.producer)) {
    const Tensor& tensor = first.left.tensor;
    if (!is_scalar_temporary(*tensor) || scope.temporaries.count(tensor)) continue;
    Temporary t{fresh(tensor->name), type_of(*tensor), false, scope.vector.has_value()};
    body.push_back(lo::make_stmt(lo::Declare{t.type, t.name,
                                             constant_as(identity_of(first.op, tensor->type), t.type, scope),
                                             false, t.pack ? scope.vector->tile : ""}));
    scope.temporaries[tensor] = t;
  }
  allocate_temporaries(node.producer, scope, body);
  std::vector<Tensor> collected;
  for_each_stmt(node.producer, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    if (!assign || assign->left.tensor->workspace == TensorNode::Workspace::none ||
        scope.workspaces.count(assign->left.tensor))
      return;
    construct_workspace(*assign, node.producer, scope, body);
    collected.push_back(assign->left.tensor);
  });
  part(node.producer, scope, body);
  if (const Assign* row = drained_row(node.consumer, scope)) {
    drain(*row, scope, body);
    return body;
  }
  for (const Tensor& tensor : collected) finish_workspace(*tensor, scope.workspaces.at(tensor), body);
  part(node.consumer, scope, body);
  for (const Tensor& tensor : collected)
    body.push_back(lo::make_stmt(
        lo::Effect{lo::make_expr(lo::Call{scope.workspaces.at(tensor) + ".clear", {}}, {}), false}));
  return body;
}

}  // namespace insum::lower
