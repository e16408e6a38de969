// The loops of a file, as nests.
#pragma once
#include "clang/session.h"

namespace clang {
class ASTContext;
}

namespace insum::frontend {

/// What the block's statement computes.
std::vector<nest::ReadStatement> read_statements(Session& session, const CollectedBlock& block,
                                                 const clang::ASTContext& context);

/// Fills the session's loops that no block annotates, each before those inside of it.
void find_loops(Session& session, const clang::ASTContext& context);

}  // namespace insum::frontend
