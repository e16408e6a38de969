#include "clang/places.h"

#include <set>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

namespace insum::frontend {

namespace {

/// By value, and yet what is written through it is another's.
bool is_view(clang::QualType type) {
  const std::string name = type.getCanonicalType().getAsString();
  for (const char* word : {"span<", "iterator", "Map<", "Ref<", "_view"})
    if (name.find(word) != std::string::npos) return true;
  return false;
}

class Finder {
 public:
  explicit Finder(const RangeVariables& ranges) : ranges_(ranges) {}

  void follow(const clang::Expr* expression, Place at) {
    using namespace clang;
    if (!expression) return;
    const Expr* e = expression->IgnoreParenCasts()->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
    if (const auto* x = dyn_cast<DeclRefExpr>(e)) return follow_variable(x->getDecl(), at);
    if (const auto* x = dyn_cast<MemberExpr>(e)) return follow_member(x, at);
    if (const auto* x = dyn_cast<ArraySubscriptExpr>(e)) {
      // Clang takes what is no integer for the base: in a template, a subscript may be none yet.
      const Expr* base = x->getLHS()->getType()->isIntegerType() ? x->getRHS() : x->getLHS();
      at.through_pointer |= !base->IgnoreParenImpCasts()->getType()->isArrayType();
      return follow(base, at);
    }
    if (const auto* x = dyn_cast<UnaryOperator>(e)) {
      if (x->getOpcode() == UO_Deref) at.through_pointer = true;
      if (x->getOpcode() == UO_AddrOf) at.through_pointer = false;
      return follow(x->getSubExpr(), at);
    }
    if (const auto* x = dyn_cast<BinaryOperator>(e)) return follow_binary(x, at);
    if (const auto* x = dyn_cast<AbstractConditionalOperator>(e))
      return follow(x->getTrueExpr(), at), follow(x->getFalseExpr(), at);
    if (isa<CXXThisExpr>(e)) return found_.push_back({nullptr, at.member, at.through_pointer});
    if (const auto* x = dyn_cast<CXXDependentScopeMemberExpr>(e)) {
      if (!x->isImplicitAccess()) follow(x->getBase(), at);
      return;
    }
    follow_call(e, at);
  }

  std::vector<Place> take() { return std::move(found_); }

 private:
  void follow_variable(const clang::ValueDecl* variable, const Place& at) {
    if (at.through_pointer && variable->getType()->isArithmeticType()) return;  // make_array(n)
    found_.push_back({variable, at.member, at.through_pointer});
    if (!seen_.insert(variable).second) return;
    if (const auto* binding = llvm::dyn_cast<clang::BindingDecl>(variable))
      return follow(binding->getBinding(), at);
    const auto* declared = llvm::dyn_cast<clang::VarDecl>(variable);
    if (!declared) return;
    const clang::QualType type = declared->getType();
    const bool points = type->isReferenceType() || is_view(type) ||
                        (at.through_pointer && (type->isPointerType() || type->isUndeducedType()));
    if (!points) return;
    found_.back().through_pointer = true;
    const auto range = ranges_.find(variable);
    follow(range != ranges_.end() ? range->second : declared->getInit(), at);
  }

  void follow_member(const clang::MemberExpr* x, Place at) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(x->getMemberDecl()))  // a static one
      return follow_variable(variable, at);
    at.member = x->getMemberDecl();
    if (!x->isImplicitAccess()) at.through_pointer |= x->isArrow();
    follow(x->getBase(), at);
  }

  void follow_binary(const clang::BinaryOperator* x, const Place& at) {
    if (x->isAssignmentOp()) return follow(x->getLHS(), at);
    if (x->getOpcode() == clang::BO_Comma) return follow(x->getRHS(), at);
    if (!x->isAdditiveOp()) return;
    const bool right = x->getRHS()->getType()->isAnyPointerType();
    follow(right ? x->getRHS() : x->getLHS(), at);
  }

  /// The object of a member function or an operator, or else the first argument: v.data(), v[i],
  /// std::data(v).
  void follow_call(const clang::Expr* e, Place at) {
    using namespace clang;
    if (const auto* x = dyn_cast<CXXOperatorCallExpr>(e)) {
      at.through_pointer |= x->getOperator() == OO_Star && x->getNumArgs() == 1;
      if (x->getNumArgs() > 0) follow(x->getArg(0), at);
    } else if (const auto* x = dyn_cast<CXXMemberCallExpr>(e)) {
      follow(x->getImplicitObjectArgument(), at);
    } else if (const auto* x = dyn_cast<CallExpr>(e)) {
      const Expr* of = object_of(x->getCallee()->IgnoreParenImpCasts());
      if (of || x->getNumArgs() > 0) follow(of ? of : x->getArg(0), at);
    } else if (const auto* x = dyn_cast<CXXConstructExpr>(e)) {
      if (x->getNumArgs() > 0) follow(x->getArg(0), at);
    } else if (const auto* x = dyn_cast<CXXUnresolvedConstructExpr>(e)) {
      if (x->getNumArgs() > 0) follow(x->getArg(0), at);
    } else if (const auto* x = dyn_cast<InitListExpr>(e)) {
      if (x->getNumInits() > 0) follow(x->getInit(0), at);
    } else if (const auto* x = dyn_cast<ParenListExpr>(e)) {
      if (x->getNumExprs() > 0) follow(x->getExpr(0), at);
    }
  }

  /// Of a member function that only an instantiation chooses.
  static const clang::Expr* object_of(const clang::Expr* callee) {
    if (const auto* x = llvm::dyn_cast<clang::MemberExpr>(callee)) return x->getBase();
    if (const auto* x = llvm::dyn_cast<clang::UnresolvedMemberExpr>(callee))
      return x->isImplicitAccess() ? nullptr : x->getBase();
    if (const auto* x = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(callee))
      return x->isImplicitAccess() ? nullptr : x->getBase();
    return nullptr;
  }

  const RangeVariables& ranges_;
  std::vector<Place> found_;
  std::set<const clang::ValueDecl*> seen_;
};

}  // namespace

std::string name_of(const Place& place) {
  const std::string member = place.member ? place.member->getNameAsString() : "";
  if (!place.variable) return member.empty() ? "*this" : member;
  return place.variable->getNameAsString() + (member.empty() ? "" : "." + member);
}

bool meet(const Place& a, const Place& b) {
  return a.variable == b.variable && (a.member == b.member || !a.member || !b.member);
}

std::vector<Place> places_of(const clang::Expr* expression, const RangeVariables& ranges) {
  Finder finder(ranges);
  finder.follow(expression, {});
  return finder.take();
}

std::vector<Place> places_behind(const clang::Expr* expression, const RangeVariables& ranges) {
  Finder finder(ranges);
  finder.follow(expression, {.through_pointer = true});
  return finder.take();
}

}  // namespace insum::frontend
