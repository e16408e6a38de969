#include "nest/share_loops.h"

#include <algorithm>
#include <set>

namespace insum::nest {

namespace {

void collect_loops(const ExprPtr& e, std::vector<int>& out) {
  out.insert(out.end(), e->loops.begin(), e->loops.end());
  for (const ExprPtr& part : e->parts) collect_loops(part, out);
}

/// Outer ones first.
std::vector<int> loops_of(const Assignment& assignment) {
  std::vector<int> out = assignment.around;
  collect_loops(assignment.value, out);
  return out;
}

bool are_one(const Loop& a, const Loop& b) {
  const bool same_bounds = print(a.lower) == print(b.lower) && print(a.upper) == print(b.upper);
  return same_bounds && (a.name == b.name || a.lower->kind == ExprKind::read);
}

void rename(Assignment& assignment, int from, int to) {
  std::replace(assignment.around.begin(), assignment.around.end(), from, to);
  assignment.target = with_loop(assignment.target, from, to);
  assignment.value = with_loop(assignment.value, from, to);
}

}  // namespace

Nest share_loops(const Nest& nest) {
  Nest out = nest;
  const std::vector<int> first = loops_of(out);
  std::set<int> known(first.begin(), first.end());
  for (Assignment& other : out.others) {
    for (const int loop : loops_of(other)) {
      if (known.count(loop)) continue;
      const std::vector<int> own = loops_of(other);
      const auto same = std::find_if(known.begin(), known.end(), [&](int before) {
        return std::find(own.begin(), own.end(), before) == own.end() &&
               are_one(out.loops[static_cast<std::size_t>(before)],
                       out.loops[static_cast<std::size_t>(loop)]);
      });
      if (same == known.end()) continue;
      rename(other, loop, *same);
      for (Loop& inside : out.loops)
        for (ExprPtr* bound : {&inside.lower, &inside.upper}) *bound = with_loop(*bound, loop, *same);
    }
    for (const int loop : loops_of(other)) known.insert(loop);
  }
  return out;
}

}  // namespace insum::nest
