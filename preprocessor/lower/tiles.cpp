// Register tiles: loops whose statements work on several consecutive values of the index at once.
#include <algorithm>
#include <set>

#include "index_ir/address.h"
#include "index_ir/dependent_types.h"
#include "index_ir/expression_types.h"
#include "index_ir/guard_bounds.h"
#include "index_ir/rewrite.h"
#include "lower/lowering.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

bool has_packs(ElementType type) {
  return type == ElementType::f32 || type == ElementType::f64 || type == ElementType::i32 ||
         type == ElementType::i64 || type == ElementType::u32 || type == ElementType::u64 ||
         type == ElementType::dependent;
}

namespace {

bool tileable(const ExprPtr& expr, const Var& var, ElementType type, const Program& program) {
  bool ok = true;
  rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
    if (const auto* access = get_if<Access>(e)) {
      ok &= stride_of(*access, var) != nullptr && !leaves_levels(*access, var, program);
      const ElementType computed = common_type(access->tensor->type, ElementType::none);
      const bool moves = uses(e, var);
      if (access->tensor->type == ElementType::boolean)  // of which a tile has masks, and not values
        ok &= computed == type && !moves;
      else
        ok &= computed == type || (!moves && is_integer(access->tensor->type));
    }
    if (const auto* call = get_if<Call>(e)) ok &= !call->callable && call->function != "guarded";
    if (const auto* binary = get_if<Binary>(e))
      ok &= binary->op <= BinaryOp::div ? e->type == type || !uses(e, var) : true;
    return get_if<Access>(e) ? e : nullptr;  // subscripts are whole numbers, whatever the tile holds
  });
  return ok;
}

/// Types of a template that all have to be the same for a tile over `var` to hold the values of `assign`:
/// those of what is computed with the loop's index and of what is updated; loads and stores convert.
std::set<std::string> types_in_tile(const Assign& assign, const Var& var) {
  const std::string left = operand_spelling(*assign.left.tensor),
                    right = dependent_spelling(assign.right, left);
  const bool constant = is_weak(assign.right);
  std::set<std::string> types = {constant ? left : right};
  for_each_expr(assign.right, [&](const ExprPtr& e) {
    const bool arithmetic = get_if<Binary>(e) || get_if<Unary>(e) || get_if<Call>(e);
    if (arithmetic && e->type == ElementType::dependent && uses(e, var))
      types.insert(dependent_spelling(e, left));
  });
  if (assign.op != Op::none && !constant) types.insert(common_spelling(left, right));
  return types;
}

}  // namespace

bool Lowering::can_tile(const Forall& node, const Scope& scope, lo::Type& type) {
  if (scope.vector) return false;
  ElementType element = ElementType::none;
  const auto agree = [&](ElementType t) {
    t = common_type(t, ElementType::none);
    if (element == ElementType::none) element = t;
    return element == t;
  };
  std::set<std::string> spellings;
  bool any = false;
  for (const Assign& assign : assignments_of(node.body)) {
    any = true;
    if (!agree(assign.left.tensor->type) || !has_packs(element)) return false;
    if (is_or_and(assign.op)) return false;
    if (!tileable(assign.right, node.var, element, program_)) return false;
    // Values of another type may only come in as whole scalars.
    if (assign.right->type != element && assign.right->type != ElementType::i32) return false;
    const bool outside =
        scope.temporaries.count(assign.left.tensor) || !is_scalar_temporary(*assign.left.tensor);
    const bool moves = uses(make_expr(assign.left, assign.left.tensor->type), node.var);
    if (outside && !moves && !(is_scalar_temporary(*assign.left.tensor) && get_if<Assign>(node.body)))
      return false;
    if (!is_scalar_temporary(*assign.left.tensor)) {
      if (!stride_of(assign.left, node.var)) return false;
    }
    if (element == ElementType::dependent) spellings.merge(types_in_tile(assign, node.var));
  }
  bool conditional = false;
  for_each_stmt(node.body, [&](const StmtPtr& s) {
    if (const auto* guard = get_if<Guard>(s)) conditional |= uses(guard->condition, node.var);
    if (const auto* loop = get_if<Forall>(s)) {
      const Range& range = program_.ranges.at(loop->var);
      conditional |= uses(range.begin, node.var) || uses(range.end, node.var);
    }
  });
  if (conditional || !any || (spellings.size() > 1 && !types_agree_)) return false;
  type = spellings.empty() ? lo::Type{element, ""} : lo::Type{element, *spellings.begin()};
  if (spellings.size() > 1) agreements_.insert(spellings);
  return true;
}

lo::Body Lowering::tile_loop(const Forall& node, Scope scope, const lo::ExprPtr& begin,
                             const lo::ExprPtr& end) {
  const VectorContext vector = *scope.vector;
  const auto* assign = get_if<Assign>(node.body);
  const auto temporary = assign ? scope.temporaries.find(assign->left.tensor) : scope.temporaries.end();
  const bool reduces = temporary != scope.temporaries.end() && !temporary->second.array;
  const std::string var = bind(node.var, scope);
  if (!reduces) {
    lo::Body body;
    enter_body(node.body, {}, scope, body);
    return {lo::make_stmt(lo::TileFor{vector.tile, var, vector.type, begin, end, std::move(body)})};
  }
  // A reduction over the tile's own index: lanes are combined at the end, then into the variable outside.
  const Temporary outer = temporary->second;
  const std::string accumulator = fresh(outer.name + "_lanes"), result = fresh(outer.name + "_sum");
  Scope lanes = scope;
  lanes.temporaries[assign->left.tensor] = {accumulator, vector.type, false, true};
  lanes.scattered.erase(assign->left.tensor);
  lo::Body body;
  enter_body(node.body, {}, lanes, body);
  lo::Body out = {lo::make_stmt(lo::TileReduce{result, vector.tile, var, accumulator, vector.type,
                                               combine_of(assign->op), begin, end, std::move(body)})};
  Scope after = scope;
  after.vector.reset();
  combine(assign->left, assign->op, lo::name(result, vector.type), after, out);
  return out;
}

}  // namespace insum::lower
