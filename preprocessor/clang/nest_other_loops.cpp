// Loops that no block of insum suggest stands above, and that an annotated statement may have: while loops
// that count, loops over the elements of a range.
#include <algorithm>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/element_types.h"
#include "clang/nest_reader.h"
#include "clang/visitor.h"

namespace insum::frontend {

using nest::ExprKind;
using nest::ExprPtr;

namespace {

const char* const no_head = "the loop's head does not say how it counts";

/// Those of a compound statement, or the one.
std::vector<const clang::Stmt*> parts_of(const clang::Stmt* body) {
  if (const auto* s = llvm::dyn_cast<clang::CompoundStmt>(body)) return {s->body_begin(), s->body_end()};
  return {body};
}

/// Leaves the rest of the iteration out, and with it the step at the body's end.
struct Continues : Visitor {
  bool VisitContinueStmt(clang::ContinueStmt*) override { return !(found = true); }
  bool enters_statement(clang::Stmt* s) override {
    using namespace clang;
    return !isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(s);  // those have their own
  }
  bool found = false;
};

bool continues(const std::vector<const clang::Stmt*>& parts) {
  Continues found;
  for (const clang::Stmt* part : parts) found.walk(part);
  return found.found;
}

/// The block in which both the variable is declared and the statement stands: nothing runs the statement
/// twice for one declaration, unless it is run twice itself.
struct Siblings : Visitor {
  Siblings(const clang::VarDecl* variable, const clang::Stmt* statement)
      : variable(variable), statement(statement) {}
  bool VisitCompoundStmt(clang::CompoundStmt* block) override {
    bool declared = false;
    for (const clang::Stmt* each : block->body()) {
      if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(each))
        each = attributed->getSubStmt();
      const auto* declares = llvm::dyn_cast<clang::DeclStmt>(each);
      if (declares &&
          std::find(declares->decl_begin(), declares->decl_end(), variable) != declares->decl_end())
        declared = true;
      if (each == statement && declared) found = true;
    }
    return !found;
  }
  const clang::VarDecl* variable;
  const clang::Stmt* statement;
  bool found = false;
};

/// Assignments to a variable, and its address, outside of a statement.
struct OtherWrites : Visitor {
  OtherWrites(const clang::ValueDecl* variable, const clang::Stmt* statement)
      : variable(variable), statement(statement) {}
  bool enters_statement(clang::Stmt* s) override { return s != statement; }
  bool names_it(const clang::Expr* e) const {
    const auto* x = llvm::dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
    return x && x->getDecl() == variable;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* e) override {
    found |= e->isAssignmentOp() && names_it(e->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* e) override {
    found |= (e->isIncrementDecrementOp() || e->getOpcode() == clang::UO_AddrOf) && names_it(e->getSubExpr());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* other) override {
    found |= other->getType()->isReferenceType() && other->getInit() && names_it(other->getInit());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* call) override {
    for (const clang::Expr* argument : call->arguments())  // values are converted to one
      found |= llvm::isa<clang::DeclRefExpr>(argument->IgnoreParens()) && names_it(argument);
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr*) override { return found = true; }
  const clang::ValueDecl* variable;
  const clang::Stmt* statement;
  bool found = false;
};

/// The ++i in a condition; null: none.
const clang::Expr* step_in(const clang::BinaryOperator* test) {
  for (const clang::Expr* side : {test->getLHS(), test->getRHS()}) {
    const auto* x = llvm::dyn_cast<clang::UnaryOperator>(side->IgnoreParenImpCasts());
    if (x && x->isPrefix() && x->isIncrementDecrementOp()) return x;
  }
  return nullptr;
}

/// The numbers of std::views::iota(a, b) or std::ranges::iota_view(a, b); empty: it is none.
std::vector<const clang::Expr*> ends_of_numbers(const clang::Expr* range) {
  using namespace clang;
  const Expr* e = range->IgnoreImplicit();
  if (!is_class(e->getType(), "std::ranges::iota_view")) return {};
  std::vector<const Expr*> out;
  if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(e)) e = cast->getSubExpr()->IgnoreImplicit();
  if (const auto* x = dyn_cast<CXXOperatorCallExpr>(e); x && x->getOperator() == OO_Call)
    out.assign(x->arg_begin() + 1, x->arg_end());
  else if (const auto* made = dyn_cast<CXXConstructExpr>(e))
    out.assign(made->arg_begin(), made->arg_end());
  else if (const auto* list = dyn_cast<InitListExpr>(e))
    out.assign(list->inits().begin(), list->inits().end());
  if (out.size() != 2) out.clear();
  return out;
}

}  // namespace

/// What a loop that counts without a head of its own starts from stands above the statement.
void NestReader::adopt_counters(const clang::Stmt* statement) {
  if (!annotation_.function) return;
  const std::set<const clang::ValueDecl*> written = written_;
  for (const clang::ValueDecl* each : written) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(each);
    if (!variable || !variable->hasLocalStorage() || llvm::isa<clang::ParmVarDecl>(variable) ||
        !variable->getType()->isIntegerType() || !variable->getInit() ||
        annotation_.results.count(variable->getNameAsString()) || !is_steady(variable->getInit()))
      continue;
    Siblings beside(variable, statement);
    beside.walk(annotation_.function);
    OtherWrites others(variable, statement);
    others.walk(annotation_.function);
    if (!beside.found || others.found) continue;
    written_.erase(each);
    has_scratch_ = true;
    locals_[each].value = value(variable->getInit());
  }
}

/// What the variable of a loop without a head of its own holds in front of it.
ExprPtr NestReader::start_above(const clang::Stmt* loop, const clang::VarDecl* variable) const {
  const auto held = locals_.find(variable);
  if (held == locals_.end() || held->second.is_element || !held->second.value)
    refuse(loop, "where the loop begins is not said above it");
  return held->second.value;
}

void NestReader::run_while(const clang::WhileStmt* statement) {
  if (statement->getConditionVariable()) refuse(statement, "a declaration in the loop's condition");
  std::vector<const clang::Stmt*> parts = parts_of(statement->getBody());
  const auto* step = parts.empty() ? nullptr : llvm::dyn_cast<clang::Expr>(parts.back());
  const Start start = [&](const clang::VarDecl* variable) { return start_above(statement, variable); };
  Head head;
  try {
    head = head_of(statement, nullptr, statement->getCond(), start);  // while (n-- > 0)
  } catch (const NoNest&) {
    if (!step || continues(parts)) refuse(statement, no_head);
    head = head_of(statement, step, statement->getCond(), start);
    parts.pop_back();
  }
  run_iterations(statement, head, {std::move(parts)});
  locals_[head.variable].value = nullptr;
}

/// do ... while (++i < n), or with the step at the body's end: as the same for loop, but for a first
/// iteration that nothing is asked before.
void NestReader::run_do(const clang::DoStmt* statement) {
  std::vector<const clang::Stmt*> parts = parts_of(statement->getBody());
  const auto* test = llvm::dyn_cast<clang::BinaryOperator>(statement->getCond()->IgnoreParenImpCasts());
  const clang::Expr* step = test ? step_in(test) : nullptr;
  if (test && !step && !parts.empty() && !continues(parts)) {
    step = llvm::dyn_cast<clang::Expr>(parts.back());
    parts.pop_back();
  }
  if (!step) refuse(statement, no_head);
  Head head = head_of(statement, step, statement->getCond(),
                      [&](const clang::VarDecl* variable) { return start_above(statement, variable); });
  if (head.bounds.down || head.step != 1) refuse(statement, "the loop does not count upwards by one");
  if (!nest::is_number(head.bounds.lower, 0) ||
      head.bounds.upper->kind != ExprKind::scalar)  // no size: it may be less
    head.bounds.upper = nest::make(
        ExprKind::call, "max", {head.bounds.upper, nest::binary("+", head.bounds.lower, nest::number(1))});
  run_iterations(statement, head, {std::move(parts)});
  locals_[head.variable].value = end_of(head);
}

void NestReader::run_range(const clang::CXXForRangeStmt* statement) {
  const clang::VarDecl* variable = statement->getLoopVariable();
  const clang::Expr* range = statement->getRangeInit();
  if (statement->getInit()) refuse(statement, "a declaration in the loop's head");
  const Locals outside = locals_;
  Head head;
  head.bounds.name = variable->getNameAsString();
  std::function<void(NestReader&, int)> enter;
  if (const auto ends = ends_of_numbers(range); !ends.empty()) {
    head.variable = variable;
    head.bounds.lower = subscript_value(ends[0]);
    head.bounds.upper = subscript_value(ends[1]);
  } else {
    head.bounds.lower = nest::number(0);
    head.bounds.upper = count_of(range);
    head.bounds.over_elements = true;
    enter = element_in(variable, range);
  }
  run_iterations(statement, head, {{statement->getBody()}, {}, enter});
  for (auto it = locals_.begin(); it != locals_.end();)
    it = outside.count(it->first) ? std::next(it) : locals_.erase(it);
}

/// What an iteration over the elements of the range makes of the loop's variable.
std::function<void(NestReader&, int)> NestReader::element_in(const clang::VarDecl* variable,
                                                             const clang::Expr* range) {
  const clang::QualType type = variable->getType().getNonReferenceType();
  const bool refers = variable->getType()->isReferenceType();
  const clang::Expr* e = range->IgnoreParenImpCasts();
  const auto index = [](int loop) { return nest::make(ExprKind::index, "", {}, loop); };
  if ((refers || type.isConstQualified()) && type->isRecordType() && !is_number(type))
    return [=](NestReader& reader, int loop) {
      reader.records_.insert_or_assign(variable, Record{e, index(loop)});
    };
  const Pointer first = pointer(e);
  const std::string own = type_name(type.getUnqualifiedType());
  if (is_number(type) && out_.arrays[static_cast<std::size_t>(first.array)].element != own)
    refuse(range, "each element is converted to '" + own + "'");
  const ExprPtr distance = nest::number(scalars_in(context_, type));
  return [=](NestReader& reader, int loop) {
    Held held;
    Pointer at = first;
    at.offset = nest::binary("+", at.offset, nest::binary("*", index(loop), distance));
    held.is_element = refers && reader.is_number(type);
    if (refers)
      held.pointer = at;
    else
      held.value = reader.element(at, nullptr);
    reader.locals_[variable] = held;
  };
}

/// Of a vector, a span or an array.
ExprPtr NestReader::count_of(const clang::Expr* range) {
  const clang::Expr* e = range->IgnoreParenImpCasts();
  const clang::QualType type = e->getType().getNonReferenceType();
  if (const clang::ConstantArrayType* array = context_.getAsConstantArrayType(type))
    return nest::number(static_cast<long long>(array->getSize().getZExtValue()));
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (is_class(type, "std::array") && record && record->getTemplateArgs().size() == 2)
    if (const auto length = record->getTemplateArgs()[1].getAsIntegral().tryExtValue())
      return nest::number(*length);
  if ((!is_class(type, "std::vector") && !is_class(type, "std::span")) || !is_fixed(e))
    refuse(range, "it goes over the elements of '" + text(e) + "'");
  return nest::make(ExprKind::scalar, text(e) + ".size()");
}

}  // namespace insum::frontend
