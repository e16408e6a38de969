// Variables that a loop moves by the same distance in each iteration: *y++ = ..., a += m, x[k++].
#include "clang/AST/ASTContext.h"
#include "clang/element_types.h"
#include "clang/nest_reader.h"
#include "nest/polynomial.h"

namespace insum::frontend {

using nest::ExprKind;
using nest::ExprPtr;
using nest::Polynomial;

std::vector<const clang::Expr*> NestReader::further_steps(const clang::ForStmt* loop) {
  std::vector<const clang::Expr*> out;
  const clang::Expr* step = loop->getInc();
  while (const auto* x =
             llvm::dyn_cast_or_null<clang::BinaryOperator>(step ? step->IgnoreParenImpCasts() : nullptr)) {
    if (x->getOpcode() != clang::BO_Comma) break;
    out.insert(out.begin(), x->getRHS());
    step = x->getLHS();
  }
  return out;
}

ExprPtr NestReader::carried(const clang::ValueDecl* local, int loop) {
  const int id = carried_.emplace(local, static_cast<int>(carried_.size())).first->second;
  return nest::make(ExprKind::carried, std::to_string(loop), {}, id);
}

NestReader::Locals NestReader::take_steps(int loop, const std::set<const clang::ValueDecl*>& assigned,
                                          const std::function<void(NestReader&)>& body) {
  std::map<const clang::ValueDecl*, ExprPtr> starts;
  NestReader once(*this);
  for (auto& [local, held] : once.locals_) {
    const bool counts = local->getType()->isIntegerType() && !local->getType()->isBooleanType() && held.value;
    if (!assigned.count(local) || held.is_element || !(held.pointer || counts)) continue;
    ExprPtr& place = held.pointer ? held.pointer->offset : held.value;
    starts[local] = place;
    place = carried(local, loop);
  }
  if (starts.empty()) return {};
  for (auto& [local, held] : once.locals_)  // sums and the like
    if (assigned.count(local) && !starts.count(local) && !held.is_element && held.value)
      held.value = carried(local, loop);
  once.carried_ = carried_;
  body(once);

  Locals ends;
  const nest::Loop& bounds = out_.loops[static_cast<std::size_t>(loop)];
  const Polynomial lower = nest::polynomial(bounds.lower), upper = nest::polynomial(bounds.upper);
  const Polynomial index = nest::polynomial(nest::make(ExprKind::index, "", {}, loop));
  const auto minus = [](const Polynomial& a, const Polynomial& b) { return a + nest::constant(-1) * b; };
  for (const auto& [local, start] : starts) {
    if (!once.locals_.count(local)) continue;  // the variable of a loop inside
    const Held& after = once.locals_.at(local);
    Held& held = locals_.at(local);
    const bool points = held.pointer.has_value();
    if (points ? !after.pointer || after.pointer->array != held.pointer->array : !after.value) continue;
    const Polynomial distance = minus(nest::polynomial(points ? after.pointer->offset : after.value),
                                      nest::polynomial(carried(local, loop)));
    if (!nest::is_fixed(distance)) continue;
    Held end = held;
    const auto set = [&](Held& at, const Polynomial& iterations) {
      (points ? at.pointer->offset : at.value) =
          nest::expression(nest::polynomial(start) + distance * iterations);
    };
    set(held, bounds.down ? minus(upper + nest::constant(-1), index) : minus(index, lower));
    set(end, minus(upper, lower));
    ends[local] = end;
  }
  return ends;
}

NestReader::Pointer NestReader::moved(Pointer from, const clang::Expr* pointer, const ExprPtr& by) const {
  const long long size = scalars_in(context_, pointer->getType()->getPointeeType());
  from.offset = nest::expression(nest::polynomial(from.offset) + nest::polynomial(by) * nest::constant(size));
  return from;
}

std::optional<NestReader::Held> NestReader::stepped(const clang::UnaryOperator* expression) {
  const auto* x = llvm::dyn_cast<clang::DeclRefExpr>(expression->getSubExpr()->IgnoreParenImpCasts());
  const auto found = x ? locals_.find(x->getDecl()) : locals_.end();
  if (found == locals_.end() || found->second.is_element) return std::nullopt;
  Held& held = found->second;
  const Held before = held;
  const ExprPtr by = nest::number(expression->isIncrementOp() ? 1 : -1);
  if (held.pointer)
    held.pointer = moved(*held.pointer, x, by);
  else if (held.value && x->getType()->isIntegerType())
    held.value = nest::expression(nest::polynomial(held.value) + nest::polynomial(by));
  else
    return std::nullopt;
  ++steps_;
  return expression->isPostfix() ? before : held;
}

void NestReader::set_pointer(const clang::BinaryOperator* assignment) {
  const auto* x = llvm::dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParenImpCasts());
  const auto found = x ? locals_.find(x->getDecl()) : locals_.end();
  if (found == locals_.end() || !found->second.pointer)
    refuse(assignment, "'" + text(assignment->getLHS()) + "' points elsewhere from here on");
  if (assignment->getOpcode() == clang::BO_Assign) {
    const Pointer to = pointer(assignment->getRHS());
    locals_[x->getDecl()].pointer = to;
    return;
  }
  const ExprPtr by = subscript_value(assignment->getRHS());
  found->second.pointer = moved(*found->second.pointer, x,
                                assignment->getOpcode() == clang::BO_AddAssign ? by : nest::negated(by));
}

bool NestReader::same_place(const std::optional<Pointer>& a, const std::optional<Pointer>& b) {
  if (!a || !b) return !a && !b;
  const auto row = [](const Pointer& p) { return p.row ? nest::print(p.row) : ""; };
  return a->array == b->array && nest::print(a->offset) == nest::print(b->offset) && row(*a) == row(*b);
}

ExprPtr NestReader::conditional_value(const clang::Expr* expression) {
  const int before = steps_;
  ExprPtr out = value(expression);
  if (steps_ != before) refuse(expression, "a step that is not always taken");
  return out;
}

}  // namespace insum::frontend
