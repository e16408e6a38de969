// What a statement writes besides the outputs of its block: a kernel in its place does not.
#pragma once
#include <vector>

#include "clang/session.h"

namespace clang {
class ASTContext;
class Expr;
}  // namespace clang

namespace insum::frontend {

/// Sets the block's output_storage and operand_storage. `expressions` are the injected ones.
void keep_storage(CollectedBlock& block, const std::vector<clang::Expr*>& expressions);

/// Once the enclosing function is complete: warns of assignments, compound ones, ++ and -- that reach what is
/// declared outside of the statement and is no output. Local variables that are no operands and that nothing
/// uses afterwards do not count, nor what called functions write.
void warn_of_other_writes(Session& session, const CollectedBlock& block, const clang::ASTContext& context);

}  // namespace insum::frontend
