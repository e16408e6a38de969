// The traversals of the index IR.
#pragma once
#include <functional>
#include <set>

#include "index_ir/index_ir.h"

namespace insum::index {

using ExprRule = std::function<ExprPtr(const ExprPtr&)>;  // null: does not apply, children are visited
using StmtRule = std::function<StmtPtr(const StmtPtr&)>;

/// Top-down: where `rule` gives a node, that replaces the subtree; unchanged subtrees keep their identity.
ExprPtr rewrite(const ExprPtr& expr, const ExprRule& rule);
/// As above for statements; `expr_rule` is applied to all expressions, left sides included.
StmtPtr rewrite(const StmtPtr& stmt, const StmtRule& stmt_rule, const ExprRule& expr_rule = {});

/// Calls `visit` on every expression below, parents first, subscripts included.
void for_each_expr(const ExprPtr& expr, const std::function<void(const ExprPtr&)>& visit);
void for_each_expr(const StmtPtr& stmt, const std::function<void(const ExprPtr&)>& visit);
/// Every statement, parents first.
void for_each_stmt(const StmtPtr& stmt, const std::function<void(const StmtPtr&)>& visit);

/// Every assignment in `stmt`, in order.
std::vector<Assign> assignments_of(const StmtPtr& stmt);

/// The assignment in `stmt` that writes a sparse result which is built; nothing without one.
std::optional<Assign> building(const StmtPtr& stmt);

ExprPtr substitute(const ExprPtr& expr, const std::map<Var, ExprPtr>& values);
StmtPtr substitute(const StmtPtr& stmt, const std::map<Var, ExprPtr>& values);
Access substitute(const Access& access, const std::map<Var, ExprPtr>& values);

/// Other accesses in the place of those that equal `from`; `by` gets the expression that is replaced.
ExprPtr replace_access(const ExprPtr& expr, const Access& from,
                       const std::function<ExprPtr(const ExprPtr&)>& by);
/// ... of the same type as before.
ExprPtr replace_access(const ExprPtr& expr, const Access& from, const Access& to);

/// Variables in order of first occurrence.
std::vector<Var> variables_of(const ExprPtr& expr);
std::vector<Var> variables_of(const StmtPtr& stmt);
std::vector<Var> variables_of(const Access& access);
/// Those that no reduction inside of `expr` binds.
std::vector<Var> free_variables_of(const ExprPtr& expr);
bool uses(const ExprPtr& expr, const Var& var);
bool uses_any(const ExprPtr& expr, const std::vector<Var>& vars);
/// A subscript without variables, such as 3 or {batch}: a fixed coordinate, which selects a slice.
bool is_fixed(const ExprPtr& subscript);
/// One subscript, an index of its own or a fixed coordinate, for each mode: every element belongs to one
/// value of them.
bool is_plain_left(const Access& left);
/// Every stored entry of a sparse result belongs to one value of the indices.
bool names_every_entry(const Access& left);

/// Same structure over the same variables, tensors and arguments; an optional access is another one than a
/// required one.
bool equal(const ExprPtr& a, const ExprPtr& b);
bool equal(const Access& a, const Access& b);

/// Accesses read in `expr`, those inside subscripts included.
std::vector<Access> accesses_of(const ExprPtr& expr);

}  // namespace insum::index
