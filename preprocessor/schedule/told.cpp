#include "schedule/told.h"

#include <algorithm>
#include <set>
#include <utility>

#include "index_ir/address.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

std::string what_was_told(const Loop& loop) {
  if (!loop.options.told.valid()) return "";
  return loop.options.vector ? "it is vectorized already" : "it is unrolled already";
}

std::string each_its_own(const Var& var) {
  const std::string& name = var->name;
  return "leave one of the two commands out, or give each a loop: split(" + name + ", " + name + "0, " +
         name + "1, 8), unroll(" + name + "0, 4), vectorize(" + name + "1)";
}

std::string vector_obstacle(const Chain& chain, const Var& var) {
  if (chain.loops.back().var == var) return "";  // innermost: the compiler gathers and reduces
  if (const auto driver = driver_of(chain, var))
    return describe(*driver) + " does not store consecutive coordinates";
  std::vector<Access> accesses = accesses_of(chain.assign.right);
  accesses.push_back(chain.assign.left);
  for (const Access& access : accesses)
    if (!stride_of(access, var))
      return access.tensor->name + " does not move by a constant distance with " + var->name;
  bool inside = false;
  for (const Loop& loop : chain.loops) {
    if (inside && loop.options.parallel) return "threads are started inside of it, over " + loop.var->name;
    inside |= loop.var == var;
  }
  return "";
}

std::string unroll_obstacle(const Chain& chain, const Var& var) {
  const std::vector<Walk> walks = walks_of(chain);
  for (std::size_t l = 0; l < walks.size(); ++l) {
    if (chain.loops[l].var != var) continue;
    if (chain.loops[l].options.runs)
      return "it takes all that " + describe(walks[l].leaders) + " stores of a row as one";
    if (walks[l].leaders.size() > 1) return "it merges " + describe(walks[l].leaders, " with ");
    if (walks[l].leaders.size() == 1 &&
        walks[l].leaders[0].access.tensor->levels[walks[l].leaders[0].level].level.kind ==
            LevelKind::singleton)
      return describe(walks[l].leaders) + " has one coordinate at a time";
  }
  return "";
}

bool can_do_as_told(const std::vector<Chain>& chains, Diagnostics& diagnostics) {
  const int before = diagnostics.error_count();
  std::set<std::pair<decltype(SourceRange::begin), std::string>> said;  // of several nests once
  for (const Chain& chain : chains)
    for (const Loop& loop : chain.loops) {
      if (!loop.options.told.valid()) continue;
      const bool vector = loop.options.vector;
      const std::string why = vector                    ? vector_obstacle(chain, loop.var)
                              : loop.options.unroll > 1 ? unroll_obstacle(chain, loop.var)
                                                        : "";
      const std::string what = loop.var->name + ": " + why;
      if (why.empty() || !said.emplace(loop.options.told.begin, what).second) continue;
      diagnostics.report(vector ? Diag::impossible_vectorize : Diag::impossible_unroll, loop.options.told,
                         {loop.var->name, why,
                          vector ? "put the loop innermost with reorder, or vectorize a dense index"
                                 : "unroll another loop, or leave the command out"});
    }
  return diagnostics.error_count() == before;
}

}  // namespace insum::schedule
