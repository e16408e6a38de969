#include "clang/shared_memory.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/element_types.h"
#include "clang/places.h"

namespace insum::frontend {

namespace {

using Sources = std::map<const clang::ValueDecl*, std::vector<const clang::Expr*>>;

/// What a function's pointers and references are set to; null: they are moved.
struct PointerSources : clang::RecursiveASTVisitor<PointerSources> {
  Sources found;

  static bool points(clang::QualType type) { return type->isPointerType() || type->isReferenceType(); }
  void add(const clang::Expr* target, const clang::Expr* source) {
    if (const auto* x = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParenImpCasts());
        x && x->getType()->isPointerType())
      found[x->getDecl()].push_back(source);
  }
  static bool is_view(clang::QualType type) { return is_class(type, "std::span"); }
  bool VisitVarDecl(clang::VarDecl* variable) {
    const clang::QualType type = variable->getType();
    if ((points(type) || is_view(type)) && variable->getInit())
      found[variable].push_back(variable->getInit());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* e) {
    if (e->isAssignmentOp()) add(e->getLHS(), e->getOpcode() == clang::BO_Assign ? e->getRHS() : nullptr);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* e) {
    if (e->isIncrementDecrementOp()) add(e->getSubExpr(), nullptr);
    return true;
  }
};

bool is_of(const Place& place, const clang::ValueDecl* variable, const clang::ValueDecl* member) {
  return place.variable == variable && place.member == member;
}

class Memory {
 public:
  Memory(Sources sources, const clang::ASTContext& context)
      : sources_(std::move(sources)), context_(context) {}

  /// All that an array's lvalue may reach, with what its pointers are assigned.
  std::vector<Place> places(const clang::Expr* lvalue) const {
    std::vector<Place> out = places_behind(lvalue, {});
    std::set<const clang::ValueDecl*> followed;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto known = sources_.find(out[i].variable);
      if (out[i].member || known == sources_.end() || !followed.insert(out[i].variable).second) continue;
      for (const clang::Expr* source : known->second)
        if (source)
          for (const Place& place : places_behind(source, {})) out.push_back(place);
    }
    return out;
  }

  /// Elements between the beginning of `place` and what the expression names; nothing: it is not constant.
  std::optional<long long> distance(const clang::Expr* expression, const Place& place, int depth = 0) const {
    using namespace clang;
    const Expr* e = expression->IgnoreParenCasts()->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
    if (depth > 20) return std::nullopt;
    const auto on = [&](const Expr* next) { return distance(next, place, depth + 1); };
    const auto moved = [&](const Expr* from, const Expr* by, long long step) -> std::optional<long long> {
      Expr::EvalResult known;
      const std::optional<long long> start = on(from);
      if (!start || by->isValueDependent() || !by->EvaluateAsInt(known, context_)) return std::nullopt;
      return *start + step * known.Val.getInt().getExtValue();
    };
    if (const auto* x = dyn_cast<DeclRefExpr>(e)) {
      if (is_of(place, x->getDecl(), nullptr)) return 0;
      return only_source(x) ? on(only_source(x)) : std::nullopt;
    }
    if (const auto* x = dyn_cast<MemberExpr>(e)) {
      const auto* object = dyn_cast<DeclRefExpr>(x->getBase()->IgnoreParenImpCasts());
      const bool same = (object || x->isImplicitAccess() || isa<CXXThisExpr>(x->getBase())) &&
                        is_of(place, object ? object->getDecl() : nullptr, x->getMemberDecl());
      return same ? std::optional<long long>(0) : std::nullopt;
    }
    if (const auto* x = dyn_cast<UnaryOperator>(e); x && x->getOpcode() == UO_AddrOf)
      return on(x->getSubExpr());
    if (const auto* x = dyn_cast<CXXConstructExpr>(e))  // a view of what begins there
      return x->getNumArgs() > 0 ? on(x->getArg(0)) : std::nullopt;
    if (const auto* x = dyn_cast<CXXMemberCallExpr>(e); x && x->getMethodDecl() && x->getNumArgs() > 0) {
      const std::string name = x->getMethodDecl()->getNameAsString();
      if (name == "subspan") return moved(x->getImplicitObjectArgument(), x->getArg(0), 1);
      return name == "first" ? on(x->getImplicitObjectArgument()) : std::nullopt;
    }
    if (const auto* x = dyn_cast<ArraySubscriptExpr>(e);
        x && (e->getType()->isArrayType() || e->getType()->isArithmeticType()))
      return moved(x->getBase(), x->getIdx(), scalars_in(context_, e->getType()));
    if (isa<UnaryOperator, ArraySubscriptExpr, CXXOperatorCallExpr>(e) && !e->getType()->isArithmeticType())
      return std::nullopt;  // a row of its own
    if (const auto* x = dyn_cast<UnaryOperator>(e); x && x->getOpcode() == UO_Deref)
      return on(x->getSubExpr());
    if (const auto* x = dyn_cast<CXXOperatorCallExpr>(e))
      return x->getOperator() == OO_Subscript && x->getNumArgs() == 2 ? moved(x->getArg(0), x->getArg(1), 1)
                                                                      : std::nullopt;
    if (const auto* x = dyn_cast<BinaryOperator>(e);
        x && x->isAdditiveOp() && e->getType()->isPointerType()) {
      const long long step = scalars_in(context_, e->getType()->getPointeeType());
      return moved(x->getLHS(), x->getRHS(), x->getOpcode() == BO_Add ? step : -step);
    }
    if (const auto* x = dyn_cast<CXXMemberCallExpr>(e);
        x && x->getMethodDecl() && x->getNumArgs() == 0 && x->getMethodDecl()->getNameAsString() == "data")
      return on(x->getImplicitObjectArgument());
    return std::nullopt;
  }

  /// The member of some object that the expression leads into; null: none, or it is not known.
  const clang::ValueDecl* field(const clang::Expr* expression, int depth = 0) const {
    using namespace clang;
    const Expr* e = expression->IgnoreParenCasts()->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
    const auto on = [&](const Expr* next) { return depth < 20 ? field(next, depth + 1) : nullptr; };
    if (const auto* x = dyn_cast<MemberExpr>(e)) return x->getMemberDecl();
    if (const auto* x = dyn_cast<DeclRefExpr>(e)) return only_source(x) ? on(only_source(x)) : nullptr;
    if (const auto* x = dyn_cast<UnaryOperator>(e)) return on(x->getSubExpr());
    if (const auto* x = dyn_cast<ArraySubscriptExpr>(e)) return on(x->getBase());
    if (const auto* x = dyn_cast<CXXOperatorCallExpr>(e)) return on(x->getArg(0));
    if (const auto* x = dyn_cast<BinaryOperator>(e)) return on(x->getLHS());
    if (const auto* x = dyn_cast<CXXMemberCallExpr>(e)) return on(x->getImplicitObjectArgument());
    return nullptr;
  }

 private:
  const clang::Expr* only_source(const clang::DeclRefExpr* variable) const {
    const auto known = sources_.find(variable->getDecl());
    return known == sources_.end() || known->second.size() != 1 ? nullptr : known->second[0];
  }

  Sources sources_;
  const clang::ASTContext& context_;
};

}  // namespace

void find_shared_memory(nest::Nest& nest, const std::vector<const clang::Expr*>& lvalues,
                        const clang::FunctionDecl* function, const clang::ASTContext& context) {
  PointerSources sources;
  sources.TraverseStmt(function->getBody());
  const Memory memory(std::move(sources.found), context);
  std::set<int> seen;  // of results
  for (const nest::Assignment* each : nest::assignments(nest)) {
    if (!seen.insert(each->target->id).second) continue;
    const clang::Expr* target = lvalues.at(static_cast<std::size_t>(each->target->id));
    const std::vector<Place> written = memory.places(target);
    for (int array = 0; array < static_cast<int>(lvalues.size()); ++array) {
      if (seen.count(array)) continue;
      const clang::Expr* lvalue = lvalues[static_cast<std::size_t>(array)];
      const clang::ValueDecl *one = memory.field(target), *other = memory.field(lvalue);
      if (one && other && one != other) continue;  // different members, whatever the objects are
      const std::vector<Place> read = memory.places(lvalue);
      const auto both = std::find_if(read.begin(), read.end(), [&](const Place& r) {
        return std::any_of(written.begin(), written.end(), [&](const Place& w) { return meet(w, r); });
      });
      if (both == read.end()) continue;
      const auto from = memory.distance(target, *both), to = memory.distance(lvalue, *both);
      const bool surely = from && to;
      nest.shared.push_back({array, each->target->id, name_of(*both), surely, surely && *from == *to});
    }
  }
}

}  // namespace insum::frontend
