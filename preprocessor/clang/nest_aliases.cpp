// Pointers that are other names of arrays: double* p = y; above a loop over p.
#include <algorithm>

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/nest_reader.h"
#include "clang/rows.h"
#include "clang/visitor.h"

namespace insum::frontend {

namespace {

struct NamedVariables : Visitor {
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) override {
    list.push_back(e->getDecl());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr*) override { return known = false; }
  bool VisitCallExpr(clang::CallExpr*) override { return known = false; }
  std::vector<const clang::ValueDecl*> list;
  bool known = true;
};

}  // namespace

/// After it is initialised nothing in the function gives it another value.
bool NestReader::is_only_read(const clang::ValueDecl* variable) const {
  const auto* local = llvm::dyn_cast<clang::VarDecl>(variable);
  if (!local || local->getType()->isReferenceType()) return false;
  if (local->isUsableInConstantExpressions(context_)) return true;
  if (!local->hasLocalStorage()) return false;
  return frontend::is_only_read(variable, annotation_.function);
}

/// Whether it has the same value wherever it stands in the function.
bool NestReader::is_steady(const clang::Expr* expression) const {
  NamedVariables found;
  found.walk(expression);
  return found.known && !expression->HasSideEffects(context_) &&
         std::all_of(found.list.begin(), found.list.end(),
                     [&](const clang::ValueDecl* each) { return is_only_read(each); });
}

bool NestReader::is_array_source(const clang::Expr* expression) const {
  using namespace clang;
  const Expr* e = expression->IgnoreParenImpCasts();
  if (const auto* x = dyn_cast<DeclRefExpr>(e))
    return isa<VarDecl>(x->getDecl()) && (!e->getType()->isPointerType() || is_only_read(x->getDecl()));
  if (const auto* x = dyn_cast<BinaryOperator>(e); x && x->isAdditiveOp() && e->getType()->isPointerType()) {
    const bool right = x->getRHS()->getType()->isPointerType();
    return is_array_source(right ? x->getRHS() : x->getLHS()) && is_steady(right ? x->getLHS() : x->getRHS());
  }
  if (const auto* x = dyn_cast<UnaryOperator>(e); x && x->getOpcode() == UO_AddrOf) {
    const auto* element = dyn_cast<ArraySubscriptExpr>(x->getSubExpr()->IgnoreParenImpCasts());
    return element && is_array_source(element->getBase()) && is_steady(element->getIdx());
  }
  const auto* call = dyn_cast<CXXMemberCallExpr>(e);
  return call && call->getMethodDecl() && call->getNumArgs() == 0 &&
         call->getMethodDecl()->getNameAsString() == "data" &&
         isa<DeclRefExpr>(call->getImplicitObjectArgument()->IgnoreParenImpCasts());
}

const clang::Expr* NestReader::set_once(const clang::ValueDecl* local,
                                        const std::set<std::string>& named) const {
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(local);
  const bool known = annotation_.function && variable && !llvm::isa<clang::ParmVarDecl>(variable) &&
                     variable->getInit() && !declared_.count(local) &&
                     !named.count(variable->getNameAsString()) && is_only_read(local);
  return known ? variable->getInit() : nullptr;
}

const clang::Expr* NestReader::source_of(const clang::ValueDecl* pointer) const {
  const clang::QualType type = pointer->getType();
  const bool points = type->isPointerType() && type->getPointeeType()->isArithmeticType();
  const clang::Expr* source = points ? set_once(pointer, annotation_.named) : nullptr;
  return source && is_array_source(source) ? source : nullptr;
}

const clang::Expr* NestReader::number_source_of(const clang::ValueDecl* number) const {
  const auto is_whole = [](clang::QualType type) { return type->isIntegerType() && !type->isBooleanType(); };
  const clang::Expr* source = is_whole(number->getType()) ? set_once(number, annotation_.words) : nullptr;
  return source && is_whole(source->getType()) && is_steady(source) ? source : nullptr;
}

}  // namespace insum::frontend
