// Indices that were most likely meant as C++ variables: n in A[n-i].
#pragma once
#include "clang/session.h"

namespace clang {
class Sema;
}

namespace insum::frontend {

/// Warns, in the scope of the block's statement, of each index that has the name of an integer variable, is a
/// term of a longer subscript, and is nowhere in its Einsum the index of a subscript with no other term or of
/// a reduction. Variables that the statement declares or changes are loop variables and mean the index.
void warn_of_index_names(clang::Sema& sema, Session& session, const CollectedBlock& block);

}  // namespace insum::frontend
