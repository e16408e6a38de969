// What stands above a loop and is the same all along: parameters of templates, in one of their
// instantiations, and constants.
#pragma once
#include <map>
#include <string>

#include "nest/loop_nest.h"

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
class Stmt;
class SubstNonTypeTemplateParmExpr;
}  // namespace clang

namespace insum::frontend {

/// What each named parameter of the function's template, and of the class templates around it, is there.
/// Templates, packs and pointers are left out.
std::map<std::string, nest::Definition> parameters_of(const clang::FunctionDecl* instance,
                                                      const clang::ASTContext& context);

/// The numbers that variables of the function around the statement hold for good, and that it names.
std::map<std::string, nest::Definition> local_constants(const clang::Stmt* statement,
                                                        const clang::ASTContext& context);

/// The parameter that stands in the template where an instantiation has this number; null: none does.
const clang::SubstNonTypeTemplateParmExpr* template_parameter(const clang::Expr* expression);

/// Whether it is another number in another instantiation.
bool depends_on_parameters(const clang::Expr* expression);

}  // namespace insum::frontend
