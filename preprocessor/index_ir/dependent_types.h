// Types of expressions in templates, as C++ text: they follow the rules of with_types (algebra.h) when the
// C++ compiler knows the types of the elements.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::index {

/// The C++ type of an element in arithmetic.
std::string operand_spelling(const TensorNode& tensor);
/// The C++ type of an expression whose type only the C++ compiler knows. `result` is the type that it goes
/// into, which may be wider than the elements that scalars meet; "" where it does not matter.
std::string dependent_spelling(const ExprPtr& expr, const std::string& result);
/// identity_of min or max for the elements of a tensor, in the type that they have where a template is
/// instantiated.
ExprPtr limit_of_elements(Op op, const TensorNode& tensor);
/// The type of arithmetic on two types.
std::string common_spelling(const std::string& a, const std::string& b);

}  // namespace insum::index
