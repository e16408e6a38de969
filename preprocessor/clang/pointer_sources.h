// What a function sets its pointers and references to, and where: double* p = y; s.b = s.a + 1;
#pragma once
#include <vector>

#include "clang/Basic/SourceLocation.h"

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
class SourceManager;
class Stmt;
class ValueDecl;
}  // namespace clang

namespace insum::frontend {

/// A variable, or null for the object of a member function, and the members of it that follow each other.
using Path = std::vector<const clang::ValueDecl*>;

/// Of an lvalue; references and pointers to objects are followed to what initialises them. Empty: it has
/// none.
Path path_of(const clang::Expr* expression);

struct PointerSource {
  Path target;
  const clang::Expr* value;  // null: moved, swapped, or set by a function that is called
  clang::SourceLocation where;
  const clang::Stmt* branch;              // the innermost statement around it that is not always run
  std::vector<const clang::Stmt*> loops;  // around it
};

class PointerSources {
 public:
  PointerSources(const clang::FunctionDecl* function, const clang::ASTContext& context);

  /// Whether what is set there may still be so at `place`.
  bool reaches(const PointerSource& source, clang::SourceLocation place) const;

  enum class Known { as_before, set, no };
  struct Value {
    Known known;
    const PointerSource* source = nullptr;  // set: it has this value
  };
  /// What a pointer has there: what it had where the function began, or what it was set to.
  Value value_at(const Path& pointer, clang::SourceLocation place) const;

  /// A member that the function sets, of whichever object.
  bool sets_member(const clang::ValueDecl* member) const;

  const std::vector<PointerSource>& all() const { return all_; }

 private:
  bool is_before(clang::SourceLocation a, clang::SourceLocation b) const;
  bool contains(const clang::Stmt* statement, clang::SourceLocation place) const;
  bool sets(const PointerSource& source, const Path& pointer) const;

  std::vector<PointerSource> all_;
  const clang::SourceManager& manager_;
};

}  // namespace insum::frontend
