#include "clang/site_attribute.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "clang/call_facts.h"
#include "clang/cpp_facts.h"
#include "clang/find_loops.h"
#include "clang/index_names.h"
#include "clang/inject.h"
#include "clang/instantiations.h"
#include "clang/statement.h"
#include "clang/worksharing.h"
#include "clang/written.h"
#include "support/internal_error.h"

namespace insum::frontend {

namespace {

CollectedBlock& block_of(Session& session, const clang::ParsedAttr& attribute) {
  const auto* number =
      llvm::dyn_cast<clang::IntegerLiteral>(attribute.getArgAsExpr(0)->IgnoreParenImpCasts());
  internal_check(number, "an insum attribute without its number");
  return session.blocks.at(static_cast<std::size_t>(number->getValue().getZExtValue()));
}

/// The operands of `noexcept(((void)(e1), (void)(e2), ...))`, in order.
std::vector<clang::Expr*> operands(const clang::ParsedAttr& attribute) {
  std::vector<clang::Expr*> list;
  if (attribute.getNumArgs() < 2) return list;
  auto* test = llvm::dyn_cast<clang::CXXNoexceptExpr>(attribute.getArgAsExpr(1)->IgnoreParenImpCasts());
  if (!test) return list;
  clang::Expr* chain = test->getOperand()->IgnoreParens();
  while (auto* comma = llvm::dyn_cast<clang::BinaryOperator>(chain)) {
    if (comma->getOpcode() != clang::BO_Comma) break;
    list.push_back(comma->getRHS());
    chain = comma->getLHS()->IgnoreParens();
  }
  list.push_back(chain);
  return {list.rbegin(), list.rend()};
}

/// The function that the statement belongs to, lambdas left out, with its classes and namespaces:
/// "Row::scale".
std::string function_name(const clang::DeclContext* context) {
  std::string name;
  for (; context && !context->isTranslationUnit(); context = context->getParent()) {
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(context);
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(context);
    if ((record && record->isLambda()) || (method && method->getParent()->isLambda())) continue;
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(context);
    const std::string part = named ? named->getDeclName().getAsString() : "";
    if (!part.empty()) name = name.empty() ? part : part + "::" + name;
  }
  return name;
}

const clang::FunctionDecl* enclosing_function(const clang::Sema& sema) {
  return llvm::dyn_cast<clang::FunctionDecl>(sema.CurContext);
}

/// In a constexpr function the hand-written statement stays for the compiler's own evaluation: there must be one.
void check_constexpr(Session& session, CollectedBlock& block) {
  if (!block.enclosing || !block.enclosing->isConstexpr()) return;
  block.constant_evaluated = true;
  if (block.enclosing->isConsteval())
    session.reject(block, Diag::constexpr_function, block.lines.front(),
                   {block.function, "consteval", "annotate a function that runs in the program"});
  else if (!is_hand_written(session, block))
    session.reject(block, Diag::constexpr_function, block.lines.front(),
                   {block.function, "constexpr", "write the statement out: constant expressions are evaluated by it"});
}

void bind(clang::Sema& sema, Session& session, CollectedBlock& block, const clang::ParsedAttr& attribute,
          const clang::Stmt* statement) {
  block.bound = true;
  block.statement = statement;
  block.function = function_name(sema.CurContext);
  block.dependent = sema.CurContext->isDependentContext();
  block.enclosing = enclosing_function(sema);
  find_region(session, block, sema.Context, statement);
  check_control_flow(session, block, sema.Context, statement);
  if (block.region.valid()) check_constexpr(session, block);

  FactFinder finder(sema, session.map);
  const std::vector<clang::Expr*> expressions = operands(attribute);
  if (expressions.size() != block.injected.size()) {  // Clang reported an error in one of them
    block.diagnosed = true;
    return;
  }
  const auto keep = [&](const ast::CppUse& use, const TypeFacts& found) {
    block.facts[use.id] = found.facts;
    if (!found.resolved && found.expression) block.unresolved.push_back({use.id, found.expression});
  };
  keep_storage(block, expressions);
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    if (expressions[i]->containsErrors()) block.diagnosed = true;
    const ast::CppUse& use = block.injected[i];
    if (use.kind == ast::CppUse::Kind::type)
      block.facts[use.id] = finder.of_policy(expressions[i]);
    else
      keep(use, finder.of_expression(use, expressions[i]));
  }
  for (const ast::CppUse& use : block.tentative) keep(use, finder.of_name(use));
  for (const auto* uses : {&block.injected, &block.tentative})
    for (const ast::CppUse& use : *uses) collect_macros(use.text, sema.getPreprocessor(), block.macros);
  if (block.diagnosed) return;
  warn_of_index_names(sema, session, block);
  if (const auto open = add_call_facts(sema, session.map, *block.syntax, block.facts))
    session.reject(block, Diag::not_supported_yet, *open,
                   {"a call whose arguments may have so many types", "compute some of them in an Einsum of its own"});
}

struct SiteAttribute : clang::ParsedAttrInfo {
  SiteAttribute() {
    static constexpr Spelling spellings[] = {{clang::ParsedAttr::AS_CXX11, attribute_name}};
    NumArgs = 1;
    OptArgs = 1;
    IsStmt = true;
    Spellings = spellings;
  }

  /// Always false: the attribute has done its work and leaves no trace in the AST.
  bool diagAppertainsToStmt(clang::Sema& sema, const clang::ParsedAttr& attribute,
                            const clang::Stmt* statement) const override {
    Session& session = static_cast<SiteConsumer&>(sema.getASTConsumer()).session();
    CollectedBlock& block = block_of(session, attribute);
    if (block.diagnosed || block.bound) return false;
    bind(sema, session, block, attribute, statement);
    return false;
  }

  bool diagAppertainsToDecl(clang::Sema& sema, const clang::ParsedAttr& attribute,
                            const clang::Decl* decl) const override {
    Session& session = static_cast<SiteConsumer&>(sema.getASTConsumer()).session();
    CollectedBlock& block = block_of(session, attribute);
    if (block.diagnosed) return false;
    const bool label = llvm::isa<clang::LabelDecl>(decl);
    session.reject(block, label ? Diag::block_before_label : Diag::block_on_declaration, block.lines.front());
    return false;
  }
};

clang::ParsedAttrInfoRegistry::Add<SiteAttribute> registered("insum-site",
                                                             "binds the blocks of #pragma insum");

}  // namespace

bool SiteConsumer::shouldSkipFunctionBody(clang::Decl* decl) {
  return !session_.map.manager().isInMainFile(session_.map.manager().getExpansionLoc(decl->getLocation()));
}

void SiteConsumer::HandleTranslationUnit(clang::ASTContext& context) {
  for (CollectedBlock& block : session_.blocks) {
    if (!block.bound || block.diagnosed) continue;
    check_labels(session_, block, context);
    if (!block.diagnosed) check_directives(session_, block);
    if (!block.diagnosed) check_worksharing(session_, block, context);
    if (!block.diagnosed && sema_) resolve_dependent(*sema_, session_, block);
    name_dependent_types(session_, block);
    if (!block.diagnosed) warn_of_other_writes(session_, block, context);
    if (!block.diagnosed && session_.reads_statements && is_hand_written(session_, block))
      block.read = read_statements(session_, block, context);
  }
  if (session_.reads_loops) find_loops(session_, context);
}

}  // namespace insum::frontend
