#include "clang/instantiations.h"

#include <algorithm>
#include <map>
#include <set>

#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTLambda.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/Template.h"
#include "clang/cpp_facts.h"
#include "clang/visitor.h"
#include "support/internal_error.h"
#include "support/names.h"
#include "support/words.h"

namespace insum::frontend {

namespace {

using bind::CppFacts;

/// The functions without open template parameters whose body is the one at a given place.
class InstantiationFinder : public Visitor {
 public:
  explicit InstantiationFinder(clang::SourceLocation body) : body_(body) {}
  std::vector<clang::FunctionDecl*> found;

  bool visits_instantiations() const override { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl* function) override {
    const bool fits = !function->isDependentContext() && function->doesThisDeclarationHaveABody() &&
                      function->getBody() && function->getBody()->getBeginLoc() == body_;
    if (fits && std::find(found.begin(), found.end(), function) == found.end()) found.push_back(function);
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr* lambda) override {
    if (clang::FunctionTemplateDecl* generic = lambda->getDependentCallOperator())
      for (clang::FunctionDecl* special : generic->specializations()) VisitFunctionDecl(special);
    return VisitFunctionDecl(lambda->getCallOperator());
  }

 private:
  clang::SourceLocation body_;
};

/// Local variables by the place of their declaration, which is the same in a template and its instantiations.
struct LocalsByPlace : Visitor {
  std::map<clang::SourceLocation, clang::VarDecl*> locals;
  bool VisitVarDecl(clang::VarDecl* variable) override {
    locals.emplace(variable->getLocation(), variable);
    return true;
  }
};

struct LocalReferences : Visitor {
  std::vector<clang::VarDecl*> variables;
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    const bool known = std::find(variables.begin(), variables.end(), variable) != variables.end();
    if (variable && variable->isLocalVarDeclOrParm() && !known) variables.push_back(variable);
    return true;
  }
};

/// Clang stops at a call operator of a generic lambda, whose surroundings it has instantiated before; here
/// they are not.
clang::MultiLevelTemplateArgumentList arguments_of(clang::Sema& sema, const clang::FunctionDecl* instance) {
  clang::MultiLevelTemplateArgumentList all = sema.getTemplateInstantiationArgs(instance);
  if (!clang::isGenericLambdaCallOperatorSpecialization(llvm::dyn_cast<clang::CXXMethodDecl>(instance)))
    return all;
  const clang::DeclContext* around = instance->getParent();
  while (around && !around->isFunctionOrMethod()) around = around->getParent();
  if (const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(around)) {
    const clang::MultiLevelTemplateArgumentList outer = arguments_of(sema, function);
    for (const auto& [owner, level] : outer)
      all.addOuterTemplateArguments(owner.getPointer(), level, owner.getInt());
  }
  return all;
}

/// The expression as it is in one instantiation; null if it is not valid there.
clang::Expr* substituted(clang::Sema& sema, const clang::Expr* expression, clang::FunctionDecl* instance) {
  LocalsByPlace places;
  for (clang::DeclContext* at = instance; at; at = at->getParent())
    if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(at)) places.walk(function);
  LocalReferences references;
  references.walk(expression);

  clang::Sema::ContextRAII inside(sema, instance);
  clang::Sema::InstantiatingTemplate active(sema, expression->getExprLoc(), instance);
  clang::Sema::SFINAETrap trap(sema);
  clang::EnterExpressionEvaluationContext unevaluated(sema,
                                                      clang::Sema::ExpressionEvaluationContext::Unevaluated);
  clang::LocalInstantiationScope scope(sema);
  for (clang::VarDecl* variable : references.variables) {
    const auto place = places.locals.find(variable->getLocation());
    if (place != places.locals.end() && place->second != variable)
      scope.InstantiatedLocal(variable, place->second);
  }
  const clang::MultiLevelTemplateArgumentList arguments = arguments_of(sema, instance);
  const clang::ExprResult result = sema.SubstExpr(const_cast<clang::Expr*>(expression), arguments);
  return result.isUsable() && !trap.hasErrorOccurred() ? result.get() : nullptr;
}

void join_types(ElementType& type, std::string& spelling, ElementType other,
                const std::string& other_spelling, const std::string& name) {
  if (type == other && spelling == other_spelling) return;
  type = ElementType::dependent;
  spelling = name;
}

/// Joins the facts of another instantiation into `facts`; false where they have nothing in common.
bool join_facts(CppFacts& facts, const CppFacts& other, const std::string& text) {
  const bool same_object =
      facts.object.has_value() == other.object.has_value() &&
      (!facts.object ||
       (facts.object->format == other.object->format && facts.object->rank == other.object->rank &&
        facts.object->arguments == other.object->arguments && facts.object->order == other.object->order &&
        facts.object->strided == other.object->strided));
  if (facts.kind != other.kind || facts.depth != other.depth || facts.array_rank != other.array_rank ||
      !same_object)
    return false;
  join_types(facts.element, facts.element_spelling, other.element, other.element_spelling, text);
  if (facts.object) {
    bind::ObjectFacts& object = *facts.object;
    join_types(object.value, object.value_spelling, other.object->value, other.object->value_spelling,
               text + "_value");
    join_types(object.index, object.index_spelling, other.object->index, other.object->index_spelling,
               text + "_index");
    object.growable = object.growable && other.object->growable;
    object.on_device = object.on_device && other.object->on_device;
  }
  facts.writable = facts.writable && other.writable;
  facts.growable = facts.growable && other.growable;
  if (facts.constant != other.constant) facts.constant.reset();
  if (facts.number != other.number) facts.number.reset();
  if (facts.length != other.length) facts.length.reset();
  return true;
}

bool is_subscripted(const Session& session, const ast::CppUse& use) {
  const std::string_view rest =
      std::string_view(session.map.files()[use.range.file].text()).substr(use.range.end);
  const std::size_t next = rest.find_first_not_of(" \t\\\r\n");
  return next != std::string_view::npos && rest[next] == '[';
}

/// Without an instantiation: sizes and scalars need no more than a guess, which the instantiation will check.
bool guess_scalar(const Session& session, const ast::CppUse& use, const clang::Expr* expression,
                  CppFacts& facts) {
  if (is_subscripted(session, use)) return false;
  if (use.kind != ast::CppUse::Kind::expression && use.kind != ast::CppUse::Kind::name) return false;
  facts.kind = bind::FactKind::scalar;
  facts.element = ElementType::dependent;
  facts.element_spelling = facts.type_spelling;
  facts.writable = expression->isLValue() && !expression->getType().isConstQualified();
  return true;
}

/// False where the block was rejected for it.
bool resolve_one(clang::Sema& sema, Session& session, CollectedBlock& block, const ast::CppUse& use,
                 const clang::Expr* expression, const std::vector<clang::FunctionDecl*>& instances) {
  FactFinder finder(sema, session.map);
  std::optional<CppFacts> joined;
  CppFacts& facts = block.facts[use.id];
  const bool is_parameter = expression->getType()->getAs<clang::TemplateTypeParmType>() != nullptr &&
                            !facts.type_spelling.starts_with("auto");
  for (clang::FunctionDecl* instance : instances) {
    clang::Expr* here = substituted(sema, expression, instance);
    if (!here) continue;  // Clang has reported what is wrong with this instantiation
    const CppFacts other = finder.of_expression(use, here).facts;
    if (!joined) {
      joined = other;
      continue;
    }
    const bool scalar = joined->kind == bind::FactKind::scalar;
    if (join_facts(*joined, other, is_parameter && scalar ? facts.type_spelling : use.text)) continue;
    session.reject(block, Diag::instantiations_differ, use.range,
                   {use.text, "'" + joined->type_spelling + "'", "'" + other.type_spelling + "'"});
    return false;
  }
  if (!joined && guess_scalar(session, use, expression, facts)) return true;
  if (!joined) {
    session.reject(block, Diag::dependent_type, use.range, {use.text});
    return false;
  }
  joined->declared_at = facts.declared_at;
  facts = *joined;
  return true;
}

const ast::CppUse& use_of(const CollectedBlock& block, int id) {
  for (const std::vector<ast::CppUse>* list : {&block.injected, &block.tentative})
    for (const ast::CppUse& use : *list)
      if (use.id == id) return use;
  internal_error("facts of a C++ expression that the block does not have");
}

}  // namespace

std::vector<clang::FunctionDecl*> instantiations_of(const clang::FunctionDecl* pattern,
                                                    const clang::ASTContext& context) {
  if (!pattern || !pattern->getBody()) return {};
  InstantiationFinder finder(pattern->getBody()->getBeginLoc());
  const clang::SourceManager& manager = context.getSourceManager();
  for (clang::Decl* decl : context.getTranslationUnitDecl()->decls())
    // Instantiations hang on the first declaration, which may stand in a header.
    if (!manager.isInSystemHeader(manager.getExpansionLoc(decl->getLocation()))) finder.walk(decl);
  return std::move(finder.found);
}

const clang::Stmt* instantiated(const clang::Stmt* statement, const clang::FunctionDecl* instance) {
  struct Statements : Visitor {
    explicit Statements(const clang::Stmt* pattern) : pattern(pattern) {}
    bool VisitStmt(clang::Stmt* s) override {
      const bool is_it = s->getStmtClass() == pattern->getStmtClass() &&
                         s->getBeginLoc() == pattern->getBeginLoc() && s->getEndLoc() == pattern->getEndLoc();
      if (is_it) found = s;
      return !is_it;
    }
    const clang::Stmt* pattern;
    const clang::Stmt* found = nullptr;
  } statements(statement);
  statements.walk(instance->getBody());
  return statements.found;
}

void resolve_dependent(clang::Sema& sema, Session& session, CollectedBlock& block) {
  if (block.unresolved.empty()) return;
  const std::vector<clang::FunctionDecl*> instances = instantiations_of(block.enclosing, sema.Context);
  std::set<std::string> refused;  // one error for each name
  for (const CollectedBlock::Unresolved& open : block.unresolved) {
    const ast::CppUse& use = use_of(block, open.id);
    if (refused.count(use.text)) continue;
    if (!resolve_one(sema, session, block, use, open.expression, instances)) refused.insert(use.text);
  }
}

void name_dependent_types(const Session& session, CollectedBlock& block) {
  // "typename Traits::value" -> "Traits_value". `auto` stands for another type at each place: these are named
  // after what has them.
  std::map<std::string, std::string> names;
  const auto taken = [&](const std::string& name) {
    const auto stands_in = [&](const SourceRange& line) {
      return has_word(session.map.files().text(line), name);
    };
    const auto names_other = [&](const auto& given) { return given.second == name; };
    return std::any_of(block.lines.begin(), block.lines.end(), stands_in) ||
           std::any_of(names.begin(), names.end(), names_other);
  };
  const auto rename = [&](ElementType type, std::string& spelling, const std::string& owner) {
    if (type != ElementType::dependent) return;
    const std::string key = has_word(spelling, "auto") ? owner : spelling;
    std::string& name = names[key];
    if (name.empty()) {
      std::string wanted = to_identifier(key.starts_with("typename ") ? key.substr(9) : key);
      while (taken(wanted)) wanted += "_type";
      name = wanted;
    }
    spelling = name;
  };
  for (auto& [id, facts] : block.facts) {
    const std::string& owner = use_of(block, id).text;
    rename(facts.element, facts.element_spelling, owner);
    if (!facts.object) continue;
    rename(facts.object->value, facts.object->value_spelling, owner + "_value");
    rename(facts.object->index, facts.object->index_spelling, owner + "_index");
  }
}

}  // namespace insum::frontend
