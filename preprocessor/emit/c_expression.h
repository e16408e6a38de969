// Expressions of the loop IR -> C++ text.
#pragma once
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::emit {

std::string to_cpp(const loops::ExprPtr& expr);
/// In parentheses where `expr` binds looser than `level`: 1 ?:, 2 ||, 3 &&, 6 ==, 7 <, 9 +, 10 *, 12 unary.
std::string nested(const loops::ExprPtr& expr, int level);

}  // namespace insum::emit
