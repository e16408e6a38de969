// What a function sets the results of a statement to right in front of it: y = 0, std::fill(y, y + n, 0).
#pragma once
#include <vector>

#include "nest/loop_nest.h"

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
class Stmt;
}  // namespace clang

namespace insum::frontend {

/// Fills nest::Array::before of what the nest writes. `lvalues` are those of nest.arrays.
void find_set_before(nest::Nest& nest, const std::vector<const clang::Expr*>& lvalues,
                     const clang::Stmt* statement, const clang::FunctionDecl* function,
                     const clang::ASTContext& context);

}  // namespace insum::frontend
