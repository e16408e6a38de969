// Whether data() and size() of a class tell where its elements are.
#pragma once
#include "clang/AST/Type.h"

namespace clang {
class Sema;
}  // namespace clang

namespace insum::frontend {

/// False for views whose elements may lie apart: those with strides, and those whose begin() gives an
/// `iterator` that is no std::contiguous_iterator. `iterator` is null for classes without begin().
bool is_contiguous(clang::Sema& sema, clang::QualType type, clang::QualType iterator,
                   clang::SourceLocation where);

}  // namespace insum::frontend
