#include "clang/set_before.h"

#include <algorithm>
#include <optional>

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/element_types.h"
#include "clang/pointer_sources.h"
#include "clang/visitor.h"

namespace insum::frontend {

namespace {

using namespace clang;

std::optional<double> number(const Expr* e, const ASTContext& context) {
  if (!e || e->isValueDependent() || e->isTypeDependent()) return std::nullopt;
  if (const auto* list = dyn_cast<InitListExpr>(e->IgnoreParenImpCasts())) {  // the rest is 0
    const auto is_zero = [&](const Expr* each) { return number(each, context) == 0; };
    const bool scalar = e->getType()->isArithmeticType() && list->getNumInits() == 1;
    if (scalar) return number(list->getInit(0), context);
    return std::all_of(list->begin(), list->end(),
                       [&](const Stmt* each) { return is_zero(cast<Expr>(each)); })
               ? std::optional(0.0)
               : std::nullopt;
  }
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(e)) return 0;
  Expr::EvalResult known;
  llvm::APFloat value(0.0);
  if (e->getType()->isIntegralOrEnumerationType() && e->EvaluateAsInt(known, context))
    return known.Val.getInt().roundToDouble(known.Val.getInt().isSigned());
  if (e->getType()->isRealFloatingType() && e->EvaluateAsFloat(value, context)) {
    bool loses = false;
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
    return value.convertToDouble();
  }
  return std::nullopt;
}

/// Of vectors: (n), (n, value)
std::optional<double> constructed(const CXXConstructExpr* e, const ASTContext& context) {
  if (!is_class(e->getType(), "std::vector") || e->getNumArgs() == 0) return std::nullopt;
  if (!e->getArg(0)->getType()->isIntegerType()) return std::nullopt;
  const bool has_value = e->getNumArgs() > 1 && !isa<CXXDefaultArgExpr>(e->getArg(1)) &&
                         e->getArg(1)->getType()->isArithmeticType();
  if (!has_value) return 0;
  return number(e->getArg(1)->IgnoreImplicit(), context);
}

/// What a statement does with a variable: how often it names it, and how often it sets it to a number.
struct Uses : Visitor {
  Uses(const Path& path, const ASTContext& context) : path(path), context(context) {}

  bool visits_implicit_code() const override { return true; }
  bool VisitVarDecl(VarDecl* variable) override {
    if (path.size() != 1 || path[0] != variable) return true;
    const Expr* init = variable->getInit();
    const auto* made = init ? dyn_cast<CXXConstructExpr>(init->IgnoreImplicit()) : nullptr;
    ++named;
    return set(made ? constructed(made, context) : number(init, context));
  }
  bool VisitDeclRefExpr(DeclRefExpr* e) override { return name(e); }
  bool VisitMemberExpr(MemberExpr* e) override { return name(e); }
  bool VisitBinaryOperator(BinaryOperator* e) override {
    if (e->getOpcode() == BO_Assign && names(base(e->getLHS()))) set(number(e->getRHS(), context));
    return true;
  }
  bool VisitCallExpr(CallExpr* e) override {
    const FunctionDecl* function = e->getDirectCallee();
    if (!function || !function->getIdentifier() || e->getNumArgs() == 0) return true;
    const StringRef called = function->getName();
    const unsigned last = e->getNumArgs() - 1;
    if (called == "memset" && names(base(e->getArg(0))) && number(e->getArg(1), context) == 0) set(0);
    const auto* method = dyn_cast<CXXMemberCallExpr>(e);
    if (method && (called == "assign" || called == "fill") && names(method->getImplicitObjectArgument()))
      return set(number(e->getArg(last)->IgnoreImplicit(), context));
    if (method || !(called == "fill" || called == "fill_n")) return true;
    Uses in_first(path, context);
    in_first.walk(e->getArg(0));
    if (in_first.named == 1 && called == "fill" && last == 2) --named;  // the end is that of the same
    if (in_first.named == 1) set(number(e->getArg(last)->IgnoreImplicit(), context));
    return true;
  }

  static const Expr* base(const Expr* e) {
    while (true) {
      e = e->IgnoreParenCasts();
      if (const auto* x = dyn_cast<ArraySubscriptExpr>(e))
        e = x->getBase();
      else if (const auto* x = dyn_cast<CXXOperatorCallExpr>(e); x && x->getOperator() == OO_Subscript)
        e = x->getArg(0);
      else if (const auto* x = dyn_cast<UnaryOperator>(e); x && x->getOpcode() == UO_Deref)
        e = x->getSubExpr();
      else if (const auto* x = dyn_cast<CXXMemberCallExpr>(e); x && x->getNumArgs() == 0)
        e = x->getImplicitObjectArgument();
      else
        return e;
    }
  }
  bool names(const Expr* e) const { return path_of(e->IgnoreParenCasts()) == path; }
  bool name(const Expr* e) {
    named += names(e);
    return true;
  }
  bool set(std::optional<double> to) {
    if (!to || (value && *value != *to)) return unknown = true;
    value = to, ++sets;
    return true;
  }

  const Path& path;
  const ASTContext& context;
  int named = 0, sets = 0;
  bool unknown = false;
  std::optional<double> value;
};

/// Statements in front of one, the next one first, as far as each runs before it whenever it runs.
bool collect_before(const Stmt* inside, const Stmt* statement, std::vector<const Stmt*>& out) {
  if (inside == statement) return true;
  std::vector<const Stmt*> passed;
  for (const Stmt* child : inside->children()) {
    if (!child) continue;
    if (child == statement || collect_before(child, statement, out)) {
      if (isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt, LambdaExpr>(inside)) out.push_back(nullptr);
      if (isa<CompoundStmt>(inside)) out.insert(out.end(), passed.rbegin(), passed.rend());
      return true;
    }
    passed.push_back(child);
  }
  return false;
}

std::optional<double> set_before(const Path& path, const std::vector<const Stmt*>& before,
                                 const ASTContext& context) {
  for (const Stmt* each : before) {
    if (!each) return std::nullopt;  // what earlier iterations did is not known
    Uses uses(path, context);
    uses.walk(each);
    if (uses.named == 0) continue;
    return uses.unknown || uses.named != uses.sets ? std::nullopt : uses.value;
  }
  return std::nullopt;
}

}  // namespace

void find_set_before(nest::Nest& nest, const std::vector<const Expr*>& lvalues, const Stmt* statement,
                     const FunctionDecl* function, const ASTContext& context) {
  std::vector<const Stmt*> before;
  if (!function->getBody() || !collect_before(function->getBody(), statement, before)) return;
  for (const nest::Assignment* each : nest::assignments(nest)) {
    const auto number = static_cast<std::size_t>(each->target->id);
    const Path path = path_of(Uses::base(lvalues.at(number)));
    if (!path.empty()) nest.arrays[number].before = set_before(path, before, context);
  }
}

}  // namespace insum::frontend
