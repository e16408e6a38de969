#include "clang/index_names.h"

#include <map>
#include <set>
#include <string>

#include "ast/walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "clang/cpp_facts.h"
#include "clang/visitor.h"

namespace insum::frontend {

namespace {

/// The names of variables that a statement declares, assigns or counts up and down.
struct LoopVariables : Visitor {
  std::set<std::string> names;

  bool VisitVarDecl(clang::VarDecl* decl) override {
    names.insert(decl->getNameAsString());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* e) override {
    if (e->isAssignmentOp()) add(e->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* e) override {
    if (e->isIncrementDecrementOp()) add(e->getSubExpr());
    return true;
  }

 private:
  void add(const clang::Expr* target) {
    target = target->IgnoreParenImpCasts();
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(target))
      names.insert(name->getDecl()->getNameAsString());
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(target))
      names.insert(member->getMemberDecl()->getNameAsString());
  }
};

/// The indices that stand in subscripts of several terms only, where each is first.
std::map<std::string, SourceRange> indices_in_sums(const ast::Einsum& einsum) {
  std::map<std::string, SourceRange> in_sums;
  std::set<std::string> own;
  const auto add = [&](const ast::Access& access) {
    for (const ast::Subscript& subscript : access.subscripts)
      for (const ast::SubscriptTerm& term : subscript.terms)
        if (const auto* index = std::get_if<ast::Name>(&term.factor)) {
          if (subscript.terms.size() == 1) own.insert(index->text);
          in_sums.emplace(index->text, index->range);
        }
  };
  ast::for_each_access(einsum.left, add);
  ast::for_each_access(einsum.right, add);
  ast::for_each_expr(einsum.right, [&](const ast::ExprPtr& e) {
    if (const auto* reduction = std::get_if<ast::Reduction>(&e->node))
      for (const ast::Name& index : reduction->indices) own.insert(index.text);
  });
  for (const std::string& name : own) in_sums.erase(name);
  return in_sums;
}

bool is_integer_variable(clang::Sema& sema, const std::string& name, clang::SourceLocation where) {
  clang::LookupResult result(sema, &sema.Context.Idents.get(name), where, clang::Sema::LookupOrdinaryName);
  result.suppressDiagnostics();
  if (!look_up_name(sema, result, name, where) || !result.isSingleResult()) return false;
  const clang::NamedDecl* decl = result.getFoundDecl()->getUnderlyingDecl();
  if (!llvm::isa<clang::VarDecl, clang::FieldDecl, clang::NonTypeTemplateParmDecl, clang::EnumConstantDecl>(
          decl))
    return false;
  const clang::QualType type = llvm::cast<clang::ValueDecl>(decl)->getType().getNonReferenceType();
  return type->isIntegralOrUnscopedEnumerationType();
}

/// #define WIDTH 2
bool is_integer_macro(clang::Preprocessor& preprocessor, const std::string& name) {
  const clang::MacroInfo* macro = preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(name));
  if (!macro || macro->isFunctionLike() || macro->getNumTokens() != 1) return false;
  const clang::Token& token = macro->getReplacementToken(0);
  return token.is(clang::tok::numeric_constant) &&
         preprocessor.getSpelling(token).find_first_not_of("0123456789uUlL") == std::string::npos;
}

}  // namespace

void warn_of_index_names(clang::Sema& sema, Session& session, const CollectedBlock& block) {
  LoopVariables loops;
  bool read = false;
  std::set<std::string> reported;
  for (const ast::Directive& directive : block.syntax->directives) {
    const auto* einsum = std::get_if<ast::Einsum>(&directive.node);
    if (!einsum) continue;
    for (const auto& [name, range] : indices_in_sums(*einsum)) {
      if (!is_integer_macro(sema.getPreprocessor(), name) &&
          !is_integer_variable(sema, name, session.map.location(range.begin)))
        continue;
      if (!read) loops.walk(block.statement);
      read = true;
      if (loops.names.count(name) || !reported.insert(name).second) continue;
      session.diagnostics.report(
          Diag::variable_as_index, range,
          {name, "write {" + name + "} for its value, or give the index another name"});
    }
  }
}

}  // namespace insum::frontend
