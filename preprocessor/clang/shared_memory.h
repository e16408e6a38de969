// Which arrays that a loop reads lie in the memory that it writes, as far as its function shows.
#pragma once
#include <vector>

#include "nest/loop_nest.h"

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
}  // namespace clang

namespace insum::frontend {

/// Fills nest.shared. `lvalues` are those of nest.arrays. What the caller hands over is not known.
void find_shared_memory(nest::Nest& nest, const std::vector<const clang::Expr*>& lvalues,
                        const clang::FunctionDecl* function, const clang::ASTContext& context);

}  // namespace insum::frontend
