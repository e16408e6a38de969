// What traits of the runtime library say of C++ types: insum::storage<T> of a tensor, policy_flaw<T> of a
// workspace.
#pragma once
#include <optional>
#include <string>

#include "bind/facts.h"
#include "clang/AST/Type.h"
#include "clang/Basic/SourceLocation.h"

namespace clang {
class Sema;
}

namespace insum::frontend {

/// What insum::storage<type> says; nothing where the trait is not declared or not defined for `type`. The
/// trait is instantiated as if at `where`.
std::optional<bind::ObjectFacts> object_facts(clang::Sema& sema, clang::QualType type,
                                              clang::SourceLocation where);

/// What `type` lacks that a workspace line names. Empty: nothing, or the header of workspaces was not
/// included, or the type depends on template arguments.
std::string policy_flaw(clang::Sema& sema, clang::QualType type, clang::SourceLocation where);
/// The rank and the value type of a policy without a flaw.
void read_policy(clang::Sema& sema, clang::QualType type, clang::SourceLocation where, bind::CppFacts& facts);

}  // namespace insum::frontend
