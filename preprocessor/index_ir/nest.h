// One combination over an iteration space: what an Einsum becomes before its loops are ordered.
#pragma once
#include <set>
#include <vector>

#include "index_ir/rewrite.h"

namespace insum::index {

/// For all values of `vars` where `conditions` hold: left op= body. See Assign for `defines`.
struct Nest {
  Access left;
  Op op = Op::add;
  bool defines = false;
  ExprPtr body;
  std::vector<Var> vars;
  std::vector<ExprPtr> conditions;
  SourceRange where;
  ExprPtr outside = nullptr;  // what the result is where nothing is done; null: where `op` starts
};

/// What the body of `nest` is where it does nothing.
ExprPtr neutral_of(const Nest& nest);
/// What leaves an element as it is when `nest` takes it in.
ExprPtr unchanging_of(const Nest& nest);

bool contains(const std::vector<Var>& list, const Var& var);

/// The sparse accesses of an expression, each once.
std::vector<Access> sparse_accesses(const ExprPtr& expr);

/// Applies the rule to all expressions of the nest.
void rewrite_nest(Nest& nest, const ExprRule& rule);

/// `value` wherever the nest has `var`, and `by` in its place among the loops, which commands find there.
void replace_index(Nest& nest, const Var& var, const std::vector<Var>& by, const ExprPtr& value,
                   Program& program);

/// True when the mode takes part in a level that is iterated or that combines it with something.
bool needs_variable(const TensorNode& tensor, int mode);

/// Rewrites the sparse accesses of `nest` (those that are iterated) so that subscripts stand in the order of
/// the levels: mode orders are permuted, i becomes i0*B + i1 for blocks, j becomes i + d for diagonals.
/// Subscripts that cannot be iterated (a constant, a repeated index) become a fresh variable with a
/// condition. New variables get their ranges in `program`.
Nest to_storage_form(Nest nest, Program& program);

bool same_subscripts(const Access& a, const Access& b);
/// True when the result takes over the pattern of that operand.
bool has_pattern_of(const TensorNode& result, const TensorNode& operand);
/// ... and has the same entry at each point.
bool goes_along(const Access& result, const Access& operand);

/// True when every stored level below one position is an array of ascending coordinates, which can be merged
/// with others and searched.
bool keeps_order(const TensorNode& tensor);
/// ... and the coordinates of every level are those of a mode.
bool is_searched_by_mode(const TensorNode& tensor);

/// True when an entry may be stored twice: what the last level that stores coordinates says.
bool may_hold_duplicates(const TensorNode& tensor);

/// Pairs (first, then): `first` must be an outer loop of `then`, because a level's positions or a range
/// depend on it. `why` names the level for messages. Where the orders of several operands are a cycle, one
/// that can be searched has none.
struct OrderConstraint {
  Var first, then;
  std::string why;
};
std::vector<OrderConstraint> order_constraints(const std::vector<Access>& accesses,
                                               const std::vector<Var>& vars, const Program& program);

/// True when no order of the variables meets all constraints.
bool has_cycle(const std::vector<Var>& vars, const std::vector<OrderConstraint>& constraints);

/// The variables of `preferred` in the nearest order that the constraints allow.
std::vector<Var> legal_order(const std::vector<Var>& preferred,
                             const std::vector<OrderConstraint>& constraints);

/// Equal expressions, or sizes that the kernel checks to be equal.
bool same_size(const ExprPtr& a, const ExprPtr& b, const Program& program);

/// Strides without gaps, the last mode innermost.
void set_row_major(TensorNode& tensor);

/// True when an index, a tensor or an argument of the program has this name.
bool is_taken(const Program& program, const std::string& name);
/// `stem`, or that with `separator` and a number, 2 or more, where it is taken.
std::string unique_name(const Program& program, const std::string& stem, const std::string& separator);

/// A variable of the program with a range; its name is made unique.
Var fresh_variable(Program& program, const std::string& name, Range range);

/// The loops of a nest in the given order, conditions innermost.
StmtPtr make_loops(const Nest& nest, const std::vector<Var>& order);

}  // namespace insum::index
