// How the lanes of a group run through the iterations of a loop: several at a time, and as vectors. A part of
// use_group.
#pragma once
#include <set>
#include <string>

#include "loop_ir/loop_ir.h"
#include "passes/use_group.h"

namespace insum::passes {

class LaneLoops {
 public:
  /// `sums`: what iterations add to, which each lane has of its own.
  LaneLoops(const GroupContext& context, const std::set<std::string>& sums, std::set<std::string>& taken)
      : context_(context), sums_(sums), taken_(taken) {}

  /// The iterations of `whole`; `own` are those that one lane has of them. In one variant of the kernel lanes
  /// have neighbouring iterations, as vectors, where that may be.
  void add(const loops::For& whole, const loops::For& own, loops::Body& out) const;

 private:
  void add_apart(const loops::For& whole, loops::For own, loops::Body& out) const;
  loops::Body as_vectors(const loops::For& whole, VectorAccesses accesses) const;
  loops::ExprPtr jammed_part(const loops::For& whole, const loops::For& own, loops::Body& out) const;
  loops::ExprPtr wide_end(const loops::For& whole, int at_once, loops::Body& out) const;

  const GroupContext& context_;
  const std::set<std::string>& sums_;
  std::set<std::string>& taken_;
};

}  // namespace insum::passes
