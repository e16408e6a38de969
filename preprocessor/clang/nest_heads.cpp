// What the head of a for loop says: from where to where, in which direction.
#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"
#include "clang/nest_reader.h"
#include "nest/polynomial.h"

namespace insum::frontend {

using nest::ExprPtr;

namespace {

const clang::VarDecl* variable_in(const clang::Expr* e) {
  const auto* x = e ? llvm::dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts()) : nullptr;
  return x ? llvm::dyn_cast<clang::VarDecl>(x->getDecl()) : nullptr;
}

/// What i-- steps; null for anything else.
const clang::Expr* stepped_in(const clang::Expr* e) {
  const auto* x = e ? llvm::dyn_cast<clang::UnaryOperator>(e->IgnoreParenImpCasts()) : nullptr;
  return x && x->getOpcode() == clang::UO_PostDec ? x->getSubExpr() : nullptr;
}

/// How a loop's head goes on by one; no variable: it does not.
struct Step {
  const clang::VarDecl* variable = nullptr;
  bool down = false;
  bool in_condition = false;  // for (i = n; i-- > 0;)
};

Step step_of(const clang::ForStmt* loop, const clang::Expr* condition) {
  using namespace clang;
  const Expr* step = loop->getInc() ? loop->getInc()->IgnoreParenImpCasts() : nullptr;
  if (!step) {
    const auto* test = dyn_cast_or_null<BinaryOperator>(condition);
    const Expr* in_test = test ? stepped_in(test->getLHS()) : stepped_in(condition);
    if (test && !in_test) in_test = stepped_in(test->getRHS());
    return {variable_in(in_test), true, true};
  }
  for (const auto* x = dyn_cast<BinaryOperator>(step); x && x->getOpcode() == BO_Comma;
       x = dyn_cast<BinaryOperator>(step))
    step = x->getLHS()->IgnoreParenImpCasts();
  if (const auto* x = dyn_cast<UnaryOperator>(step); x && x->isIncrementDecrementOp())
    return {variable_in(x->getSubExpr()), x->isDecrementOp(), false};
  const auto* x = dyn_cast<CompoundAssignOperator>(step);
  const auto* one = x ? dyn_cast<IntegerLiteral>(x->getRHS()->IgnoreParenImpCasts()) : nullptr;
  if (!one || one->getValue() != 1 || (x->getOpcode() != BO_AddAssign && x->getOpcode() != BO_SubAssign))
    return {};
  return {variable_in(x->getLHS()), x->getOpcode() == BO_SubAssign, false};
}

}  // namespace

nest::Loop NestReader::bounds_of(const clang::ForStmt* loop, const clang::VarDecl*& variable) {
  const clang::Expr* condition = loop->getCond() ? loop->getCond()->IgnoreParenImpCasts() : nullptr;
  const Step step = step_of(loop, condition);
  variable = step.variable;
  if (!variable || !variable->getType()->isIntegerType()) refuse(loop, "the loop does not count by one");
  const ExprPtr start = start_of(loop, variable);
  const auto* test = llvm::dyn_cast_or_null<clang::BinaryOperator>(condition);
  if (step.in_condition && !test)  // i--
    return {variable->getNameAsString(), nest::number(0), start, 0, true};
  if (!test || !test->isComparisonOp())
    refuse(loop, "the loop's condition is no comparison with its variable");
  const auto names_it = [&](const clang::Expr* side) {
    return variable_in(step.in_condition ? stepped_in(side) : side) == variable;
  };
  const bool left = names_it(test->getLHS());
  const auto op = left ? test->getOpcode() : clang::BinaryOperator::reverseComparisonOp(test->getOpcode());
  const bool endless = step.down && op == clang::BO_GE && variable->getType()->isUnsignedIntegerType();
  const bool strict = op == clang::BO_NE || op == (step.down ? clang::BO_GT : clang::BO_LT);
  if (left == names_it(test->getRHS()) || endless ||
      !(strict || op == (step.down ? clang::BO_GE : clang::BO_LE)))
    refuse(test, "the loop's condition is no comparison with its variable");
  ExprPtr end = subscript_value(left ? test->getRHS() : test->getLHS());
  const std::string name = variable->getNameAsString();
  if (!step.down) return {name, start, strict ? end : nest::binary("+", end, nest::number(1)), 0, false};
  const long long early = step.in_condition ? 1 : 0;  // the step is taken before the body
  const auto plus = [](const ExprPtr& e, long long more) {
    return nest::expression(nest::polynomial(e) + nest::constant(more));
  };
  return {name, plus(end, (strict ? 1 : 0) - early), plus(start, 1 - early), 0, true};
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
  if (!start) refuse(loop, "where the loop begins is not said in its head");
  return start;
}

}  // namespace insum::frontend
