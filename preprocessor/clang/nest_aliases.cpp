// Pointers that are other names of arrays: double* p = y; above a loop over p.
#include <algorithm>

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/nest_reader.h"
#include "clang/rows.h"

namespace insum::frontend {

namespace {

struct NamedVariables : clang::RecursiveASTVisitor<NamedVariables> {
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) {
    list.push_back(e->getDecl());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr*) { return known = false; }
  bool VisitCallExpr(clang::CallExpr*) { return known = false; }
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
  found.TraverseStmt(const_cast<clang::Expr*>(expression));
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

const clang::Expr* NestReader::source_of(const clang::ValueDecl* pointer) const {
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(pointer);
  if (!annotation_.function || !variable || llvm::isa<clang::ParmVarDecl>(variable) || !variable->getInit() ||
      declared_.count(pointer) || annotation_.named.count(variable->getNameAsString()))
    return nullptr;
  const clang::QualType type = variable->getType();
  const bool points = type->isPointerType() && type->getPointeeType()->isArithmeticType();
  return points && is_only_read(pointer) && is_array_source(variable->getInit()) ? variable->getInit()
                                                                                 : nullptr;
}

const clang::Expr* NestReader::number_source_of(const clang::ValueDecl* number) const {
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(number);
  if (!annotation_.function || !variable || llvm::isa<clang::ParmVarDecl>(variable) || !variable->getInit() ||
      declared_.count(number) || annotation_.words.count(variable->getNameAsString()))
    return nullptr;
  const bool whole = variable->getType()->isIntegerType() && !variable->getType()->isBooleanType() &&
                     variable->getInit()->getType()->isIntegerType();
  return whole && is_only_read(number) && is_steady(variable->getInit()) ? variable->getInit() : nullptr;
}

}  // namespace insum::frontend
