// Walks over Clang's syntax trees.
#pragma once

// What a walk may look at.
#define INSUM_VISITED_DECLARATIONS(X) X(BindingDecl) X(FunctionDecl) X(ValueDecl) X(VarDecl)
// clang-format off: it finds no end
#define INSUM_VISITED_STATEMENTS(X) \
  X(AddrLabelExpr) X(ArraySubscriptExpr) X(BinaryOperator) X(BreakStmt) X(CallExpr) \
  X(CoawaitExpr) X(CompoundStmt) X(ContinueStmt) X(CoreturnStmt) X(CoyieldExpr) \
  X(CXXForRangeStmt) X(CXXNewExpr) X(CXXOperatorCallExpr) X(CXXThisExpr) X(DeclRefExpr) \
  X(DependentCoawaitExpr) X(DoStmt) X(ForStmt) X(GotoStmt) X(ImplicitCastExpr) \
  X(IndirectGotoStmt) X(LabelStmt) X(LambdaExpr) X(MemberExpr) X(ReturnStmt) X(Stmt) \
  X(SubstNonTypeTemplateParmExpr) X(SwitchCase) X(UnaryOperator) X(WhileStmt)
// clang-format on

namespace clang {
class Decl;
#define INSUM_DECLARE(Node) class Node;
INSUM_VISITED_DECLARATIONS(INSUM_DECLARE)
INSUM_VISITED_STATEMENTS(INSUM_DECLARE)
#undef INSUM_DECLARE
}  // namespace clang

namespace insum::frontend {

/// A clang::RecursiveASTVisitor whose functions are virtual: each class that is an instance of Clang's own
/// takes half a minute to compile. (From Clang 20 on there is DynamicRecursiveASTVisitor.)
class Visitor {
 public:
  virtual ~Visitor() = default;

  /// All below a node, and the node. False: a Visit function ended it. What is walked over is not changed,
  /// unless a Visit function does so.
  bool walk(const clang::Stmt* statement);
  bool walk(const clang::Decl* declaration);

  // Each returns whether the walk goes on. A node is looked at before what is in it.
#define INSUM_VISIT(Node) \
  virtual bool Visit##Node(clang::Node*) { return true; }
  INSUM_VISITED_DECLARATIONS(INSUM_VISIT)
  INSUM_VISITED_STATEMENTS(INSUM_VISIT)
#undef INSUM_VISIT

  /// Before a node is looked at. False: it and what is in it is left out, and not left.
  virtual bool enters_statement(clang::Stmt*) { return true; }
  virtual bool enters_declaration(clang::Decl*) { return true; }
  /// After what is in it, unless the walk has ended.
  virtual void leave_statement(clang::Stmt*) {}
  virtual void leave_declaration(clang::Decl*) {}

  virtual bool visits_implicit_code() const { return false; }
  virtual bool visits_instantiations() const { return false; }  ///< of templates
};

}  // namespace insum::frontend
