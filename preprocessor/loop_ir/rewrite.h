// The traversals of the loop IR.
#pragma once
#include <functional>

#include "loop_ir/loop_ir.h"

namespace insum::loops {

/// Every expression of `stmt` itself and of the statements inside it, subexpressions included.
void for_each_expr(const StmtPtr& stmt, const std::function<void(const ExprPtr&)>& visit);
void for_each_expr(const Body& body, const std::function<void(const ExprPtr&)>& visit);

/// Replaces every body, innermost first, by what `rule` makes of it.
Body rewrite_bodies(const Body& body, const std::function<Body(Body)>& rule);

}  // namespace insum::loops
