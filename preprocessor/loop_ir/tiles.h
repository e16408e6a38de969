// Loops over register tiles, and matrix products; loop_ir.h has the rules.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "loop_ir/plain.h"

namespace insum::loops {

struct TileFor {
  std::string tile, var;
  Type type;
  ExprPtr begin, end;
  Body body;
};
struct TileReduce {
  std::string result;  // declared by this statement
  std::string tile, var, accumulator;
  Type type;
  Combine op;
  ExprPtr begin, end;
  Body body;
};
/// result = the combination of what `body` adds to `accumulator`, in order of `var`, with several
/// accumulators where that is faster.
struct EntryReduce {
  std::string result;  // declared by this statement
  std::string var, accumulator;
  Type type;
  Combine op;
  ExprPtr begin, end;
  Body body;
};
/// For each `row` in [begin, end), in order: `reduce`, then `after`, which reads its result. The runtime
/// reduces several rows at a time before it runs their `after`.
struct RowReduce {
  std::string row;
  ExprPtr begin, end;
  TileReduce reduce;
  Body after;
  bool light = false;  // an element takes so little work that a few are combined one by one
};
/// A function of whole numbers and, where it has no value, of an element: for the runtime to call.
struct Closure {
  std::vector<std::string> parameters;
  Body body;      // before the value
  ExprPtr value;  // null: none
};
/// A factor of a matrix product: element(row, k), or (k, column).
struct Factor {
  Closure element;
  /// (k), on a device as `element`, tells whether the factor may be other than zero there: it is asked
  /// nowhere else. None: everywhere.
  std::optional<Closure> stored = {};
  /// On a device: not null where `element` gives pointers: so many neighbours in depth, or in rows and
  /// columns, are next to each other, from each multiple of it on.
  ExprPtr run = nullptr;
  /// ... and where these are not null, so many neighbours in the other direction are as far from each other
  /// as `apart` says, from each multiple of it on.
  ExprPtr lines = nullptr, apart = nullptr;
};
/// Rows times columns sums of `depth` products left(row, k) * right(k, column).
struct MatrixProduct {
  Type type;
  ExprPtr rows, columns, depth;
  /// So many products, whose number is the first parameter of the closures; null: one, without.
  ExprPtr batch = nullptr;
  bool by_column = false;  // the right factor has neighbours in depth next to each other
  Factor left, right;
  /// in_rows: (row) gives a pointer to elements next to each other; else (row, column, sum) takes a part of a
  /// sum.
  Closure result;
  bool in_rows = false;
  bool add = false;    // in_rows: to what is there
  bool apart = false;  // different places are different elements, so that threads may write them
  /// On a device: the C++ type that factors are multiplied as. (row, column, sum) of the result gets the
  /// whole sum.
  std::string element = "";
  bool left_by_depth = false;  // ... the left factor has neighbours in depth next to each other
};
/// For each row in [begin, end) and each tile of `columns`, several rows at a time, which each column meets
/// in ascending order: `rows` is the group of rows at hand.
struct RowTiles {
  std::string rows;
  ExprPtr begin, end;
  TileFor columns;
  int packs = 1;  // that a row keeps
};
/// For each `row` of a group in order; `slot` is its number in the group.
struct EachRow {
  std::string rows, slot, row;
  Body body;
};

}  // namespace insum::loops
