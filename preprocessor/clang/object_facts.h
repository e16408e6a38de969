// Tensors by their type: the trait insum::storage<T> says what a C++ object holds.
#pragma once
#include <optional>

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

}  // namespace insum::frontend
