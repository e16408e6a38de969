// Statements of the index IR; index_ir.h has the rules.
#pragma once
#include <memory>
#include <variant>
#include <vector>

#include "index_ir/expression.h"
#include "support/axis.h"

namespace insum::index {

struct Stmt;
using StmtPtr = std::shared_ptr<const Stmt>;

struct Einsum {
  Access left;
  Op op;
  ExprPtr right;
};
/// One combination at one point. With `defines`, the statement's loops together give the whole output, or the
/// slice of it that subscripts without variables select: the first contribution to an element replaces what
/// was there, and elements without one become the operator's identity.
struct Assign {
  Access left;
  Op op;
  ExprPtr right;
  bool defines = false;
  /// How the entries of a sparse result come to their places: each behind the one before; each once, where
  /// they were counted to belong; or all that a workspace collected at once, level by level.
  enum class Places { behind, counted, by_level } places = Places::behind;
};

/// How the iterations of a loop are run.
struct LoopOptions {
  bool parallel = false;  // over threads
  /// How a parallel loop's iterations are cut: as the compiler sees fit, in parts of equal length, handed out
  /// as threads become free, or in parts that have equal numbers of entries below them.
  enum class Balance { automatic, equal, dynamic, entries } balance = Balance::automatic;
  bool vector = false;  // a register tile: statements inside work on several consecutive values at once
  bool lanes = false;   // divided over the lanes of a device that run together
  /// Goes from run to run of equal coordinates in the sorted level that it walks, and a thread has whole
  /// runs.
  bool runs = false;
  bool every = false;  // ... and comes to the coordinates that the level lacks as well: their runs are empty
  int unroll = 1;
  SourceRange told = {};   // the command that vectorizes or unrolls it; none where that was chosen
  bool registers = false;  // each iteration has registers of its own: the loop is unrolled as a whole
  Axis axis = Axis::none;  // of a grid
};
struct Forall {
  Var var;
  StmtPtr body;
  LoopOptions options;
  /// Of its range, or of what a level stores, [from, to) alone; null: all.
  ExprPtr from = nullptr, to = nullptr;
};
struct Where {
  StmtPtr consumer, producer;
};
struct Sequence {
  std::vector<StmtPtr> stmts;
};
struct Guard {
  ExprPtr condition;
  StmtPtr body;
};
/// left op= sum(depth: row_factor * column_factor) for all rows and columns, and each batch, which `loops`
/// computes as well. The row factor does not depend on the columns, nor the column factor on the rows; all
/// ranges start at 0.
struct MatrixProduct {
  std::vector<Var> batch, rows, columns, depth;
  Access left;
  Op op;  // none or add
  ExprPtr row_factor, column_factor;
  bool apart;    // different places are different elements
  bool in_rows;  // ... and the columns of a row are next to each other
  StmtPtr loops;
  ElementType sum;  // the type of the sums
  /// What multiplies: vectors of a processor; on a device, each thread by itself, or matrix instructions of
  /// warps, whose factors are elements as they are stored or floats rounded to tf32.
  enum class Unit { vectors, threads, instructions, tf32 } unit = Unit::vectors;
  bool always = false;          // the loops are for no size better
  ExprPtr condition = nullptr;  // what has to hold of batch, row and column; null: nothing
  /// On a device: what the result gets, as an expression of the whole sum, which `total` stands for; null:
  /// the sum.
  ExprPtr value = nullptr;
  Tensor total = nullptr;
  /// On a processor: the first index of the depth, where its values are the coordinates that the one sparse
  /// operand stores, which is a part of the row factor; null: all ranges are of dense loops.
  Var walked = nullptr;
};

struct Stmt {
  std::variant<Einsum, Assign, Forall, Where, Sequence, Guard, MatrixProduct> node;
  SourceRange where;
};

}  // namespace insum::index
