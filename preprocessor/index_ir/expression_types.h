// The types of expressions from those of the tensors in them.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::index {

/// Types of all nodes from those of the tensors: C++ scalars and literals take the tensors' element type
/// where that is of the same or a higher kind (integer < real < complex), unless the `result` that they go
/// into is wider.
ExprPtr with_types(const ExprPtr& expr, ElementType result = ElementType::none);

/// Of what an operation makes of two expressions with types.
ElementType combined_type(const ExprPtr& a, const ExprPtr& b, ElementType result = ElementType::none);

/// Whether a value is not zero: what conditions, any and all take.
ExprPtr truth_of(const ExprPtr& expr);

/// True for expressions without a tensor: they take the type of what they are combined with.
bool is_weak(const ExprPtr& expr);
/// 0 integers, 1 reals, 2 complex numbers.
int kind_of_number(ElementType type);
/// A weak real expression computed in the wider real `type`, not only converted to it.
ExprPtr widened(const ExprPtr& expr, ElementType type);

}  // namespace insum::index
