#include "schedule/workspace_notes.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

/// What is collected, in one sentence.
class Note {
 public:
  Note(const Collection& c, const Program& program, const Target& target)
      : c_(c), program_(program), target_(target), result_(*c.result), workspace_(*c.workspace) {}

  std::string text() const {
    const std::string start = c_.scattering + " into " + result_.name + why() + ": ";
    if (!workspace_.policy) return start + of_rows();
    if (target_.has_grid)
      return start +
             "its entries are listed as they come, then sorted, and those of one place combined; the " +
             "memory is in proportion to the terms";
    return start + "the workspace " + workspace_.name + " of order " + std::to_string(order()) + " (" +
           kind() + ") " + use() + loops_of_levels();
  }

 private:
  std::size_t order() const { return result_.levels.size() - c_.around.levels.size(); }

  /// ", as k is outside of i": the loop that stands where one over the workspace's first level would.
  std::string why() const {
    const auto* loop = get_if<Forall>(c_.inside);
    const auto written = building(c_.inside);
    if (!loop || !written) return "";
    const TensorLevel& first = result_.levels[c_.around.levels.size()];
    const std::vector<Var> level = variables_of(written->left.subscripts[c_.around.levels.size()]);
    const bool is_own = std::find(level.begin(), level.end(), loop->var) != level.end();
    if (!is_own) return level.empty() ? "" : ", as " + loop->var->name + " is outside of " + names(level);
    const bool has_blocks = first.level.mode.kind != LevelMode::Kind::plain;
    return has_blocks ? ", as blocks have several of " + names(level) : "";
  }

  std::string each() const { return c_.around.parts.empty() ? "" : " of each " + names(c_.around.parts); }
  std::string of_rows() const {
    const std::string& name = result_.name;
    const TensorLevel& last = result_.levels.back();
    const bool as_it_comes = has_positions(last) && !last.level.ordered &&
                             std::count_if(result_.levels.begin(), result_.levels.end(), is_stored) == 1;
    return name + " is built row by row, in a workspace of order 1 for " +
           (each().empty() ? "one at a time" : "the part" + each() + " at a time") + memory_of_row() +
           (as_it_comes ? ", and nothing is sorted, as its entries may stand in any order" : "") +
           loops_of_levels();
  }
  /// A value and bits for each place, and of threads its number in the list and a mark.
  std::string memory_of_row() const {
    const ExprPtr& places = workspace_.sizes[0];
    const int value = size_in_bytes(workspace_.type);
    const std::string bytes =
        to_string(places) +
        (value == 0 ? " values" : " * " + std::to_string(value + (target_.has_grid ? 1 : 10)) + " bytes");
    if (target_.has_grid) return ", which takes " + bytes + " for each group of lanes";
    return ", which takes " + bytes + " in each thread" +
           (as_integer(places) ? "" : ", or a list of its entries where a row is longer than 2^24");
  }

  std::string kind() const {
    const WorkspacePolicy& policy = *workspace_.policy;
    std::string text = policy.kind == "auto" ? "chosen by what is inserted" : policy.kind;
    if (policy.capacity > 0) text += ", " + std::to_string(policy.capacity) + " entries at a time";
    if (policy.pipeline) text += ", sorted on a second thread";
    if (policy.double_buffer) text += ", in two buffers";
    return text;
  }
  /// Of which iterations the workspace has the entries.
  std::string of_each() const {
    std::vector<Var> loops;
    for (const Forall& loop : c_.around.loops) loops.push_back(loop.var);
    return loops.empty() ? "" : " of each " + names(loops);
  }
  /// What becomes of the entries, and where.
  std::string use() const {
    if (workspace_.policy->kind != "dense")
      return "collects its entries" + of_each() + " and sorts them; it takes " + memory();
    ExprPtr places = integer(1);
    for (const ExprPtr& size : workspace_.sizes) places = mul(places, size);
    const int value = size_in_bytes(workspace_.type);
    return "adds its entries" + of_each() + " up in a place for every element, " +
           (value == 0 ? to_string(places) + " values" : to_string(mul(places, integer(value))) + " bytes") +
           ", and a bitmap has their order";
  }
  std::string memory() const {
    const bool grows = workspace_.policy->kind == "auto" && workspace_.policy->capacity < 0;
    const int value = size_in_bytes(workspace_.type);
    const std::string entry =
        value == 0 ? "a number and a value" : std::to_string(8 + (value + 7) / 8 * 8) + " bytes";
    std::string text = (grows ? "three to eight times " : "about twice ") + entry + " for each entry of " +
                       result_.name + of_each() + (grows ? "" : ", and its capacity");
    if (program_.memory) return text + ", no more than " + to_string(program_.memory) + " bytes";
    return text + (grows ? ", or a place for each element where enough of them have entries" : "");
  }

  /// "; loops i0, i1 visit i in order": what commands made of loops over the result.
  std::string loops_of_levels() const {
    std::string text;
    for (const ExprPtr& level : c_.around.levels) {
      if (as_var(level)) continue;
      const std::vector<Var> vars = variables_of(level);
      const Var whole = whole_of(level, program_);
      text += (vars.size() == 1 ? "; loop " : "; loops ") + names(vars) +
              (vars.size() == 1 ? " visits " : " visit ") + (whole ? whole->name : to_string(level)) +
              " in order";
    }
    return text;
  }

  const Collection& c_;
  const Program& program_;
  const Target& target_;
  const TensorNode& result_;
  const TensorNode& workspace_;
};

/// Those around the statement that writes the result.
std::vector<Var> loops_of_result(StmtPtr stmt) {
  std::vector<Var> loops;
  for (;;) {
    if (const auto* loop = get_if<Forall>(stmt)) {
      loops.push_back(loop->var);
      stmt = loop->body;
    } else if (const auto* where = get_if<Where>(stmt)) {
      stmt = where->consumer;
    } else if (const auto* guard = get_if<Guard>(stmt)) {
      stmt = guard->body;
    } else {
      return loops;
    }
  }
}

/// The right side, or what the accumulator that it is adds up.
ExprPtr what_is_summed(const StmtPtr& stmt, const ExprPtr& right) {
  const auto* read = get_if<Access>(right);
  ExprPtr summed = right;
  if (read && read->tensor->temporary && read->subscripts.empty())
    for_each_stmt(stmt, [&](const StmtPtr& s) {
      const auto* assign = get_if<Assign>(s);
      if (assign && assign->left.tensor == read->tensor) summed = assign->right;
    });
  return summed;
}

}  // namespace

std::string scattering(const std::vector<StmtPtr>& group) {
  std::string text;
  for (const StmtPtr& stmt : group) {
    const std::vector<Var> loops = loops_of_result(stmt);
    if (!text.empty()) text += " and ";
    if (const auto written = building(stmt)) text += to_string(what_is_summed(stmt, written->right));
    if (!loops.empty()) text += (loops.size() == 1 ? " in loop " : " in loops ") + names(loops);
  }
  return text + (group.size() == 1 ? " scatters" : " scatter");
}

std::string workspace_note(const Collection& collection, const Program& program, const Target& target) {
  return Note(collection, program, target).text();
}

}  // namespace insum::schedule
