// C++ types as element types.
#pragma once
#include <string>

#include "clang/AST/Type.h"
#include "support/element_type.h"

namespace clang {
class ASTContext;
}

namespace insum::frontend {

/// The element type that `type` is, cv-qualifiers aside; `dependent` for a template parameter and its kin,
/// `none` for what no array of a tensor can hold.
ElementType element_type(const clang::ASTContext& context, clang::QualType type);

/// The type as generated code may write it: canonical, or as the user wrote it where it depends on template
/// arguments.
std::string spelling(const clang::ASTContext& context, clang::QualType type);

/// The canonical type with the namespaces around it, as code anywhere can write it.
std::string full_name(const clang::ASTContext& context, clang::QualType type);

/// Elements of the innermost type in one value of it: 12 in double[3][4].
long long scalars_in(const clang::ASTContext& context, clang::QualType type);

/// Whether `type` is a class (or a specialisation of a class template) with this qualified name.
bool is_class(clang::QualType type, llvm::StringRef qualified_name);

}  // namespace insum::frontend
