// Which row of an array of rows an expression is in: y[1] of y[1][i], cells[c] of cells[c].u[i].
#pragma once
#include <optional>

namespace clang {
class ASTContext;
class Expr;
class Stmt;
class ValueDecl;
}  // namespace clang

namespace insum::frontend {

/// Nothing in `function` gives it another value than it begins with, or takes its address.
bool is_only_read(const clang::ValueDecl* variable, const clang::Stmt* function);

/// The same tokens, which have no effect.
bool is_same(const clang::Expr* a, const clang::Expr* b, const clang::ASTContext& context);

/// base[index], where that is a pointer, an object or an array.
struct Row {
  const clang::Expr* whole;
  const clang::Expr* base;
  const clang::Expr* index;
};

/// The innermost row that an lvalue, a pointer or a range is in. Local pointers and references that the
/// function sets once are followed. Rows of arrays of arrays are not apart where an element's address is
/// taken: &y[0][0].
std::optional<Row> row_of(const clang::Expr* expression, const clang::Stmt* function);

/// Whether both are rows of one array, a constant number of rows apart that is not 0, as far as subscripts
/// tell that the statement does not change.
bool are_other_rows(const Row& a, const Row& b, const clang::Stmt* statement,
                    const clang::ASTContext& context);

}  // namespace insum::frontend
