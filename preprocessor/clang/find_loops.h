// The loops of a file that no block annotates, as nests.
#pragma once
#include "clang/session.h"

namespace clang {
class ASTContext;
}

namespace insum::frontend {

/// Fills the session's loops, each before those inside of it.
void find_loops(Session& session, const clang::ASTContext& context);

}  // namespace insum::frontend
