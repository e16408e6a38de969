// The operators of two operands: the same in the language, the index IR and generated code.
#pragma once
#include <optional>
#include <string_view>

namespace insum {

enum class BinaryOp { add, sub, mul, div, lt, le, gt, ge, eq, ne, logical_and, logical_or };

/// As C++ writes it.
const char* symbol(BinaryOp op);
/// Nothing for what is no such operator.
std::optional<BinaryOp> binary_op(std::string_view symbol);

/// == and the like.
bool is_comparison(BinaryOp op);

/// Operators of higher precedence bind first, as in C++.
int precedence(BinaryOp op);
constexpr int unary_precedence = 7;

}  // namespace insum
