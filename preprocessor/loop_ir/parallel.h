// Loops over threads and over the groups of a device; loop_ir.h has the rules.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "loop_ir/plain.h"

namespace insum::loops {

/// Several chunks write to the same elements: how they are combined.
struct Scatter {
  std::string into;  // the name that ScatterUpdate uses
  Type type;
  ExprPtr target;  // pointer to the first element
  ExprPtr count;   // number of elements from target
  Combine op;
  bool in_order = false;  // in an order that the number of threads does not change
};
/// A sparse result is built in parts, one for each chunk: `parts` names them all, `part` that of a chunk, of
/// `type`.
struct Assembly {
  std::string parts, part, type;
  ExprPtr fill;                       // its entries stay, and start at this value; null: they are new
  std::vector<ExprPtr> targets = {};  // where they go, after a loop that counts them; empty: a join says it
};
struct ParallelFor {
  enum class Balance { equal, dynamic, fixed, prefix, segments } balance = Balance::equal;
  std::string chunk_begin, chunk_end;  // variables of the body
  ExprPtr begin, end;
  std::string prefix_var;  // prefix: the amount of work before iteration prefix_var
  ExprPtr prefix;
  ExprPtr weight;       // work of an iteration, or of a unit of prefix
  ExprPtr coordinates;  // segments: the array whose runs of equal elements stay together
  Body body;
  std::optional<Scatter> scatter;
  std::optional<Assembly> assembly;
};
/// Work for a device. A group is one lane, or `lanes` of them; `group` names the body's view of its own
/// group.
struct Launch {
  std::string group;
  ExprPtr items;                  // so many groups have something to do; null: the device alone knows
  ExprPtr lanes;                  // of a group, a power of two; null: one
  std::vector<Allocate> scratch;  // arrays of each group
  Body body;
};

}  // namespace insum::loops
