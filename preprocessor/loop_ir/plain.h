// Statements of the loop IR that C has as well, and local memory; loop_ir.h has the rules.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loop_ir/expression.h"
#include "support/axis.h"

namespace insum::loops {

struct Stmt;
using StmtPtr = std::shared_ptr<const Stmt>;
using Body = std::vector<StmtPtr>;

struct Declare {
  Type type;
  std::string name;
  ExprPtr value;
  bool constant = true;
  std::string tile;       // a pack of this tile
  std::string rows = "";  // ... for each row of this group
};
/// target op= value for a scalar or pack variable, or an array element.
struct Update {
  ExprPtr target;
  Combine op;
  ExprPtr value;
};
struct TileUpdate {
  std::string tile;
  ExprPtr pointer, stride;
  Combine op;
  ExprPtr value;
};
/// Through the scatter of an enclosing parallel_for: target[offset] op= value, whatever other chunks do.
struct ScatterUpdate {
  std::string into;
  ExprPtr offset;
  ExprPtr value;
  std::string tile;  // when value is a pack
  ExprPtr stride;
};
struct For {
  std::string var;
  ExprPtr begin, end;
  Body body;
  bool simd = false;
  std::vector<std::pair<Combine, std::string>> simd_reductions = {};
  int unroll = 1;  // 0: the C++ compiler does not either
  bool lanes =
      false;  // iterations may be divided over lanes, but for what they combine into variables outside
  ExprPtr trips =
      nullptr;  // ... how many there are, where that is known without reading arrays; null: not known
  ExprPtr step = nullptr;  // null: 1
  Axis axis = Axis::none;  // of a grid that the loop is bound to; `trips` is at least how many there are
  bool registers = false;  // on a device: at most `trips` iterations, each with registers of its own
  bool quarters = false;   // ... quarters of a group's lanes have iterations of their own
  bool in_step = false;  // ... groups of a warp run through it at the same time, from the first one's item on
  bool is_word = false;  // ... the variable has 32 bits
  bool apart = false;    // no two iterations write the same element of an array
  bool combines = false;  // elements that iterations share are only combined with, and read by none
  /// The loop is compiled for a few values of a size, which `body` knows as `name`: numbers of vectors of
  /// `type`.
  struct Width {
    std::string name;
    Type type;
    ExprPtr value;
  };
  std::optional<Width> width = std::nullopt;
};
struct While {
  ExprPtr condition;
  Body body;
};
struct If {
  ExprPtr condition;
  Body body;
  bool constant = false;  // the C++ compiler decides, and leaves out what does not hold
};
/// What only a report or a check wants to know, where the condition says that there is one: passes over
/// bodies leave it as it is, on the host.
struct Aside {
  ExprPtr condition;
  Body body;
};
/// Skips the rest of the innermost enclosing `for`, `while` or `entry_reduce` where the condition holds.
struct Continue {
  ExprPtr condition;  // null: always
};
struct Comment {
  std::string text;
};
/// A local array of `count` elements, uninitialised unless it starts with `zeros`. On a device it may be
/// shared by the threads of a block, or each thread has one in registers.
struct Allocate {
  enum class Place { automatic, shared, registers };
  Type type;
  std::string name;
  ExprPtr count;  // null: an empty container for a part of a result, which grows
  bool zeros = false;
  Place place = Place::automatic;
  std::string budget = "";  // a pointer to the bound in which its bytes count; "": in none
  bool for_launch = false;  // one launch uses it, and leaves zeros where there were some
};
/// A local workspace, which is empty again at the end of each use: a row of `size` elements, or entries of
/// `modes` coordinates each.
struct Construct {
  std::string name;
  Type type;
  Combine op;
  ExprPtr size;  // null: entries
  std::size_t modes = 1;
  bool shared = false;              // entries that the chunks of parallel loops add together
  std::string policy = "";          // entries: a template of insum/workspace.hpp
  ExprPtr user = nullptr;           // ... or an object whose type has a type of the user's as `type`
  std::vector<ExprPtr> sizes = {};  // ... of each mode
  std::string options = "";         // ... designated initialisers
  std::string budget = "";          // ... of the memory that it shares with others
  ExprPtr expected = nullptr;       // ... how many components will come, about
  std::string ways = "";            // ... a pointer to where it notes what it chooses; "": nowhere
};

/// A call for its effect, e.g. a check.
struct Effect {
  ExprPtr call;
  bool when_checking = false;  // only where INSUM_CHECKS is on
};

}  // namespace insum::loops
