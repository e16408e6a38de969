#include "clang/visitor.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace insum::frontend {

namespace {

class Walk : public clang::RecursiveASTVisitor<Walk> {
  using Base = clang::RecursiveASTVisitor<Walk>;

 public:
  explicit Walk(Visitor& visitor) : visitor_(visitor) {}

  bool shouldVisitImplicitCode() const { return visitor_.visits_implicit_code(); }
  bool shouldVisitTemplateInstantiations() const { return visitor_.visits_instantiations(); }
  bool dataTraverseStmtPre(clang::Stmt* s) { return visitor_.enters_statement(s); }
  bool dataTraverseStmtPost(clang::Stmt* s) {
    visitor_.leave_statement(s);
    return true;
  }
  bool TraverseDecl(clang::Decl* d) {
    if (!d || !visitor_.enters_declaration(d)) return true;
    if (!Base::TraverseDecl(d)) return false;
    visitor_.leave_declaration(d);
    return true;
  }
#define INSUM_VISIT(Node) \
  bool Visit##Node(clang::Node* node) { return visitor_.Visit##Node(node); }
  INSUM_VISITED_DECLARATIONS(INSUM_VISIT)
  INSUM_VISITED_STATEMENTS(INSUM_VISIT)
#undef INSUM_VISIT

 private:
  Visitor& visitor_;
};

}  // namespace

// Clang's visitors take nodes that are not const.
bool Visitor::walk(const clang::Stmt* statement) {
  return Walk(*this).TraverseStmt(const_cast<clang::Stmt*>(statement));
}
bool Visitor::walk(const clang::Decl* declaration) {
  return Walk(*this).TraverseDecl(const_cast<clang::Decl*>(declaration));
}

}  // namespace insum::frontend
