#include "clang/definitions.h"

#include <set>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/element_types.h"
#include "clang/visitor.h"

namespace insum::frontend {

namespace {

class Parameters {
 public:
  explicit Parameters(const clang::ASTContext& context) : context_(context) {}

  void add(const clang::TemplateParameterList& parameters, const clang::TemplateArgumentList& arguments) {
    for (unsigned i = 0; i < parameters.size() && i < arguments.size(); ++i) {
      const std::string name = parameters.getParam(i)->getNameAsString();
      const nest::Definition parameter = described(arguments[i]);
      if (!name.empty() && !parameter.value.empty())
        found.emplace(name, parameter);  // inner ones hide outer ones
    }
  }

  std::map<std::string, nest::Definition> found;

 private:
  nest::Definition described(const clang::TemplateArgument& argument) const {
    if (argument.getKind() == clang::TemplateArgument::Type)
      return {"", full_name(context_, argument.getAsType())};
    if (argument.getKind() != clang::TemplateArgument::Integral) return {};
    llvm::SmallString<24> digits;
    argument.getAsIntegral().toString(digits, 10);
    return {full_name(context_, argument.getIntegralType()), std::string(digits)};
  }

  const clang::ASTContext& context_;
};

/// A variable that holds one number for good.
bool is_constant(const clang::VarDecl* variable) {
  const clang::Expr* init = variable ? variable->getAnyInitializer() : nullptr;
  return init && !init->isValueDependent() && !variable->getType()->isDependentType() &&
         variable->isUsableInConstantExpressions(variable->getASTContext());
}

}  // namespace

std::map<std::string, nest::Definition> parameters_of(const clang::FunctionDecl* instance,
                                                      const clang::ASTContext& context) {
  Parameters parameters(context);
  if (const clang::FunctionTemplateDecl* own = instance->getPrimaryTemplate())
    parameters.add(*own->getTemplateParameters(), *instance->getTemplateSpecializationArgs());
  for (const clang::DeclContext* at = instance->getDeclContext(); at; at = at->getParent()) {
    const auto* around = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(at);
    if (!around) continue;
    const auto from = around->getInstantiatedFrom();
    if (const auto* partial = llvm::dyn_cast_if_present<clang::ClassTemplatePartialSpecializationDecl*>(from))
      parameters.add(*partial->getTemplateParameters(), around->getTemplateInstantiationArgs());
    else
      parameters.add(*around->getSpecializedTemplate()->getTemplateParameters(), around->getTemplateArgs());
  }
  return parameters.found;
}

std::map<std::string, nest::Definition> local_constants(const clang::Stmt* statement,
                                                        const clang::ASTContext& context) {
  struct Search : Visitor {
    explicit Search(const clang::ASTContext& context) : context(context) {}
    bool VisitVarDecl(clang::VarDecl* variable) override {
      own.insert(variable);
      return true;
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* e) override {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(e->getDecl());
      if (!is_constant(variable) || own.count(variable) || !variable->isLocalVarDecl()) return true;
      const clang::APValue* value = variable->evaluateValue();
      llvm::SmallString<40> digits;
      if (value && value->isInt())
        value->getInt().toString(digits, 10);
      else if (value && value->isFloat() && value->getFloat().isFinite())
        value->getFloat().toString(digits);
      else
        return true;
      found[variable->getNameAsString()] = {full_name(context, variable->getType().getUnqualifiedType()),
                                            std::string(digits)};
      return true;
    }
    const clang::ASTContext& context;
    std::set<const clang::VarDecl*> own;  // of the statement
    std::map<std::string, nest::Definition> found;
  } search(context);
  search.walk(statement);
  return search.found;
}

const clang::SubstNonTypeTemplateParmExpr* template_parameter(const clang::Expr* expression) {
  while (true) {
    if (const auto* parameter = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(expression))
      return parameter;
    if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression))
      expression = cast->getSubExpr();
    else if (const auto* inner = llvm::dyn_cast<clang::ParenExpr>(expression))
      expression = inner->getSubExpr();
    else
      return nullptr;
  }
}

bool depends_on_parameters(const clang::Expr* expression) {
  struct Search : Visitor {
    bool VisitSubstNonTypeTemplateParmExpr(clang::SubstNonTypeTemplateParmExpr*) override {
      return !(found = true);
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* e) override {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(e->getDecl());
      if (is_constant(variable)) found |= depends_on_parameters(variable->getAnyInitializer());
      return !found;
    }
    bool found = false;
  } search;
  search.walk(expression);
  return search.found;
}

}  // namespace insum::frontend
