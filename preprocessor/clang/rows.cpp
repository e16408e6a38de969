#include "clang/rows.h"
#include "clang/visitor.h"

#include <algorithm>

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

namespace insum::frontend {

namespace {

/// How often a variable is named, and how often that reads its value.
struct VariableUses : Visitor {
  explicit VariableUses(const clang::ValueDecl* variable) : variable(variable) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) override {
    named += e->getDecl() == variable;
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr* e) override {
    const auto* x = llvm::dyn_cast<clang::DeclRefExpr>(e->getSubExpr()->IgnoreParens());
    read += e->getCastKind() == clang::CK_LValueToRValue && x && x->getDecl() == variable;
    return true;
  }
  const clang::ValueDecl* variable;
  int named = 0, read = 0;
};

/// Variables in an expression that has nothing else that may change: no members, calls or elements.
struct Variables : Visitor {
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) override {
    list.push_back(e->getDecl());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr*) override { return known = false; }
  bool VisitCallExpr(clang::CallExpr*) override { return known = false; }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr*) override { return known = false; }
  std::vector<const clang::ValueDecl*> list;
  bool known = true;
};

bool is_row(clang::QualType type, bool arrays) {
  type = type.getNonReferenceType();
  return type->isPointerType() || type->isRecordType() || (arrays && type->isArrayType());
}

/// What a local pointer or reference begins with, and keeps.
const clang::Expr* source_of(const clang::ValueDecl* variable, const clang::Stmt* function) {
  const auto* local = llvm::dyn_cast<clang::VarDecl>(variable);
  if (!local || !local->getInit() || llvm::isa<clang::ParmVarDecl>(local)) return nullptr;
  const clang::QualType type = local->getType();
  return type->isReferenceType() || (type->isPointerType() && is_only_read(variable, function))
             ? local->getInit()
             : nullptr;
}

std::optional<Row> find_row(const clang::Expr* expression, const clang::Stmt* function, bool arrays) {
  using namespace clang;
  const Expr* e = expression->IgnoreParenCasts()->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
  const auto subscript = [&](const Expr* base, const Expr* index) {
    return is_row(e->getType(), arrays) ? Row{e, base, index} : find_row(base, function, arrays);
  };
  if (const auto* x = dyn_cast<ArraySubscriptExpr>(e)) return subscript(x->getBase(), x->getIdx());
  if (const auto* x = dyn_cast<CXXOperatorCallExpr>(e); x && x->getNumArgs() == 2)
    return x->getOperator() == OO_Subscript ? subscript(x->getArg(0), x->getArg(1)) : std::nullopt;
  if (const auto* x = dyn_cast<DeclRefExpr>(e)) {
    const Expr* source = source_of(x->getDecl(), function);
    return source ? find_row(source, function, arrays) : std::nullopt;
  }
  if (const auto* x = dyn_cast<MemberExpr>(e))
    return x->isImplicitAccess() ? std::nullopt : find_row(x->getBase(), function, arrays);
  if (const auto* x = dyn_cast<UnaryOperator>(e))
    return find_row(x->getSubExpr(), function, arrays && x->getOpcode() != UO_AddrOf);
  if (const auto* x = dyn_cast<BinaryOperator>(e); x && x->isAdditiveOp()) {
    const bool right = x->getRHS()->getType()->isAnyPointerType();
    return find_row(right ? x->getRHS() : x->getLHS(), function, arrays);
  }
  if (const auto* x = dyn_cast<CXXMemberCallExpr>(e))
    return find_row(x->getImplicitObjectArgument(), function, arrays);
  return std::nullopt;
}

/// An integer as a sum of something, or nothing, and a constant.
struct Shifted {
  const clang::Expr* rest = nullptr;
  std::int64_t by = 0;
};

std::optional<std::int64_t> constant_of(const clang::Expr* e, const clang::ASTContext& context) {
  clang::Expr::EvalResult known;
  if (e->isValueDependent() || !e->getType()->isIntegerType() || !e->EvaluateAsInt(known, context))
    return std::nullopt;
  return known.Val.getInt().tryExtValue();
}

Shifted shifted(const clang::Expr* expression, const clang::ASTContext& context) {
  const clang::Expr* e = expression->IgnoreParenImpCasts();
  if (const auto value = constant_of(e, context)) return {nullptr, *value};
  const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(e);
  if (!sum || !sum->isAdditiveOp()) return {e, 0};
  const bool minus = sum->getOpcode() == clang::BO_Sub;
  if (const auto value = constant_of(sum->getRHS(), context))
    return {sum->getLHS()->IgnoreParenImpCasts(), minus ? -*value : *value};
  if (const auto value = constant_of(sum->getLHS(), context); value && !minus)
    return {sum->getRHS()->IgnoreParenImpCasts(), *value};
  return {e, 0};
}

bool changes(const clang::Expr* e, const clang::Stmt* statement) {
  Variables found;
  found.walk(e);
  return !found.known || std::any_of(found.list.begin(), found.list.end(),
                                     [&](const clang::ValueDecl* v) { return !is_only_read(v, statement); });
}

}  // namespace

bool is_only_read(const clang::ValueDecl* variable, const clang::Stmt* function) {
  VariableUses uses(variable);
  uses.walk(function);
  return uses.named == uses.read;
}

bool is_same(const clang::Expr* a, const clang::Expr* b, const clang::ASTContext& context) {
  llvm::FoldingSetNodeID ids[2];
  a->IgnoreParenImpCasts()->Profile(ids[0], context, true);
  b->IgnoreParenImpCasts()->Profile(ids[1], context, true);
  return ids[0] == ids[1] && !a->HasSideEffects(context, false);
}

std::optional<Row> row_of(const clang::Expr* expression, const clang::Stmt* function) {
  return expression ? find_row(expression, function, true) : std::nullopt;
}

bool are_other_rows(const Row& a, const Row& b, const clang::Stmt* statement,
                    const clang::ASTContext& context) {
  if (!is_same(a.base, b.base, context)) return false;
  const Shifted from = shifted(a.index, context), to = shifted(b.index, context);
  if (from.by == to.by || !from.rest != !to.rest) return false;
  return !from.rest || (is_same(from.rest, to.rest, context) && !changes(from.rest, statement));
}

}  // namespace insum::frontend
