// What the head of a for loop says: from where to where, in which direction.
#include <algorithm>

#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"
#include "clang/nest_reader.h"
#include "nest/polynomial.h"

namespace insum::frontend {

using nest::ExprKind;
using nest::ExprPtr;

namespace {

constexpr unsigned most_distance = 64;  // of a loop's steps

const clang::VarDecl* variable_in(const clang::Expr* e) {
  const auto* x = e ? llvm::dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts()) : nullptr;
  return x ? llvm::dyn_cast<clang::VarDecl>(x->getDecl()) : nullptr;
}

/// What i-- steps; null for anything else.
const clang::Expr* stepped_in(const clang::Expr* e) {
  const auto* x = e ? llvm::dyn_cast<clang::UnaryOperator>(e->IgnoreParenImpCasts()) : nullptr;
  return x && x->getOpcode() == clang::UO_PostDec ? x->getSubExpr() : nullptr;
}

/// What ++i or --i steps; null for anything else.
const clang::Expr* stepped_before(const clang::Expr* e) {
  const auto* x = llvm::dyn_cast<clang::UnaryOperator>(e->IgnoreParenImpCasts());
  return x && x->isPrefix() && x->isIncrementDecrementOp() ? x->getSubExpr() : nullptr;
}

/// A side of a condition: the variable, and what is added to it; no variable: something else.
struct Compared {
  const clang::VarDecl* variable = nullptr;
  const clang::Expr* distance = nullptr;
  bool below = false;  // it is subtracted
};

/// i, ++i, i + 3, 3 + i, i - k
Compared compared_in(const clang::Expr* side) {
  if (const clang::VarDecl* variable = variable_in(side)) return {variable};
  if (const clang::Expr* stepped = stepped_before(side)) return {variable_in(stepped)};
  const auto* x = llvm::dyn_cast<clang::BinaryOperator>(side->IgnoreParenImpCasts());
  if (!x || !x->isAdditiveOp()) return {};
  const bool below = x->getOpcode() == clang::BO_Sub;
  if (const clang::VarDecl* variable = variable_in(x->getLHS())) return {variable, x->getRHS(), below};
  return below ? Compared{} : Compared{variable_in(x->getRHS()), x->getLHS()};
}

/// How a loop's head goes on; no variable: by no constant distance.
struct Step {
  const clang::VarDecl* variable = nullptr;
  long long distance = 1;     // below 0: downwards
  bool in_condition = false;  // for (i = n; i-- > 0;)
};

Step step_of(const clang::Expr* step, const clang::Expr* condition) {
  using namespace clang;
  if (step) step = step->IgnoreParenImpCasts();
  if (!step) {
    const auto* test = dyn_cast_or_null<BinaryOperator>(condition);
    const Expr* in_test = test ? stepped_in(test->getLHS()) : stepped_in(condition);
    if (test && !in_test) in_test = stepped_in(test->getRHS());
    return {variable_in(in_test), -1, true};
  }
  for (const auto* x = dyn_cast<BinaryOperator>(step); x && x->getOpcode() == BO_Comma;
       x = dyn_cast<BinaryOperator>(step))
    step = x->getLHS()->IgnoreParenImpCasts();
  if (const auto* x = dyn_cast<UnaryOperator>(step); x && x->isIncrementDecrementOp())
    return {variable_in(x->getSubExpr()), x->isDecrementOp() ? -1 : 1, false};
  const auto* x = dyn_cast<CompoundAssignOperator>(step);
  const auto* by = x ? dyn_cast<IntegerLiteral>(x->getRHS()->IgnoreParenImpCasts()) : nullptr;
  if (!by || by->getValue().ugt(most_distance) || by->getValue() == 0 ||
      (x->getOpcode() != BO_AddAssign && x->getOpcode() != BO_SubAssign))
    return {};
  const auto distance = static_cast<long long>(by->getValue().getZExtValue());
  return {variable_in(x->getLHS()), x->getOpcode() == BO_SubAssign ? -distance : distance, false};
}

}  // namespace

NestReader::Head NestReader::head_of(const clang::Stmt* loop, const clang::Expr* step,
                                     const clang::Expr* condition, const Start& start_of) {
  if (condition) condition = condition->IgnoreParenImpCasts();
  const Step by = step_of(step, condition);
  const clang::VarDecl* variable = by.variable;
  if (!variable || !variable->getType()->isIntegerType() ||
      (by.distance * by.distance > 1 && !annotation_.compared))
    refuse(loop, "the loop does not count by one");
  const ExprPtr start = start_of(variable);
  const std::string name = variable->getNameAsString();
  const auto* test = llvm::dyn_cast_or_null<clang::BinaryOperator>(condition);
  if (by.in_condition && !test)  // i--
    return {{name, nest::number(0), start, 0, true}, variable};
  if (!test || !test->isComparisonOp())
    refuse(loop, "the loop's condition is no comparison with its variable");
  const auto side_of = [&](const clang::Expr* side) {
    return by.in_condition ? Compared{variable_in(stepped_in(side))} : compared_in(side);
  };
  const Compared sides[] = {side_of(test->getLHS()), side_of(test->getRHS())};
  const auto names_it = [&](int side) { return sides[side].variable == variable; };
  const bool left = names_it(0), down = by.distance < 0;
  const auto op = left ? test->getOpcode() : clang::BinaryOperator::reverseComparisonOp(test->getOpcode());
  const clang::Expr* distance = sides[left ? 0 : 1].distance;
  const bool is_unsigned = variable->getType()->isUnsignedIntegerType();
  const bool endless = down && is_unsigned && (op == clang::BO_GE || distance);
  const bool strict = op == clang::BO_NE || op == (down ? clang::BO_GT : clang::BO_LT);
  if (left == names_it(1) || endless || !(strict || op == (down ? clang::BO_GE : clang::BO_LE)))
    refuse(test, "the loop's condition is no comparison with its variable");
  ExprPtr end = subscript_value(left ? test->getRHS() : test->getLHS());
  if (distance) {
    const ExprPtr added = subscript_value(distance);
    end = nest::expression(nest::polynomial(end) +
                           nest::constant(sides[left ? 0 : 1].below ? 1 : -1) * nest::polynomial(added));
  }
  const auto plus = [](const ExprPtr& e, long long more) {
    return nest::expression(nest::polynomial(e) + nest::constant(more));
  };
  if (!down) {
    if (!strict) end = nest::binary("+", end, nest::number(1));
    return by_steps({{name, start, end, 0, false}, variable, by.distance}, start);
  }
  const long long early = by.in_condition ? 1 : 0;  // the step is taken before the body
  return by_steps(
      {{name, plus(end, (strict ? 1 : 0) - early), plus(start, 1 - early), 0, true}, variable, by.distance},
      start);
}

/// A loop that goes on by more than one, as one over its iterations.
NestReader::Head NestReader::by_steps(Head head, const ExprPtr& start) const {
  const long long distance = head.step < 0 ? -head.step : head.step;
  if (distance == 1) {
    head.step = 1;
    return head;
  }
  const nest::Polynomial length =
      nest::polynomial(head.bounds.upper) + nest::constant(-1) * nest::polynomial(head.bounds.lower);
  const nest::Polynomial rounded = length + nest::constant(distance - 1);
  // Rounded towards 0, it is none where sizes are none, for constants that are small enough.
  const bool is_count = std::all_of(rounded.terms.begin(), rounded.terms.end(), [&](const nest::Term& term) {
    return term.coefficient >= (term.factors.empty() ? 1 - distance : 0);
  });
  ExprPtr count = nest::applied("/", nest::expression(rounded), nest::number(distance), true);
  if (!is_count) count = nest::make(ExprKind::call, "max", {count, nest::number(0)});
  head.bounds = {head.bounds.name, nest::number(0), count, 0, false};
  head.first = start;
  return head;
}

/// The variable's value after the loop; null: not known.
nest::ExprPtr NestReader::end_of(const Head& head) {
  const auto not_below = [](const ExprPtr& value, const ExprPtr& least) {
    const bool surely = nest::is_number(least, 0) && value->kind == ExprKind::scalar;
    return surely ? value : nest::make(ExprKind::call, "max", {value, least});
  };
  if (head.step < 0 || head.bounds.down) return nullptr;
  if (!head.first) return not_below(head.bounds.upper, head.bounds.lower);
  const nest::Polynomial distance = nest::constant(head.step) * nest::polynomial(head.bounds.upper);
  return nest::expression(nest::polynomial(head.first) + distance);
}

/// The variable's value in front of the first test.
nest::ExprPtr NestReader::start_of(const clang::ForStmt* loop, const clang::VarDecl* variable) {
  ExprPtr start;
  if (const auto* s = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit())) {
    for (const clang::Decl* decl : s->decls())
      if (decl == variable && variable->getInit())
        start = subscript_value(variable->getInit());
      else if (const auto* other = llvm::dyn_cast<clang::VarDecl>(decl))
        run_declaration(other);
  } else if (const auto* s = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getInit())) {
    if (s->getOpcode() == clang::BO_Assign && variable_in(s->getLHS()) == variable)
      start = value(s->getRHS());
  }
  if (const auto held = locals_.find(variable);
      !loop->getInit() && annotation_.compared && held != locals_.end() && !held->second.is_element)
    start = held->second.value;
  if (!start) refuse(loop, "where the loop begins is not said in its head");
  return start;
}

}  // namespace insum::frontend
