// Types of expressions in templates, as C++ text: they follow the rules of with_types (algebra.h) when the C++ compiler
// knows the types of the elements.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::index {

/// The C++ type of an expression whose type only the C++ compiler knows; of arithmetic on two of them.
std::string dependent_spelling(const ExprPtr& expr);
std::string dependent_spelling(const ExprPtr& left, const ExprPtr& right);

}  // namespace insum::index
