#include "clang/element_types.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

namespace insum::frontend {

namespace {

ElementType integer_type(const clang::ASTContext& context, clang::QualType type) {
  const bool is_signed = type->isSignedIntegerType();
  switch (context.getTypeSize(type)) {
    case 8:
      return is_signed ? ElementType::i8 : ElementType::u8;
    case 16:
      return is_signed ? ElementType::i16 : ElementType::u16;
    case 32:
      return is_signed ? ElementType::i32 : ElementType::u32;
    case 64:
      return is_signed ? ElementType::i64 : ElementType::u64;
    default:
      return ElementType::none;
  }
}

ElementType builtin_type(const clang::ASTContext& context, const clang::BuiltinType* type) {
  switch (type->getKind()) {
    case clang::BuiltinType::Bool:
      return ElementType::boolean;
    case clang::BuiltinType::Float16:
      return ElementType::f16;
    case clang::BuiltinType::Float:
      return ElementType::f32;
    case clang::BuiltinType::Double:
      return ElementType::f64;
    case clang::BuiltinType::Dependent:
      return ElementType::dependent;
    default:
      break;
  }
  const clang::QualType plain(type, 0);
  return type->isInteger() && !plain->isWideCharType() ? integer_type(context, plain) : ElementType::none;
}

/// std::complex<float> and std::complex<double>.
ElementType complex_type(const clang::ASTContext& context, clang::QualType type) {
  if (!is_class(type, "std::complex")) return ElementType::none;
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || record->getTemplateArgs().size() != 1) return ElementType::dependent;
  switch (element_type(context, record->getTemplateArgs()[0].getAsType())) {
    case ElementType::f32:
      return ElementType::c32;
    case ElementType::f64:
      return ElementType::c64;
    case ElementType::dependent:
      return ElementType::dependent;
    default:
      return ElementType::none;
  }
}

}  // namespace

bool is_class(clang::QualType type, llvm::StringRef qualified_name) {
  const clang::NamedDecl* decl = type->getAsCXXRecordDecl();
  if (const auto* special = type->getAs<clang::TemplateSpecializationType>(); !decl && special)
    decl = special->getTemplateName().getAsTemplateDecl();
  if (!decl) return false;
  // Inline namespaces (std::__1, std::__cxx11) are not part of the name.
  std::string name = decl->getName().str();
  for (const clang::DeclContext* at = decl->getDeclContext(); at && !at->isTranslationUnit();
       at = at->getParent()) {
    if (at->isFunctionOrMethod()) return false;  // whose name may be an operator's
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(at);
    if (space && (space->isInline() || space->isAnonymousNamespace())) continue;
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(at);
    if (named) name = named->getName().str() + "::" + name;
  }
  return name == qualified_name;
}

ElementType element_type(const clang::ASTContext& context, clang::QualType type) {
  if (type.isNull()) return ElementType::none;
  type = type.getNonReferenceType().getUnqualifiedType();
  if (const auto* builtin = type->getAs<clang::BuiltinType>()) return builtin_type(context, builtin);
  if (const auto* enumeration = type->getAs<clang::EnumType>()) {
    const clang::EnumDecl* decl = enumeration->getDecl();
    if (decl->isScoped() || decl->getIntegerType().isNull()) return ElementType::none;
    return element_type(context, decl->getIntegerType());
  }
  if (const ElementType complex = complex_type(context, type); complex != ElementType::none) return complex;
  if (is_class(type, "insum::half")) return ElementType::f16;
  if (is_class(type, "insum::bfloat16")) return ElementType::bf16;
  if (type->getAs<clang::TemplateTypeParmType>() || type->getAs<clang::DependentNameType>() ||
      type->getAs<clang::SubstTemplateTypeParmType>() || type->getAs<clang::AutoType>() ||
      type->getAs<clang::DecltypeType>())
    return type->isDependentType() ? ElementType::dependent : ElementType::none;
  return ElementType::none;
}

std::string spelling(const clang::ASTContext& context, clang::QualType type) {
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.Bool = true;
  policy.FullyQualifiedName = true;
  type = type.getNonReferenceType().getUnqualifiedType();
  if (!type->isDependentType()) type = context.getCanonicalType(type).getUnqualifiedType();
  return type.getAsString(policy);
}

std::string full_name(const clang::ASTContext& context, clang::QualType type) {
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressUnwrittenScope = policy.FullyQualifiedName = policy.Bool = true;
  return type.getCanonicalType().getAsString(policy);
}

long long scalars_in(const clang::ASTContext& context, clang::QualType type) {
  long long count = 1;
  while (const clang::ConstantArrayType* array = context.getAsConstantArrayType(type)) {
    count *= static_cast<long long>(array->getSize().getZExtValue());
    type = array->getElementType();
  }
  return count;
}

}  // namespace insum::frontend
