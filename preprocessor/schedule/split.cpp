// split(i, i0, i1, n)     forall i: S(i)  ->  forall i0: forall i1: S(i0*n + i1)
// Refused for a loop over the stored coordinates of a level, and for an index that is in parts already.
#include <algorithm>

#include "schedule/command.h"
#include "schedule/split_loop.h"
#include "schedule/to_positions.h"

namespace insum::schedule {

using namespace index;

namespace {

/// What to do instead of splitting a loop that `driver` enumerates.
std::string instead(const Chain& chain, const Var& loop, const Driver& driver, const std::string& name,
                    const Program& program) {
  const auto& subscripts = driver.access.subscripts;
  const bool plain = std::all_of(subscripts.begin(), subscripts.end(),
                                 [](const ExprPtr& s) { return as_var(s) != nullptr; });
  if (!plain) return "leave it whole: what is above it is in parts";
  if (driver.access.tensor->levels[driver.level].level.kind == LevelKind::singleton)
    return "split the loop around it: " + describe(driver) + " has one coordinate at a time";
  if (const auto obstacle = check_positions(chain, loop, driver, program))
    return "leave it whole: its positions cannot be split either, since " + obstacle->why;
  return "split its positions: pos(" + name + ", " + name + "p, " + as_written(driver.access) + ")";
}

/// Why the loops over `var` stay whole (diagnosed).
bool is_whole(Command& command, const Var& var) {
  for (Chain& chain : command.chains) {
    const std::vector<Var> loops = loops_for(chain, var, command.program);
    if (loops.empty()) continue;
    const auto refuse = [&](const std::string& why, const std::string& remedy) {
      return !schedule::refuse(command, Diag::impossible_split, {var->name, why, remedy});
    };
    if (loops.size() > 1)
      return refuse("its loop is in parts already (" + loops[0]->name + ", " + loops[1]->name + ")",
                    "split one of them");
    if (const LoopOptions& options = chain.find(loops[0])->options;
        options.parallel && options.balance == LoopOptions::Balance::entries)
      return refuse("its threads share its entries equally", "split first, then parallelize");
    if (const auto driver = driver_of(chain, loops[0]))
      return refuse("it enumerates " + describe(*driver),
                    instead(chain, loops[0], *driver, var->name, command.program));
    if (const auto fused = command.program.fused.find(loops[0]);
        fused != command.program.fused.end() && fused->second.entries)
      return refuse("it enumerates the entries of " + fused->second.entries->name,
                    "split their positions: pos(" + var->name + ", " + var->name + "p, " +
                        fused->second.entries->name + ")");
  }
  return false;
}

}  // namespace

bool split(Command& command) {
  if (!has_arguments(command, 4, 4)) return false;
  const Var var = index_argument(command, 0);
  if (!var || !is_looped(command, var, 0)) return false;
  const auto outer_name = new_name(command, 1), inner_name = new_name(command, 2);
  const auto factor = number_argument(command, 3, 1, 1 << 20);
  if (!outer_name || !inner_name || !factor) return false;
  if (*outer_name == *inner_name)
    return refuse(command, Diag::schedule_argument, {"split", "two different names for the new indices"});
  return split_index(command, var, *outer_name, *inner_name, integer(*factor));
}

bool split_index(Command& command, const Var& var, const std::string& outer, const std::string& inner,
                 const ExprPtr& width) {
  if (is_whole(command, var)) return false;
  std::vector<std::pair<Var, Parts>> done;  // a loop variable may be shared by several nests
  for (Chain& chain : command.chains) {
    const std::vector<Var> loops = loops_for(chain, var, command.program);
    if (loops.empty()) continue;
    auto parts =
        std::find_if(done.begin(), done.end(), [&](const auto& entry) { return entry.first == loops[0]; });
    if (parts == done.end()) {
      done.emplace_back(loops[0], make_parts(command.program, loops[0], outer, inner, width));
      parts = done.end() - 1;
      if (done.size() > 1) {  // the names are those of the parts of every nest
        command.program.derived.emplace(done.front().second.outer, std::vector<Var>{parts->second.outer});
        command.program.derived.emplace(done.front().second.inner, std::vector<Var>{parts->second.inner});
      }
    }
    split_loop(chain, loops[0], parts->second, width, command.program);
  }
  for (const auto& [whole, parts] : done)
    split_shared_modes(command.chains, whole, parts, width, command.program);
  return true;
}

}  // namespace insum::schedule
