// What the algebra says about an expression: terms, factors, and what happens where a sparse operand stores
// nothing.
#pragma once
#include <optional>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::index {

/// The summands of `expr` through + - and unary minus at the top; a subtracted one comes with its minus.
std::vector<ExprPtr> additive_terms(const ExprPtr& expr);
/// The factors of `expr` through * and unary minus at the top; divisors come as 1/x only when floating, else
/// the whole quotient is one factor.
std::vector<ExprPtr> factors(const ExprPtr& expr);
/// The product of `list`; a literal 1 of `type` when it is empty.
ExprPtr product(const std::vector<ExprPtr>& list, ElementType type);

/// `terms` combined by `op` as one expression, typed for a result of this type.
ExprPtr combined(Op op, const std::vector<ExprPtr>& terms, ElementType result, SourceRange where);

/// `expr` with constants folded under the algebra: 0*x, 0/x and false && x are decided whatever x is, unless
/// `ieee`.
ExprPtr simplify(const ExprPtr& expr, bool ieee);

/// The numeric value of a literal, or of an argument whose C++ text is a known constant (INFINITY).
std::optional<double> known_value(const ExprPtr& expr);

/// The operator by which the points of an Einsum are combined: its own, or for = that of its outermost
/// reduction.
Op combining_op(const Einsum& einsum);

/// The fill value of a tensor as an expression of its type.
ExprPtr fill_of(const Tensor& tensor);

/// A literal of this value, exactly; the type has to hold it.
ExprPtr constant(double value, ElementType type);

/// Whether this is the largest or least value of its type, by its name.
bool is_limit(const ExprPtr& expr);

/// Whether a literal of the type can have the value. Integers beyond 2^53 count as those that cannot.
bool can_hold(ElementType type, double value);

/// What `body` is at points at which all of `absent` hold their fill values.
ExprPtr at_fill(const ExprPtr& body, const std::vector<Access>& absent, bool ieee);
/// True when computing `value` can stop the program: it divides whole numbers by what may be 0.
bool may_trap(const ExprPtr& value);
/// True when `body` is `neutral` at points at which all of `absent` hold their fill values.
bool vanishes_without(const ExprPtr& body, const std::vector<Access>& absent, const ExprPtr& neutral,
                      bool ieee);

/// True when `body` is homogeneous of degree 1 in `access`: entries that stand for one sum may be taken one
/// by one.
bool is_linear_in(const ExprPtr& body, const Access& access);

}  // namespace insum::index
