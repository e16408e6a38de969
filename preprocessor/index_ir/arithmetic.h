// What operators and known functions of the index IR give on numbers: for the interpreter, and for constants.
#pragma once
#include <string>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::index {

/// `b` combined into `a`; 0 * x is 0.
double combine(Op op, double a, double b);
/// a op b, truth values as 0 and 1; 0 * x and 0 / x are 0. `integral`: the quotient is that of whole numbers.
double binary_value(BinaryOp op, double a, double b, bool integral);
/// A known function, or one of those on whole numbers in index_ir/positions.h.
double function_value(const std::string& name, const std::vector<double>& x);

}  // namespace insum::index
