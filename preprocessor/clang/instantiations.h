// Types that only the instantiations of a template tell: `auto`, `typename Traits::pointer`, members of such
// objects.
#pragma once
#include "clang/session.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class Sema;
class Stmt;
}  // namespace clang

namespace insum::frontend {

/// The functions of the file that are made from a template's.
std::vector<clang::FunctionDecl*> instantiations_of(const clang::FunctionDecl* pattern,
                                                    const clang::ASTContext& context);

/// What such a function has for the template's statement; null: it is not there, as behind `if constexpr`.
const clang::Stmt* instantiated(const clang::Stmt* statement, const clang::FunctionDecl* instance);

/// Completes the facts of the block's unresolved expressions from all instantiations of the function around
/// it. Where these differ in the element type alone, the facts say `dependent`; where they differ in more, or
/// there are none, the block is rejected. To be called at the end of the translation unit.
void resolve_dependent(clang::Sema& sema, Session& session, CollectedBlock& block);

/// Makes the spellings of dependent types identifiers, since generated code has template parameters of these
/// names. None of them occurs in the block otherwise.
void name_dependent_types(const Session& session, CollectedBlock& block);

}  // namespace insum::frontend
