// The traversals of the loop IR.
#pragma once
#include <functional>
#include <set>
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::loops {

/// Every expression of `stmt` itself and of the statements inside it, subexpressions included.
void for_each_expr(const StmtPtr& stmt, const std::function<void(const ExprPtr&)>& visit);
void for_each_expr(const Body& body, const std::function<void(const ExprPtr&)>& visit);
/// `expr` and its subexpressions.
void for_each_expr(const ExprPtr& expr, const std::function<void(const ExprPtr&)>& visit);

/// Every statement of `body`, outer ones before those inside them; none inside an aside.
void for_each_stmt(const Body& body, const std::function<void(const StmtPtr&)>& visit);

/// Copies `expr`; `rule` may replace a node, whose children are then not visited, or give null.
ExprPtr rewrite(const ExprPtr& expr, const std::function<ExprPtr(const ExprPtr&)>& rule);
/// True when one of these names occurs in an expression.
bool uses(const ExprPtr& expr, const std::set<std::string>& names);
bool uses(const StmtPtr& stmt, const std::set<std::string>& names);
bool uses(const Body& body, const std::set<std::string>& names);
/// The same text.
bool equal(const ExprPtr& a, const ExprPtr& b);

/// What the statements of `body` declare: variables, arrays, tiles, parameters of closures.
std::set<std::string> names_declared_in(const Body& body);
/// The names that a pass must not declare again.
std::set<std::string> names_in(const Kernel& kernel);
/// `stem`, with a number where that name is taken; taken from now on.
std::string fresh_name(const std::string& stem, std::set<std::string>& taken);

/// Copies `body`; `rule` is for all expressions in it, as above.
Body rewrite_exprs(const Body& body, const std::function<ExprPtr(const ExprPtr&)>& rule);

/// Replaces every body, innermost first, by what `rule` makes of it; none inside an aside.
Body rewrite_bodies(const Body& body, const std::function<Body(Body)>& rule);

}  // namespace insum::loops
