// Pragmas of OpenMP that divide work among threads that run already, or keep them apart. The analysis sees
// them as text, since it compiles without OpenMP.
#pragma once
#include <cstdint>

#include "clang/session.h"

namespace clang {
class ASTContext;
class Stmt;
}  // namespace clang

namespace insum::frontend {

/// The first one in bytes [begin, end) of the main file whose threads begin outside of them; null: none.
/// `function` is the body around.
const OpenMPDirective* worksharing_in(const Session& session, const clang::ASTContext& context,
                                      const clang::Stmt* function, std::uint32_t begin, std::uint32_t end);
/// One whose statement has the byte in it; null: none.
const OpenMPDirective* worksharing_around(const Session& session, const clang::ASTContext& context,
                                          const clang::Stmt* function, std::uint32_t offset);

/// That a block's statement is, or has in it, what each thread of a team has a part of.
void check_worksharing(Session& session, CollectedBlock& block, const clang::ASTContext& context);

}  // namespace insum::frontend
