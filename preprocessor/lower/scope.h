// What is known at one place of the loop nest while index IR is lowered. Copied on entry to a loop.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "index_ir/index_ir.h"
#include "loop_ir/loop_ir.h"

namespace insum::lower {

/// How far the levels of one sparse access are resolved: `position` is that of level `resolved - 1`.
struct SparseState {
  index::Access access;
  std::size_t resolved = 0;
  loops::ExprPtr position;
  loops::ExprPtr row;  // below a `pointers` level: the parent position, which selects the array of values
};

/// The enclosing register tile.
struct VectorContext {
  index::Var var;
  std::string tile;
  loops::Type type;
};

struct Temporary {
  std::string name;
  loops::Type type;
  bool array = false;
  bool pack = false;
};

/// Where updates of a tensor go inside a parallel loop whose iterations share it.
struct ScatterTarget {
  std::string into;
};

struct Scope {
  std::map<index::Var, std::string> names;  // variables that are bound here
  std::vector<SparseState> sparse;
  std::optional<VectorContext> vector;
  std::map<index::Tensor, Temporary> temporaries;
  std::map<index::Tensor, ScatterTarget> scattered;
};

}  // namespace insum::lower
