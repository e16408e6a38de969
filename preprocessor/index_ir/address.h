// Addresses of dense accesses and how they move with an index.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::index {

/// The offset of an access from the first element, in elements.
ExprPtr dense_address(const Access& access);

/// How much `expr` grows when `var` grows by one; null where that is no constant of var (an indirect
/// subscript).
ExprPtr coefficient(const ExprPtr& expr, const Var& var);
/// What is left of an affine expression where the variable is 0.
ExprPtr without(const ExprPtr& expr, const Var& var);

/// Elements between neighbouring values of `var` in the access's array of values; null where that is no
/// constant of var: an indirect subscript, or a level that is walked.
ExprPtr stride_of(const Access& access, const Var& var);

/// True where `entry` is an index of rows that walk a part of a loop, and different values of `var` make
/// different parts whatever the variables in `inner` are: its values are never the same.
bool is_apart(const Var& entry, const Var& var, const std::vector<Var>& inner, const Program& program);

/// The index that a subscript takes every value of: a variable itself, or i for i0*B + i1 as a block or a
/// split made it, of any depth. Null for any other expression. Its parts stand in the expression from the
/// outermost on: loops over them in this order visit i in order.
Var whole_of(const ExprPtr& expr, const Program& program);

/// The first of the rows that an iteration of a loop over `var` comes to, where it comes to neighbours: `row`
/// itself, or i0*B for a row i0*B + i1 with `var` = i0 and i1 among the loops `inside`, no more than there
/// are rows. Null where `row` is something else.
ExprPtr first_row(const ExprPtr& row, const Var& var, const std::vector<Var>& inside, const Program& program);

/// A whole number that `expr`, such as the length of a part, does not exceed.
std::optional<long long> at_most(const ExprPtr& expr);

/// True when different values of `var`, the other variables of outer loops being equal and those in `inner`
/// being anything, always give the access different elements.
bool is_injective(const Access& access, const Var& var, const std::vector<Var>& inner,
                  const Program& program);

}  // namespace insum::index
