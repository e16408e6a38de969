// The traversals of the syntax tree.
#pragma once
#include <functional>
#include <set>
#include <string>

#include "ast/ast.h"

namespace insum::ast {

/// Calls `visit` on `expr` and every expression in it, parents first. Subscripts are no expressions.
void for_each_expr(const ExprPtr& expr, const std::function<void(const ExprPtr&)>& visit);

/// `access` and those inside its subscripts, parents first.
void for_each_access(const Access& access, const std::function<void(const Access&)>& visit);
/// Every access in `expr`, those inside subscripts included.
void for_each_access(const ExprPtr& expr, const std::function<void(const Access&)>& visit);

/// The index variables in subscripts, and those that reductions bind.
std::set<std::string> index_names(const Einsum& einsum);

}  // namespace insum::ast
