// Loops over threads and over the groups of a device; loop_ir.h has the rules.
#pragma once
#include <optional>
#include <string>
#include <utility>
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
/// A sparse result is built in parts, one for each chunk: `parts` names them all, `part` that of a chunk.
struct Assembly {
  /// The types of the elements of a stored level's arrays, as C++ text.
  struct Level {
    std::string positions;  // "": it has none
    std::string coordinates;
    bool goes_on = false;  // a node may have entries in two parts that follow each other
  };
  std::string parts, part;
  Type type;                          // of the values
  std::vector<Level> levels;          // outermost first
  ExprPtr fill;                       // its entries stay, and start at this value; null: they are new
  std::vector<ExprPtr> targets = {};  // where they go: the base, each level, the values
  ExprPtr block = nullptr;            // so many values for each position of the last level
  bool counted = false;               // the loop runs twice: it counts the entries first
  std::string list = "";              // entries in any order for this workspace, if any
  ExprPtr name = nullptr;             // of the result, for messages
  bool on_device = false;             // the containers are in the target's memory
};
/// Each chunk inserts into a workspace: `part` stands for what takes its entries, and the body is compiled
/// for each kind of that. Of several loops that fill one workspace, `loop` tells the order.
struct Filling {
  std::string part;
  ExprPtr workspace;  // pointer
  int loop = 0;
};
struct ParallelFor {
  enum class Balance { equal, dynamic, fixed, prefix, segments } balance = Balance::equal;
  std::string chunk_begin, chunk_end;  // variables of the body
  ExprPtr begin, end;
  std::string prefix_var;  // prefix: the amount of work before iteration prefix_var
  ExprPtr prefix;
  ExprPtr weight;                   // work of an iteration, or of a unit of prefix
  ExprPtr coordinates;              // segments: the array whose runs of equal elements stay together
  ExprPtr row_lanes = nullptr;      // lanes that suit what iterations do, where only a device can tell
  ExprPtr end_on_device = nullptr;  // how many there are of `end`, known from constants of the body
  bool uneven = false;              // some iterations take many times as long as others
  int bytes_ahead = 0;         // of each of the many sums whose loads lanes have on their way, in registers
  bool few_registers = false;  // lanes have little on their way: more of them hide the rest
  Body body;
  std::optional<Scatter> scatter;
  std::optional<Assembly> assembly;
  std::optional<Filling> filling;
  Axis axis = Axis::none;  // of a grid: a block for each iteration
};
/// A variant of a launch, in which `constant` is true in the body: where these arrays begin at multiples of
/// 16 bytes, and these values are multiples of the numbers beside them. Its groups have `lanes`; `atomics`:
/// the device has to have atomic updates of vectors.
struct VectorVariant {
  std::string constant;
  std::vector<std::string> arrays = {};
  std::vector<std::pair<ExprPtr, int>> multiples = {};
  bool atomics = false;
  ExprPtr lanes = nullptr;
};
/// Work for a device. A group is one lane, or `lanes` of them; `group` names the body's view of its own
/// group.
struct Launch {
  std::string group;
  ExprPtr items;                  // so many groups have something to do; null: the device alone knows
  ExprPtr lanes;                  // of a group, a power of two; null: one
  ExprPtr row_lanes = nullptr;    // as the device knows it, in place of the usual number of lanes
  bool uneven = false;            // what groups have to do differs much
  int bytes_ahead = 0;            // of each of the many sums whose loads lanes have on their way
  bool few_registers = false;     // as many lanes as a device can have at work
  std::vector<Allocate> scratch;  // arrays of each group
  Body body;
  /// Each group has a part, for which the body runs twice: to count, and to fill.
  std::optional<Assembly> assembly = std::nullopt;
  /// A group is a block: how many of them there are, and how many threads each has, in x, y and z; null: the
  /// device alone knows. Empty: groups are lanes.
  std::vector<ExprPtr> blocks = {}, threads = {};
  std::optional<VectorVariant> vectors = std::nullopt;
};

}  // namespace insum::loops
