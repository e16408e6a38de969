#include "clang/call_facts.h"

#include <functional>
#include <map>
#include <set>

#include "ast/walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "clang/argument_types.h"
#include "clang/cpp_facts.h"
#include "clang/element_types.h"

namespace insum::frontend {

namespace {

using TypeOfElement = std::map<ElementType, clang::QualType>;

/// The functions in calls, with the expressions that they get.
struct Calls {
  struct Use {
    std::string name;
    SourceRange where;
    std::vector<std::vector<ast::ExprPtr>> arguments;  // of each call
  };
  std::map<int, Use> by_id;

  void in(const ast::ExprPtr& expr) {
    ast::for_each_expr(expr, [&](const ast::ExprPtr& e) {
      const auto* call = std::get_if<ast::Call>(&e->node);
      if (!call) return;
      Use& use = by_id[call->function.id];
      use.name = call->function.text;
      use.where = call->function.range;
      use.arguments.push_back(call->arguments);
    });
  }
};

Calls calls_of(const ast::Block& block) {
  std::set<std::string> declared;
  Calls calls;
  for (const ast::Directive& directive : block.directives) {
    if (const auto* function = std::get_if<ast::FunctionDirective>(&directive.node))
      declared.insert(function->name.text);
    if (const auto* einsum = std::get_if<ast::Einsum>(&directive.node)) calls.in(einsum->right);
  }
  std::erase_if(calls.by_id, [&](const auto& entry) { return !declared.count(entry.second.name); });
  return calls;
}

clang::QualType complex_type(clang::Sema& sema, clang::QualType part, clang::SourceLocation where) {
  clang::NamespaceDecl* space = sema.getStdNamespace();
  if (!space) return {};
  clang::LookupResult found(sema, &sema.Context.Idents.get("complex"), where,
                            clang::Sema::LookupOrdinaryName);
  found.suppressDiagnostics();
  if (!sema.LookupQualifiedName(found, space) || !found.isSingleResult()) return {};
  auto* complex = llvm::dyn_cast<clang::ClassTemplateDecl>(found.getFoundDecl());
  if (!complex) return {};
  clang::TemplateArgumentListInfo arguments(where, where);
  arguments.addArgument(clang::TemplateArgumentLoc(clang::TemplateArgument(part),
                                                   sema.Context.getTrivialTypeSourceInfo(part, where)));
  return sema.CheckTemplateIdType(clang::TemplateName(complex), where, arguments);
}

/// The types of expressions over what the block names: its own, and those of numbers, indices and
/// comparisons.
TypeOfElement types_of(clang::Sema& sema, const bind::Facts& facts, clang::SourceLocation where) {
  const clang::ASTContext& context = sema.Context;
  std::set<ElementType> used = {ElementType::boolean, ElementType::i32, ElementType::i64, ElementType::f64};
  for (const auto& [id, fact] : facts) {
    used.insert(promoted(fact.element));
    if (fact.object) used.insert(promoted(fact.object->value));
  }
  if (used.count(ElementType::c32)) used.insert(ElementType::c64);
  const TypeOfElement all = {{ElementType::boolean, context.BoolTy},
                             {ElementType::i32, context.IntTy},
                             {ElementType::u32, context.UnsignedIntTy},
                             {ElementType::i64, context.getIntTypeForBitwidth(64, 1)},
                             {ElementType::u64, context.getIntTypeForBitwidth(64, 0)},
                             {ElementType::f32, context.FloatTy},
                             {ElementType::f64, context.DoubleTy}};
  TypeOfElement types;
  for (const ElementType type : used) {
    if (const auto known = all.find(type); known != all.end()) types.insert(*known);
    if (!is_complex(type)) continue;
    const auto part = type == ElementType::c32 ? context.FloatTy : context.DoubleTy;
    if (const clang::QualType complex = complex_type(sema, part, where); !complex.isNull())
      types[type] = complex;
  }
  return types;
}

/// Tries calls of one function. What goes wrong in a trial is nobody's error.
class Trials {
 public:
  Trials(clang::Sema& sema, std::string name, clang::SourceLocation where)
      : sema_(sema),
        name_(std::move(name)),
        where_(where),
        was_quiet_(sema.getDiagnostics().getSuppressAllDiagnostics()) {
    sema_.getDiagnostics().setSuppressAllDiagnostics(true);
  }
  ~Trials() { sema_.getDiagnostics().setSuppressAllDiagnostics(was_quiet_); }
  Trials(const Trials&) = delete;

  /// A call with lvalues of these types, as in a lambda that passes its parameters on; null where C++ has
  /// none.
  const clang::Expr* call(const std::vector<clang::QualType>& types) {
    const clang::DiagnosticErrorTrap trap(sema_.getDiagnostics());
    clang::EnterExpressionEvaluationContext unevaluated(
        sema_, clang::Sema::ExpressionEvaluationContext::Unevaluated);
    const clang::ExprResult function = callee();
    if (!function.isUsable() || trap.hasErrorOccurred()) return nullptr;
    std::vector<clang::Expr*> arguments;
    for (const clang::QualType type : types)
      arguments.push_back(new (sema_.Context) clang::OpaqueValueExpr(where_, type, clang::VK_LValue));
    const clang::ExprResult call =
        sema_.BuildCallExpr(sema_.getCurScope(), function.get(), where_, arguments, where_);
    const bool good = call.isUsable() && !trap.hasErrorOccurred() && !call.get()->containsErrors();
    return good ? call.get() : nullptr;
  }

 private:
  clang::ExprResult callee() {
    const llvm::StringRef name(name_);
    const llvm::StringRef last = name.rsplit("::").second;
    clang::LookupResult found(sema_, &sema_.Context.Idents.get(last.empty() ? name : last.trim()), where_,
                              clang::Sema::LookupOrdinaryName);
    if (!look_up_name(sema_, found, name, where_)) return clang::ExprError();
    clang::CXXScopeSpec unqualified;
    if (!found.empty() && (*found.begin())->isCXXClassMember())
      return sema_.BuildPossibleImplicitMemberExpr(unqualified, where_, found, nullptr, sema_.getCurScope());
    return sema_.BuildDeclarationNameExpr(unqualified, found, /*NeedsADL=*/last.empty());
  }

  clang::Sema& sema_;
  const std::string name_;
  const clang::SourceLocation where_;
  const bool was_quiet_;
};

std::vector<ElementType> parameters_of(const clang::Expr& expression, const clang::ASTContext& context) {
  std::vector<ElementType> list;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(&expression);
  if (!call || !call->getDirectCallee()) return list;
  for (const clang::ParmVarDecl* parameter : call->getDirectCallee()->parameters())
    list.push_back(element_type(context, parameter->getType().getNonReferenceType()));
  return list;
}

/// Calls `visit` with all lists that have one of each; false, and nothing, where they are too many.
bool for_all_lists(const std::vector<std::set<ElementType>>& candidates,
                   const std::function<void(const std::vector<ElementType>&)>& visit) {
  constexpr std::size_t most = 100000;
  std::size_t lists = 1;
  for (const std::set<ElementType>& types : candidates)
    if ((lists *= types.size()) > most) return false;
  std::vector<std::set<ElementType>::const_iterator> at;
  for (const std::set<ElementType>& types : candidates) at.push_back(types.begin());
  while (true) {
    std::vector<ElementType> list;
    for (const auto& type : at) list.push_back(*type);
    visit(list);
    std::size_t n = 0;
    for (; n < at.size() && ++at[n] == candidates[n].end(); ++n) at[n] = candidates[n].begin();
    if (n == at.size()) return true;
  }
}

}  // namespace

std::optional<SourceRange> add_call_facts(clang::Sema& sema, FileMap& map, const ast::Block& block,
                                          bind::Facts& facts) {
  for (const auto& [id, call] : calls_of(block).by_id) {
    const auto fact = facts.find(id);
    if (fact == facts.end() || fact->second.kind != bind::FactKind::function) continue;
    const clang::SourceLocation where = map.location(call.where.begin);
    const TypeOfElement types = types_of(sema, facts, where);
    std::set<ElementType> all;
    for (const auto& [type, unused] : types) all.insert(type);
    const ArgumentTypes argument_types(block, facts, all);
    Trials trials(sema, call.name, where);
    std::set<std::vector<ElementType>> tried;
    for (const std::vector<ast::ExprPtr>& expressions : call.arguments) {
      std::vector<std::set<ElementType>> candidates;
      for (const ast::ExprPtr& expr : expressions) candidates.push_back(argument_types.of(expr));
      const bool all_tried = for_all_lists(candidates, [&](const std::vector<ElementType>& arguments) {
        if (!tried.insert(arguments).second) return;
        std::vector<clang::QualType> list;
        for (const ElementType type : arguments) list.push_back(types.at(type));
        if (const clang::Expr* found = trials.call(list))
          fact->second.calls.push_back({arguments, element_type(sema.Context, found->getType()),
                                        spelling(sema.Context, found->getType()),
                                        parameters_of(*found, sema.Context)});
      });
      if (!all_tried) return call.where;
    }
  }
  return std::nullopt;
}

}  // namespace insum::frontend
