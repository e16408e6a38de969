// Expressions and accesses of one Einsum, with its index variables.
#pragma once
#include "resolve/functions.h"
#include "resolve/tensors.h"

namespace insum::resolver {

class ExpressionReader {
 public:
  ExpressionReader(Context& context, Tensors& tensors, Functions& functions, const ast::Einsum& einsum);

  /// As below for the left side; the tensor is given because it may be a temporary.
  std::optional<index::Access> read_left(const ast::Access& access, const TensorPtr& tensor);
  /// Without types (index::with_types gives them) and without implied reductions. Null after an error.
  index::ExprPtr read(const ast::ExprPtr& expr);
  /// Reports indices of explicit reductions that are also used outside of these.
  bool check_scopes() const;
  /// All variables, in order of first occurrence.
  const std::vector<index::Var>& variables() const { return variables_; }

 private:
  index::Var variable(const ast::Name& name);
  index::ExprPtr read_subscript(const ast::Subscript& subscript);
  index::ExprPtr read_term(const ast::SubscriptTerm& term);
  index::ExprPtr read_indirect(const ast::Access& access, SourceRange where);
  bool check_defined(const index::TensorNode& tensor, const ast::Access& access);
  std::optional<index::Access> read_access(const ast::Access& access, const TensorPtr& tensor);
  void add_layout_note(const ast::Name& name, Diagnostic& error) const;
  index::ExprPtr read_operand(const ast::Access& access);
  index::ExprPtr read_reduction(const ast::Reduction& reduction, SourceRange where);

  Context& context_;
  Tensors& tensors_;
  Functions& functions_;
  const std::set<std::string> index_names_;
  std::map<std::string, index::Var> free_;
  std::vector<std::pair<std::string, index::Var>> bound_;  // by the reductions around the current place
  std::vector<ast::Name> all_bound_;
  std::vector<index::Var> variables_;
};

/// The operators of sum, prod, min, max, any and all, and of assignments.
std::optional<index::Op> reduction_op(const std::string& name);
index::Op assign_op(ast::AssignOp op);

}  // namespace insum::resolver
