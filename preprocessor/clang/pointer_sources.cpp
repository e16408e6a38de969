#include "clang/pointer_sources.h"

#include <algorithm>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/element_types.h"

namespace insum::frontend {

namespace {

using namespace clang;

const Expr* stripped(const Expr* e) {
  return e->IgnoreParenCasts()->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
}

Path path_of_object(const Expr* object, bool behind_pointer, int depth) {
  if (depth > 20) return {};
  const auto on = [&](const Expr* next, bool behind) { return path_of_object(next, behind, depth + 1); };
  const Expr* e = stripped(object);
  if (isa<CXXThisExpr>(e)) return {nullptr};
  if (const auto* x = dyn_cast<UnaryOperator>(e)) {
    if (x->getOpcode() == UO_AddrOf && behind_pointer) return on(x->getSubExpr(), false);
    return x->getOpcode() == UO_Deref && !behind_pointer ? on(x->getSubExpr(), true) : Path{};
  }
  if (const auto* x = dyn_cast<MemberExpr>(e); x && isa<FieldDecl>(x->getMemberDecl())) {
    Path out = on(x->getBase(), x->isArrow());
    if (!out.empty()) out.push_back(x->getMemberDecl());
    return out;
  }
  const auto* x = dyn_cast<DeclRefExpr>(e);
  if (!x) return {};
  const auto* variable = dyn_cast<VarDecl>(x->getDecl());
  const bool follows = variable && variable->getInit() && !isa<ParmVarDecl>(variable) &&
                       (variable->getType()->isReferenceType() || behind_pointer);
  if (follows)
    if (Path out = on(variable->getInit(), behind_pointer); !out.empty()) return out;
  return {x->getDecl()};
}

bool is_set_alone(const Stmt* s) {  // its parts are not run as often as it is reached
  return isa<IfStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt, AbstractConditionalOperator,
             CXXTryStmt, CXXCatchStmt, LambdaExpr>(s) ||
         (isa<BinaryOperator>(s) && cast<BinaryOperator>(s)->isLogicalOp());
}

/// Walks over a function in the order of its text.
class Collector {
 public:
  explicit Collector(std::vector<PointerSource>& out) : out_(out) {}

  void walk(const Stmt* s, const Stmt* branch) {
    if (!s) return;
    if (const auto* x = dyn_cast<DeclStmt>(s))
      for (const Decl* each : x->decls())
        if (const auto* variable = dyn_cast<VarDecl>(each)) declare(variable, branch);
    if (const auto* x = dyn_cast<BinaryOperator>(s); x && x->isAssignmentOp())
      add(x->getLHS(), x->getOpcode() == BO_Assign ? x->getRHS() : nullptr, x->getOperatorLoc(), branch);
    if (const auto* x = dyn_cast<UnaryOperator>(s); x && x->isIncrementDecrementOp())
      add(x->getSubExpr(), nullptr, x->getOperatorLoc(), branch);
    if (const auto* x = dyn_cast<CallExpr>(s)) call(x, branch);
    const bool loops = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(s);
    if (loops) loops_.push_back(s);
    for (const Stmt* child : s->children()) walk(child, is_set_alone(s) ? child : branch);
    if (loops) loops_.pop_back();
  }

 private:
  void declare(const VarDecl* variable, const Stmt* branch) {
    const QualType type = variable->getType();
    const bool views = type->isPointerType() || type->isReferenceType() || is_class(type, "std::span");
    if (views && variable->getInit())
      out_.push_back({{variable}, variable->getInit(), variable->getLocation(), branch, loops_});
  }

  void add(const Expr* target, const Expr* value, SourceLocation where, const Stmt* branch) {
    if (!target->getType()->isPointerType()) return;
    if (Path path = path_of(target); !path.empty())
      out_.push_back({std::move(path), value, where, branch, loops_});
  }

  /// What it is handed over to change: std::swap(a, b), reset(&s), s.reset().
  void call(const CallExpr* x, const Stmt* branch) {
    const auto changes = [&](Path path) {
      if (!path.empty()) out_.push_back({std::move(path), nullptr, x->getExprLoc(), branch, loops_});
    };
    const FunctionDecl* function = x->getDirectCallee();
    const auto* member = dyn_cast<CXXMemberCallExpr>(x);
    if (member && member->getMethodDecl() && !member->getMethodDecl()->isConst()) {
      const Expr* object = member->getImplicitObjectArgument();
      changes(path_of_object(object, object->getType()->isPointerType(), 0));
    }
    const unsigned first = isa<CXXOperatorCallExpr>(x) && isa_and_nonnull<CXXMethodDecl>(function) ? 1 : 0;
    for (unsigned i = first; function && i < x->getNumArgs() && i - first < function->getNumParams(); ++i) {
      const QualType type = function->getParamDecl(i - first)->getType();
      if (type->isLValueReferenceType() && !type->getPointeeType().isConstQualified())
        changes(path_of(x->getArg(i)));
      const auto* address = dyn_cast<UnaryOperator>(stripped(x->getArg(i)));
      if (address && address->getOpcode() == UO_AddrOf && !type->getPointeeType().isNull() &&
          !type->getPointeeType().isConstQualified())
        changes(path_of(address->getSubExpr()));
    }
  }

  std::vector<PointerSource>& out_;
  std::vector<const Stmt*> loops_;
};

}  // namespace

Path path_of(const Expr* expression) { return path_of_object(expression, false, 0); }

PointerSources::PointerSources(const FunctionDecl* function, const ASTContext& context)
    : manager_(context.getSourceManager()) {
  Collector(all_).walk(function->getBody(), nullptr);
}

bool PointerSources::is_before(SourceLocation a, SourceLocation b) const {
  return manager_.isBeforeInTranslationUnit(a, b);
}

bool PointerSources::contains(const Stmt* statement, SourceLocation place) const {
  return !is_before(place, statement->getBeginLoc()) && !is_before(statement->getEndLoc(), place);
}

bool PointerSources::reaches(const PointerSource& source, SourceLocation place) const {
  return is_before(source.where, place) ||
         std::any_of(source.loops.begin(), source.loops.end(),
                     [&](const Stmt* loop) { return contains(loop, place); });
}

/// ... or the object that it is a member of.
bool PointerSources::sets(const PointerSource& source, const Path& pointer) const {
  const Path& target = source.target;
  if (target.size() > pointer.size() || !std::equal(target.begin(), target.end(), pointer.begin()))
    return false;
  return target.size() < pointer.size() || source.value || !pointer.back() ||
         pointer.back()->getType()->isPointerType();
}

PointerSources::Value PointerSources::value_at(const Path& pointer, SourceLocation place) const {
  const PointerSource* last = nullptr;
  for (const PointerSource& each : all_)
    if (sets(each, pointer) && is_before(each.where, place) && (!last || is_before(last->where, each.where)))
      last = &each;
  for (const PointerSource& each : all_) {
    if (!sets(each, pointer) || is_before(each.where, place) || !reaches(each, place)) continue;
    const bool set_again = last && std::all_of(each.loops.begin(), each.loops.end(), [&](const Stmt* loop) {
                             return !contains(loop, place) || contains(loop, last->where);
                           });
    if (!set_again) return {Known::no};
  }
  if (!last) return {Known::as_before};
  const bool surely =
      last->value && last->target == pointer && (!last->branch || contains(last->branch, place));
  return surely ? Value{Known::set, last} : Value{Known::no};
}

bool PointerSources::sets_member(const ValueDecl* member) const {
  return std::any_of(all_.begin(), all_.end(), [&](const PointerSource& each) {
    return each.value && each.target.size() > 1 && each.target.back() == member;
  });
}

}  // namespace insum::frontend
