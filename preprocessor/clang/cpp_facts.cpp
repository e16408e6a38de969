#include "clang/cpp_facts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "clang/contiguous.h"
#include "clang/element_types.h"
#include "clang/object_facts.h"
#include "clang/visitor.h"

namespace insum::frontend {

using bind::CppFacts;
using bind::FactKind;

/// `kind` is other where the type is no sequence.
struct FactFinder::Step {
  FactKind kind = FactKind::other;
  clang::QualType inner;  // const-qualified where elements cannot be assigned
};

namespace {

bool has_member(clang::Sema& sema, clang::CXXRecordDecl* record, llvm::StringRef name,
                clang::SourceLocation where) {
  clang::LookupResult result(sema, &sema.Context.Idents.get(name), where, clang::Sema::LookupMemberName);
  result.suppressDiagnostics();
  return sema.LookupQualifiedName(result, record) && !result.empty();
}

/// Containers whose template arguments say everything, for types that depend on template arguments.
bool is_known_range(clang::QualType type) {
  return is_class(type, "std::vector") || is_class(type, "std::array") || is_class(type, "std::span");
}

/// The expression without the cast to void that the attribute wraps it in.
clang::Expr* operand_of(clang::Expr* expression) {
  expression = expression->IgnoreParens();
  if (auto* cast = llvm::dyn_cast<clang::CStyleCastExpr>(expression))
    expression = cast->getSubExprAsWritten();
  return expression->IgnoreParens();
}

/// The array in `(array)[0].member`.
clang::Expr* array_of_member(clang::Expr* expression) {
  clang::Expr* base = nullptr;
  if (auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) base = member->getBase();
  if (auto* member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(expression))
    base = member->isImplicitAccess() ? nullptr : member->getBase();
  if (!base) return nullptr;
  base = base->IgnoreParenImpCasts();
  if (auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(base))
    return subscript->getLHS()->IgnoreParenImpCasts();
  if (auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(base))
    return call->getArg(0)->IgnoreParenImpCasts();
  return nullptr;
}

clang::NamedDecl* declaration_of(clang::Expr* expression) {
  expression = expression->IgnoreParenImpCasts();
  if (auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) return reference->getFoundDecl();
  if (auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) return member->getMemberDecl();
  return nullptr;
}

struct NamesUsed : Visitor {
  std::vector<clang::DeclRefExpr*> locals;
  std::vector<clang::DeclRefExpr*> fields;  // without an object
  clang::CXXThisExpr* self = nullptr;
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable && variable->hasLocalStorage()) locals.push_back(reference);
    if (llvm::isa<clang::FieldDecl>(reference->getDecl())) fields.push_back(reference);
    return true;
  }
  bool VisitCXXThisExpr(clang::CXXThisExpr* expression) override {
    self = expression;
    return true;
  }
};

/// The value of a floating constant expression; nothing for one that is no number.
std::optional<double> number_of(const clang::Expr& expression, const clang::ASTContext& context) {
  clang::Expr::EvalResult result;
  if (!expression.EvaluateAsRValue(result, context) || result.HasSideEffects || !result.Val.isFloat())
    return std::nullopt;
  llvm::APFloat value = result.Val.getFloat();
  bool inexact = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
  if (inexact || value.isNaN()) return std::nullopt;
  return value.convertToDouble();
}

}  // namespace

TypeFacts FactFinder::of_expression(const ast::CppUse& use, clang::Expr* expression) {
  expression = operand_of(expression);
  require_use(expression);
  TypeFacts found = of_type(expression->getType(), expression->getExprLoc());
  found.expression = expression;
  if (use.kind == ast::CppUse::Kind::member) {
    if (clang::Expr* array = array_of_member(expression)) {
      const TypeFacts member = found;
      found = of_type(array->getType(), expression->getExprLoc());
      found.expression = expression;
      found.facts.element = member.facts.element;
      const bool named = !member.facts.element_spelling.empty();
      found.facts.element_spelling = named ? member.facts.element_spelling : member.facts.type_spelling;
      found.facts.growable = false;
      found.resolved = found.resolved && member.resolved;
    }
  }
  CppFacts& facts = found.facts;
  facts.is_macro = sema_.getPreprocessor().isMacroDefined(use.text);
  if (const clang::NamedDecl* decl = declaration_of(expression))
    facts.declared_at =
        map_.token(decl->getLocation(), static_cast<unsigned>(decl->getNameAsString().size()));
  if (!expression->isLValue()) {
    facts.growable = false;
    // A temporary that owns its elements gives them as const; a view, such as std::span(v), does not.
    if (facts.kind == FactKind::object) facts.writable = false;
    if (facts.kind == FactKind::range && facts.writable && !expression->isTypeDependent()) {
      const clang::QualType data =
          type_of_call(expression->getType().withConst(), "data", expression->getExprLoc());
      facts.writable = !data.isNull() && !data->getPointeeType().isConstQualified();
    }
  }
  if (facts.kind == FactKind::scalar) facts.writable = facts.writable && expression->isLValue();
  if (!expression->isValueDependent() && expression->getType()->isIntegralOrUnscopedEnumerationType())
    if (const auto value = expression->getIntegerConstantExpr(sema_.Context);
        value && value->isRepresentableByInt64())
      facts.constant = value->getExtValue();
  if (!expression->isValueDependent() && expression->getType()->isRealFloatingType())
    facts.number = number_of(*expression, sema_.Context);
  return found;
}

CppFacts FactFinder::of_policy(clang::Expr* expression) {
  const clang::QualType type = operand_of(expression)->getType()->getPointeeType();
  CppFacts facts;
  facts.kind = FactKind::other;
  if (type.isNull()) return facts;
  facts.type_spelling = type.getAsString(sema_.getPrintingPolicy());
  facts.policy_flaw = policy_flaw(sema_, type, expression->getExprLoc());
  if (facts.policy_flaw.empty()) read_policy(sema_, type, expression->getExprLoc(), facts);
  return facts;
}

bool look_up_name(clang::Sema& sema, clang::LookupResult& result, llvm::StringRef name,
                  clang::SourceLocation where) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  name.split(parts, "::");
  clang::DeclContext* in = nullptr;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    clang::LookupResult scope(sema, &sema.Context.Idents.get(parts[i].trim()), where,
                              clang::Sema::LookupNestedNameSpecifierName);
    scope.suppressDiagnostics();
    const bool known = in ? sema.LookupQualifiedName(scope, in) : sema.LookupName(scope, sema.getCurScope());
    if (!known || !scope.isSingleResult()) return false;
    clang::NamedDecl* decl = scope.getFoundDecl()->getUnderlyingDecl();
    if (const auto* alias = llvm::dyn_cast<clang::NamespaceAliasDecl>(decl))
      in = const_cast<clang::NamespaceAliasDecl*>(alias)->getNamespace();
    else if (const auto* type = llvm::dyn_cast<clang::TypeDecl>(decl))
      in = sema.Context.getTypeDeclType(type)->getAsCXXRecordDecl();
    else
      in = llvm::dyn_cast<clang::DeclContext>(decl);
    if (!in) return false;
  }
  return in ? sema.LookupQualifiedName(result, in) : sema.LookupName(result, sema.getCurScope());
}

TypeFacts FactFinder::of_name(const ast::CppUse& use) {
  const clang::SourceLocation where = map_.location(use.range.begin);
  const llvm::StringRef last = llvm::StringRef(use.text).rsplit("::").second;
  clang::LookupResult result(sema_, &sema_.Context.Idents.get(last.empty() ? use.text : last.trim()), where,
                             clang::Sema::LookupOrdinaryName);
  result.suppressDiagnostics();
  TypeFacts found;
  if (!look_up_name(sema_, result, use.text, where) || result.empty()) return found;
  clang::NamedDecl* decl = result.getRepresentativeDecl()->getUnderlyingDecl();
  found.facts.declared_at = map_.token(decl->getLocation(), static_cast<unsigned>(use.text.size()));
  if (llvm::isa<clang::FunctionDecl, clang::FunctionTemplateDecl>(decl)) {
    found.facts.kind = FactKind::function;
    found.facts.type_spelling = "function";
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
        function && result.isSingleResult()) {
      found.facts.element = element_type(sema_.Context, function->getReturnType());
      found.facts.element_spelling = spelling(sema_.Context, function->getReturnType());
    }
    return found;
  }
  auto* value = llvm::dyn_cast<clang::ValueDecl>(decl);
  if (!value || !result.isSingleResult()) {
    found.facts.kind = FactKind::other;
    found.facts.type_spelling = llvm::isa<clang::TypeDecl, clang::ClassTemplateDecl>(decl) ? "type" : "name";
    return found;
  }
  clang::CXXScopeSpec unqualified;
  clang::EnterExpressionEvaluationContext unevaluated(sema_,
                                                      clang::Sema::ExpressionEvaluationContext::Unevaluated);
  const clang::ExprResult reference =
      value->isCXXClassMember() ? sema_.BuildPossibleImplicitMemberExpr(unqualified, clang::SourceLocation(),
                                                                        result, nullptr, sema_.getCurScope())
                                : sema_.BuildDeclarationNameExpr(unqualified, result, /*NeedsADL=*/false);
  if (reference.isUsable()) return of_expression(use, reference.get());
  found.facts.kind = FactKind::other;
  found.facts.type_spelling = spelling(sema_.Context, value->getType());
  return found;
}

/// The attribute's operand is not evaluated, so that it captures nothing and may name members without an
/// object. Generated code will evaluate it: Clang's own errors where that is not possible.
void FactFinder::require_use(clang::Expr* expression) {
  NamesUsed used;
  used.walk(expression);
  for (const clang::DeclRefExpr* reference : used.fields)
    sema_.Diag(reference->getLocation(), clang::diag::err_invalid_non_static_member_use)
        << reference->getDecl()->getDeclName() << reference->getSourceRange();
  if (!sema_.getCurLambda(/*IgnoreNonLambdaCapturingScope=*/true)) return;
  clang::EnterExpressionEvaluationContext evaluated(
      sema_, clang::Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  for (clang::DeclRefExpr* reference : used.locals) {
    auto* variable = llvm::cast<clang::VarDecl>(reference->getDecl());
    if (variable->getDeclContext() == sema_.CurContext ||
        variable->isUsableInConstantExpressions(sema_.Context))
      continue;
    sema_.tryCaptureVariable(variable, reference->getLocation());
  }
  if (used.self) sema_.CheckCXXThisCapture(used.self->getLocation());
}

TypeFacts FactFinder::of_type(clang::QualType type, clang::SourceLocation where) {
  TypeFacts found;
  CppFacts& facts = found.facts;
  type = type.getNonReferenceType();
  clang::PrintingPolicy policy(sema_.Context.getLangOpts());
  policy.SuppressTagKeyword = true;
  facts.type_spelling = type.getAsString(policy);
  if (type->isFunctionType() || type->isFunctionPointerType() ||
      type->isSpecificPlaceholderType(clang::BuiltinType::Overload)) {
    facts.kind = FactKind::function;
    return found;
  }
  if (const ElementType element = element_type(sema_.Context, type);
      element != ElementType::none && element != ElementType::dependent) {
    facts.kind = FactKind::scalar;
    facts.element = element;
    facts.element_spelling = spelling(sema_.Context, type);
    facts.writable = !type.isConstQualified();
    return found;
  }
  Step at = step(type, where);
  facts.kind = at.kind;
  if (!type->isDependentType()) facts.object = object_facts(sema_, type, where);
  const bool array_like =
      facts.object && facts.object->format == "dense" && facts.object->rank == 1 && !facts.object->strided;
  if (facts.object && !(at.kind == FactKind::range && array_like)) facts.kind = FactKind::object;
  if (at.kind == FactKind::other) {
    auto* record = type->getAsCXXRecordDecl();
    if (!facts.object && record && has_member(sema_, record, "operator()", where))
      facts.kind = FactKind::function;
    facts.writable = facts.object && !type.isConstQualified();
    found.resolved = !type->isDependentType();
    return found;
  }
  facts.growable = at.kind == FactKind::range &&
                   (is_class(type, "std::vector") || is_class(type, "insum::buffer")) &&
                   !type.isConstQualified();
  add_length(type, facts);
  clang::QualType inner = at.inner;
  FactKind outer = at.kind;
  for (at = step(inner, where); at.kind != FactKind::other; at = step(inner, where)) {
    // The rows of a C array of arrays, or behind a pointer to an array, are contiguous.
    const bool contiguous = at.kind == FactKind::array && outer != FactKind::range && facts.depth == 1;
    ++(contiguous ? facts.array_rank : facts.depth);
    if (contiguous) add_length(inner, facts);
    inner = at.inner;
    outer = at.kind;
  }
  if (facts.kind == FactKind::pointer) facts.length.reset();
  facts.writable = !inner.isConstQualified();
  found.resolved = !inner->getContainedAutoType() || !inner->isDependentType();
  facts.element = element_type(sema_.Context, inner);
  facts.element_spelling = spelling(sema_.Context, inner);
  if (inner->isEnumeralType()) facts.element = ElementType::none;  // kernels stand above the type
  if (inner.isVolatileQualified()) {
    facts.element = ElementType::none;
    facts.element_spelling = "volatile " + facts.element_spelling;
  }
  return found;
}

FactFinder::Step FactFinder::step(clang::QualType type, clang::SourceLocation where) {
  type = type.getNonReferenceType();
  if (const auto* pointer = type->getAs<clang::PointerType>())
    return {FactKind::pointer, pointer->getPointeeType()};
  if (const clang::ArrayType* array = sema_.Context.getAsArrayType(type))
    return {FactKind::array, array->getElementType()};
  if (type->isDependentType()) return step_dependent(type);
  if (element_type(sema_.Context, type) != ElementType::none || !type->isRecordType()) return {};
  return step_class(type, where);
}

FactFinder::Step FactFinder::step_dependent(clang::QualType type) {
  const auto* special = type->getAs<clang::TemplateSpecializationType>();
  if (!special || !is_known_range(type) || special->template_arguments().empty()) return {};
  const clang::TemplateArgument& first = special->template_arguments()[0];
  if (first.getKind() != clang::TemplateArgument::Type) return {};
  const bool constant = type.isConstQualified() && !is_class(type, "std::span");
  return {FactKind::range, constant ? first.getAsType().withConst() : first.getAsType()};
}

/// A class is a range where data() gives a pointer and size() a number, as std::data and std::size need them,
/// and its elements follow each other in memory.
FactFinder::Step FactFinder::step_class(clang::QualType type, clang::SourceLocation where) {
  if (!sema_.isCompleteType(where, type)) return {};
  clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !has_member(sema_, record, "data", where) || !has_member(sema_, record, "size", where))
    return {};
  const clang::QualType data = type_of_call(type, "data", where);
  const clang::QualType size = type_of_call(type, "size", where);
  if (data.isNull() || size.isNull() || !data->isPointerType() || !size->isIntegerType()) return {};
  if (!is_contiguous(sema_, type, type_of_call(type, "begin", where), where)) return {};
  return {FactKind::range, data->getPointeeType()};
}

clang::QualType FactFinder::type_of_call(clang::QualType object, llvm::StringRef method,
                                         clang::SourceLocation where) {
  clang::EnterExpressionEvaluationContext unevaluated(sema_,
                                                      clang::Sema::ExpressionEvaluationContext::Unevaluated);
  clang::Sema::SFINAETrap trap(sema_, /*AccessCheckingSFINAE=*/true);
  auto* base = new (sema_.Context) clang::OpaqueValueExpr(where, object, clang::VK_LValue);
  clang::CXXScopeSpec unqualified;
  const clang::DeclarationNameInfo name(&sema_.Context.Idents.get(method), where);
  const clang::ExprResult member =
      sema_.BuildMemberReferenceExpr(base, object, where, /*IsArrow=*/false, unqualified,
                                     clang::SourceLocation(), nullptr, name, nullptr, nullptr);
  if (!member.isUsable() || trap.hasErrorOccurred()) return {};
  const clang::ExprResult call = sema_.BuildCallExpr(nullptr, member.get(), where, {}, where);
  if (!call.isUsable() || trap.hasErrorOccurred()) return {};
  return call.get()->getType();
}

/// Static lengths: of C arrays, and of classes with the extent as second template argument.
void FactFinder::add_length(clang::QualType type, CppFacts& facts) {
  if (const clang::ConstantArrayType* array = sema_.Context.getAsConstantArrayType(type)) {
    facts.length = facts.length.value_or(1) * array->getSize().getZExtValue();
    return;
  }
  if (!is_class(type, "std::array") && !is_class(type, "std::span")) return;
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || record->getTemplateArgs().size() != 2) return;
  const clang::TemplateArgument& extent = record->getTemplateArgs()[1];
  if (extent.getKind() != clang::TemplateArgument::Integral) return;
  const llvm::APSInt value = extent.getAsIntegral();
  if (!value.isMaxValue()) facts.length = value.getZExtValue();  // the greatest is std::dynamic_extent
}

}  // namespace insum::frontend
