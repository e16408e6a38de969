#include "clang/contiguous.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/Template.h"

namespace insum::frontend {

namespace {

clang::NamedDecl* find(clang::Sema& sema, clang::DeclContext* in, llvm::StringRef name,
                       clang::SourceLocation where) {
  clang::LookupResult result(sema, &sema.Context.Idents.get(name), where, clang::Sema::LookupOrdinaryName);
  result.suppressDiagnostics();
  return sema.LookupQualifiedName(result, in) && !result.empty() ? result.getRepresentativeDecl() : nullptr;
}

/// The value of an enumerator of the class; nothing where it has none.
std::optional<long long> enumerator(clang::Sema& sema, clang::CXXRecordDecl* record, llvm::StringRef name,
                                    clang::SourceLocation where) {
  const auto* constant = llvm::dyn_cast_or_null<clang::EnumConstantDecl>(find(sema, record, name, where));
  return constant ? constant->getInitVal().tryExtValue() : std::nullopt;
}

/// Eigen's matrices and views: those that own their elements, and vectors without room in between.
bool is_contiguous_eigen(clang::Sema& sema, clang::CXXRecordDecl* record, clang::SourceLocation where) {
  if (find(sema, record, "conservativeResize", where)) return true;
  const auto vector = enumerator(sema, record, "IsVectorAtCompileTime", where);
  return vector.value_or(0) != 0 && enumerator(sema, record, "InnerStrideAtCompileTime", where) == 1;
}

/// Whether `type` models a concept of the standard library; true where the library has no such concept.
bool models(clang::Sema& sema, clang::QualType type, llvm::StringRef name, clang::SourceLocation where) {
  clang::NamespaceDecl* library = sema.getStdNamespace();
  auto* concept_ =
      library ? llvm::dyn_cast_or_null<clang::ConceptDecl>(find(sema, library, name, where)) : nullptr;
  if (!concept_) return true;
  clang::TemplateArgumentListInfo arguments(where, where);
  arguments.addArgument(clang::TemplateArgumentLoc(clang::TemplateArgument(type),
                                                   sema.Context.getTrivialTypeSourceInfo(type, where)));
  clang::Sema::SFINAETrap trap(sema, /*AccessCheckingSFINAE=*/true);
  const clang::ExprResult check = sema.CheckConceptTemplateId(
      clang::CXXScopeSpec(), where, clang::DeclarationNameInfo(concept_->getDeclName(), where), concept_,
      concept_, &arguments);
  const auto* answer =
      check.isUsable() ? llvm::dyn_cast<clang::ConceptSpecializationExpr>(check.get()) : nullptr;
  return answer && !answer->isValueDependent() && answer->isSatisfied();
}

}  // namespace

bool is_contiguous(clang::Sema& sema, clang::QualType type, clang::QualType iterator,
                   clang::SourceLocation where) {
  clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record) return false;
  if (find(sema, record, "innerStride", where)) return is_contiguous_eigen(sema, record, where);
  for (const llvm::StringRef strides : {"stride", "strides"})
    if (find(sema, record, strides, where)) return false;
  if (iterator.isNull() || iterator->isPointerType()) return true;
  return models(sema, iterator.getNonReferenceType().getUnqualifiedType(), "contiguous_iterator", where);
}

}  // namespace insum::frontend
