// What is known at one place of the loop nest while index IR is lowered. Copied on entry to a loop.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "index_ir/index_ir.h"
#include "index_ir/meeting.h"
#include "loop_ir/loop_ir.h"

namespace insum::lower {

/// How far the levels of one sparse access are resolved: `position` is that of level `resolved - 1`.
struct SparseState {
  index::Access access;
  std::size_t resolved = 0;
  loops::ExprPtr position;
  loops::ExprPtr row;      // below a `pointers` level: the parent position, which selects the array of values
  loops::ExprPtr present;  // an optional access: whether `position` exists; null: it does
  loops::ExprPtr
      run_end;  // the positions [position, run_end) of a level that is not unique have one coordinate
  bool may_lack = false;  // the run may be empty, and there may be no position at all
};

/// How a loop meets the coordinates that several operands store.
struct Merge {
  using Kind = index::Meeting::Kind;
  Kind kind = Kind::dense;
  std::vector<SparseState*> leaders;
  std::vector<SparseState*>
      followers;          // looked up at each coordinate; required ones skip it where they store nothing
  index::ExprPtr clause;  // unite: the condition that one of the leaders is stored
  /// The one access whose next level the loop enumerates; null where there is none, or several.
  SparseState* walked() const { return kind == Kind::walk ? leaders.front() : nullptr; }
  bool is_plain() const { return followers.empty() && (kind == Kind::dense || kind == Kind::walk); }
};

/// The coordinates below one position of an operand, and where the merge stands in them.
struct Iterator {
  loops::ExprPtr coordinates;  // an array
  loops::Type element;
  loops::ExprPtr begin, end;
  int base = 0;
  loops::ExprPtr distance;  // of a coordinate from the loop's index; null: none
  std::string position;     // running, or fixed at each coordinate where the operand is searched anew
  bool moves = true;
  bool runs = false;  // several positions in a row have one coordinate
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

/// Entries that several parallel loops, of these numbers, collect together: each chunk in a list of its own.
struct SharedEntries {
  std::string all, part;
  int loop = 0;
};

/// A result whose outer levels are an operand's: where its values are, and the operand's first position in
/// the last of these.
struct CopiedResult {
  std::string values, first;
};

struct Scope {
  std::map<index::Var, std::string> names;  // variables that are bound here
  std::vector<SparseState> sparse;
  std::optional<VectorContext> vector;
  std::map<index::Tensor, Temporary> temporaries;
  std::map<index::Tensor, ScatterTarget> scattered;
  std::map<index::Tensor, std::string> parts;  // results that are built here
  std::map<index::Tensor, CopiedResult> copied;
  std::map<index::Tensor, std::string> workspaces;        // sparse temporaries
  std::map<index::Tensor, SharedEntries> shared_entries;  // ... that the next loop fills from several threads
  std::vector<index::ExprPtr> known;                      // conditions that hold here by the loops around
  std::optional<Iterator> list;  // of the parallel loop that comes to what a level lacks as well
};

/// What the cuts of a partition count: the entries before an iteration, of a level of an operand where one
/// tells them.
struct Counted {
  loops::ExprPtr count;
  std::optional<index::Access> access;
  std::size_t level;
};

}  // namespace insum::lower
