// The statement that a block stands before: where it ends, and whether it can be replaced.
#pragma once
#include "clang/session.h"

namespace clang {
class ASTContext;
class Stmt;
}  // namespace clang

namespace insum::frontend {

/// Sets the block's region and statement_begin, or rejects it where the statement's end is inside of a macro.
void find_region(Session& session, CollectedBlock& block, const clang::ASTContext& context,
                 const clang::Stmt* statement);

/// The statement with its ';'; nothing where it does not stand in the main file outside of macros.
std::optional<SourceRange> range_of(Session& session, const clang::ASTContext& context,
                                    const clang::Stmt* statement);

/// True when the statement does something: neither INSUM_REQUIRED nor a lone semicolon. Requires a region.
bool is_hand_written(const Session& session, const CollectedBlock& block);

/// ; or {}, and not INSUM_REQUIRED.
bool is_empty(const Session& session, const CollectedBlock& block);

/// Rejects the block if control can leave the statement other than at its end (return, goto, break, ...), or
/// if it holds labels of a switch around it. Collects the statement's own labels for check_labels.
void check_control_flow(Session& session, CollectedBlock& block, const clang::ASTContext& context,
                        const clang::Stmt* statement);

/// Once the enclosing function is complete: rejects the block if something outside jumps into its statement.
void check_labels(Session& session, CollectedBlock& block, const clang::ASTContext& context);

/// Rejects the block if its region, or the statement alone, cuts a preprocessor conditional, or holds a
/// #define, #undef or #include that the rest of the file needs.
void check_directives(Session& session, CollectedBlock& block);

}  // namespace insum::frontend
