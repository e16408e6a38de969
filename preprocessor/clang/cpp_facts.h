// What Clang says of one C++ expression or name of a block.
#pragma once
#include "ast/ast.h"
#include "bind/facts.h"
#include "clang/AST/Type.h"
#include "clang/file_map.h"

namespace clang {
class Expr;
class IdentifierInfo;
class LookupResult;
class Sema;
}  // namespace clang

namespace insum::frontend {

/// `resolved` is false where a dependent type does not even tell the kind.
struct TypeFacts {
  bind::CppFacts facts;
  bool resolved = true;
  const clang::Expr* expression = nullptr;  // null for a type, and for a name that is no value
};

/// Looks up the last part of `name` where the parts before it, namespaces or classes, lead; unqualified names
/// in the scope that Sema is in.
bool look_up_name(clang::Sema& sema, clang::LookupResult& result, llvm::StringRef name,
                  clang::SourceLocation where);

class FactFinder {
 public:
  FactFinder(clang::Sema& sema, FileMap& map) : sema_(sema), map_(map) {}

  /// Of an expression as the attribute holds it. For a `member` use, of the member, with the array's kind.
  TypeFacts of_expression(const ast::CppUse& use, clang::Expr* expression);
  /// Of the type of a workspace line, as the attribute holds it.
  bind::CppFacts of_policy(clang::Expr* expression);
  /// Of a name that need not exist, looked up in the scope that Sema is in.
  TypeFacts of_name(const ast::CppUse& use);
  /// Of an lvalue of this type.
  TypeFacts of_type(clang::QualType type, clang::SourceLocation where);

 private:
  struct Step;  // from a sequence to its elements
  Step step(clang::QualType type, clang::SourceLocation where);
  Step step_dependent(clang::QualType type);
  Step step_class(clang::QualType type, clang::SourceLocation where);
  clang::QualType type_of_call(clang::QualType object, llvm::StringRef method, clang::SourceLocation where);
  void add_length(clang::QualType type, bind::CppFacts& facts);
  void require_use(clang::Expr* expression);

  clang::Sema& sema_;
  FileMap& map_;
};

}  // namespace insum::frontend
