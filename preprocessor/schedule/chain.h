// A perfect nest of loops, taken apart and put together again.
#pragma once
#include <functional>
#include <vector>

#include "index_ir/index_ir.h"
#include "index_ir/nest.h"
#include "index_ir/walks.h"

namespace insum::schedule {

struct Loop {
  index::Var var;
  index::LoopOptions options;
};

/// forall loops..., if conditions..., assign.
struct Chain {
  std::vector<Loop> loops;
  std::vector<index::ExprPtr> conditions;
  index::Assign assign;
  SourceRange where;
  std::vector<int> path = {};  // in the nest that it is a branch of: 0 to the producer, 1 to the consumer
  std::vector<index::Var> around = {};  // the loops, as they were, that loopfuse left around other nests too

  std::vector<index::Var> vars() const;
  bool has(const index::Var& var) const;
  Loop* find(const index::Var& var);
  const Loop* find(const index::Var& var) const;
};

std::optional<Chain> as_chain(const index::StmtPtr& stmt);
index::StmtPtr to_stmt(const Chain& chain);

/// The chains of a program in concrete form, in order, and back.
std::vector<Chain> chains_of(const index::Program& program);
index::StmtPtr to_stmt(const std::vector<Chain>& chains);

/// "C[i,j]", or "C" where a command has made its indices ones that are found again.
std::string name_of_result(const index::Access& left);
/// "i, k, j"
std::string names(const std::vector<index::Var>& order);

/// All that an iteration reads; what it combines with is not among them.
std::vector<index::Access> reads_of(const Chain& chain);
/// The same elements, or what the pragma declares to be in the same array.
bool same_memory(const index::TensorNode& a, const index::TensorNode& b);
/// The chain reads or writes elements of the tensor.
bool touches(const Chain& chain, const index::TensorNode& tensor);

/// The sparse accesses of a chain's right side, and its left side when that is sparse.
std::vector<index::Access> sparse_accesses(const Chain& chain);

/// The access whose stored coordinates the loop over `var` enumerates, with the level; nothing for a dense
/// range. Where several do, one that is required and has many coordinates.
using Driver = index::AccessLevel;
std::optional<Driver> driver_of(const Chain& chain, const index::Var& var);
/// All of them, in statements of any shape.
std::vector<Driver> drivers_of(const index::StmtPtr& stmt, const index::Var& var);
std::vector<Driver> drivers_of(const Chain& chain, const index::Var& var);
/// What each loop goes through where loops stand as they do, in their order.
std::vector<index::Walk> walks_of(const Chain& chain);

/// What keeps the chain's loops from standing in this order: a range or a level; nothing where it is legal.
std::optional<index::OrderConstraint> order_obstacle(const Chain& chain, const std::vector<index::Var>& order,
                                                     const index::Program& program);
/// True when the order has threads inside of other loops around a sparse result that is built: only parts of
/// the outermost loop can be joined.
bool is_built_inside(const Chain& chain, const std::vector<index::Var>& order);

/// Replaces indices in all that the chain computes; its loops stay.
void substitute_in(Chain& chain, const std::map<index::Var, index::ExprPtr>& values);
/// ... and in the ranges of its loops, such as that over a block's rows, which ends with the matrix. These
/// are loops of its own from then on: other nests may have the same.
void substitute_all(Chain& chain, const std::map<index::Var, index::ExprPtr>& values,
                    index::Program& program);
/// A loop inside of the chain whose range depends on `var`; null where there is none.
index::Var dependent_loop(const Chain& chain, const index::Var& var, const index::Program& program);

}  // namespace insum::schedule
