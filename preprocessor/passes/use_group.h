// The body of one launch: who of a group's lanes does what. A part of map_to_grid.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "loop_ir/loop_ir.h"
#include "passes/vector_accesses.h"

namespace insum::passes {

/// Where updates through a scatter go.
struct GridScatter {
  loops::ExprPtr target;  // pointer to the first element
  loops::Type type;
  loops::Combine op;
  std::string part;  // a variable of each lane that collects them; "": they are atomic
  bool own = false;  // ... or the group's own: nobody else writes there meanwhile
};

/// A variant of the launch in which lanes have vectors of neighbouring elements.
struct GroupVectors {
  const HostValues& host;
  bool with_sums;        // also where what lanes add up depends on which of them has an element
  std::string constant;  // of the kernel: whether it is that variant
  VectorNeeds needs = {};
  std::vector<loops::ExprPtr> trips = {};  // of each loop that has vectors: how many of them
};

struct GroupContext {
  std::string group;  // the variable
  bool has_lanes = false;
  std::map<std::string, GridScatter> scatters;
  std::set<std::string> workspaces = {};  // of sparse rows, which one lane updates, or lanes apart
  std::set<std::string> registers = {};   // arrays that each lane has of its own
  std::set<Axis> axes = {};  // of the threads of a block that loops are bound to; none: a group of lanes
  GroupVectors* vectors = nullptr;  // gets what loops need for vectors; null: there is no such variant
};

/// A loop of which quarters of a group's lanes have iterations of their own is from `begin` + part_of_group()
/// on, in steps of a multiple of parts_of_group(), which are four, or less in a group that has less lanes.
inline constexpr const char* part_of_group = "insum::rt::cuda::part_of_group";
inline constexpr const char* parts_of_group = "insum::rt::cuda::parts_of_group";

/// What a group says of an axis: its own number, and how many there are.
std::pair<std::string, std::string> axis_calls(Axis axis);

/// True when a loop on lanes in `body` is one that group_body() divides.
bool divides_loops(const loops::Body& body);

/// `body` as every lane of a group runs it. Names that are `taken` are not declared.
loops::Body group_body(const loops::Body& body, const GroupContext& context, std::set<std::string>& taken);

/// `body` with what groups know of themselves, and lanes find out together, in place of functions that stand
/// for it: part_of_group and others.
loops::Body with_group(const loops::Body& body, const std::string& group);

/// An operation as an argument.
loops::ExprPtr op_object(loops::Combine op);

/// "group.function" without arguments, or with one.
loops::ExprPtr group_call(const std::string& group, const std::string& function,
                          const loops::Type& type = {});

}  // namespace insum::passes
