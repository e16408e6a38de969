// Complex numbers in statements that are compared with their blocks. Sums, products and quotients of them are
// the same for real ones, by which the comparison runs: what differs there differs.
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/element_types.h"
#include "clang/nest_reader.h"

namespace insum::frontend {

using nest::ExprPtr;

namespace {

/// T, or what is computed from such, in a template that nothing in the file instantiates.
bool is_open(clang::QualType type) {
  return type->isSpecificBuiltinType(clang::BuiltinType::Dependent) ||
         type->getAs<clang::TemplateTypeParmType>() || type->getAs<clang::DependentNameType>();
}

}  // namespace

bool NestReader::is_number(clang::QualType type) const {
  if (type->isArithmeticType()) return true;
  return annotation_.compared && (is_class(type, "std::complex") || is_open(type));
}

ExprPtr NestReader::complex_value(const clang::Expr* e) {
  using namespace clang;
  if (!annotation_.compared || !is_class(e->getType(), "std::complex")) return nullptr;
  if (const auto* x = dyn_cast<CXXFunctionalCastExpr>(e)) return value(x->getSubExpr());
  if (const auto* x = dyn_cast<CXXBindTemporaryExpr>(e)) return value(x->getSubExpr());
  if (const auto* x = dyn_cast<CXXConstructExpr>(e)) {
    if (x->getNumArgs() == 0) return nest::number(0);
    for (unsigned n = 1; n < x->getNumArgs(); ++n)
      if (!isa<CXXDefaultArgExpr>(x->getArg(n))) return nullptr;
    return value(x->getArg(0));
  }
  const auto* x = dyn_cast<CXXOperatorCallExpr>(e);
  if (!x || x->isAssignmentOp() || x->getOperator() == OO_Subscript || x->getOperator() == OO_Call)
    return nullptr;
  const ExprPtr left = value(x->getArg(0));
  if (x->getNumArgs() == 1 && x->getOperator() == OO_Minus) return nest::negated(left);
  if (x->getNumArgs() == 1 && x->getOperator() == OO_Plus) return left;
  if (x->getNumArgs() != 2) return nullptr;
  for (const auto& [op, text] : {std::pair(OO_Plus, "+"), {OO_Minus, "-"}, {OO_Star, "*"}, {OO_Slash, "/"}})
    if (x->getOperator() == op) return nest::applied(text, left, value(x->getArg(1)), false);
  return nullptr;
}

bool NestReader::run_complex(const clang::Expr* e) {
  using namespace clang;
  const auto* x = dyn_cast<CXXOperatorCallExpr>(e);
  if (!x || !annotation_.compared || x->getNumArgs() != 2 ||
      !is_class(x->getArg(0)->getType(), "std::complex"))
    return false;
  const ExprPtr right = value(x->getArg(1));
  switch (x->getOperator()) {
    case OO_Equal:
      return assign(x->getArg(0), "=", right), true;
    case OO_PlusEqual:
      return assign(x->getArg(0), "+", right), true;
    case OO_MinusEqual:
      return assign(x->getArg(0), "+", nest::negated(right)), true;
    case OO_StarEqual:
      return assign(x->getArg(0), "*", right), true;
    case OO_SlashEqual:
      return assign(x->getArg(0), "/", right), true;
    default:
      return false;
  }
}

}  // namespace insum::frontend
