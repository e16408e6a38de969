#include "index_ir/walks.h"

#include <algorithm>

#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

const Level& level_of(const AccessLevel& state) { return state.access.tensor->levels[state.level].level; }

class Walker {
 public:
  explicit Walker(const StmtPtr& stmt) {
    for_each_stmt(stmt, [&](const StmtPtr& s) {
      const auto* assign = get_if<Assign>(s);
      if (!assign) return;
      for (const Access& access : sparse_accesses(assign->right))
        if (std::none_of(states_.begin(), states_.end(),
                         [&](const OpenLevel& state) { return equal(state.access, access); }))
          states_.push_back({{access, 0}});
    });
  }

  std::vector<Walk> run(const StmtPtr& stmt) {
    visit(stmt, nullptr);
    return std::move(walks_);
  }

 private:
  /// `around`: the walk in whose iterations what is met is searched.
  void visit(const StmtPtr& stmt, Walk* around) {
    advance(stmt, around);
    const std::vector<OpenLevel> states = states_;
    const auto part = [&](const StmtPtr& inner) {
      states_ = states;
      visit(inner, around);
    };
    if (const auto* loop = get_if<Forall>(stmt)) return visit_loop(*loop);
    if (const auto* guard = get_if<Guard>(stmt)) return visit(guard->body, around);
    if (const auto* product = get_if<MatrixProduct>(stmt)) return visit(product->loops, around);
    if (const auto* where = get_if<Where>(stmt)) part(where->consumer), part(where->producer);
    if (const auto* list = get_if<Sequence>(stmt))
      for (const StmtPtr& inner : list->stmts) part(inner);
  }

  void visit_loop(const Forall& loop) {
    const std::size_t number = walks_.size();
    Walk walk = walk_of(loop);
    walks_.push_back(walk);
    const auto has = [](const std::vector<AccessLevel>& list, const OpenLevel& state) {
      return std::any_of(list.begin(), list.end(), [&](const AccessLevel& level) {
        return level.level == state.level && equal(level.access, state.access);
      });
    };
    for (OpenLevel& state : states_) {
      const bool leads = has(walk.leaders, state);
      if (!leads && !has(walk.searched, state)) continue;
      state.in_run = !level_of(state).unique && (!leads || walk.leaders.size() > 1 || loop.options.runs);
      ++state.level;
    }
    known_.push_back(loop.var);
    visit(loop.body, &walk);
    known_.pop_back();
    walks_[number] = std::move(walk);
  }

  /// The levels that the loop meets; those that do not lead are searched.
  Walk walk_of(const Forall& loop) const {
    std::vector<OpenLevel> met;
    for (const OpenLevel& state : states_)
      if (is_met(state, loop.var, loop.body)) met.push_back(state);
    const Meeting meeting = meeting_of(met, loop.body);
    Walk walk{&loop, meeting.kind, {}, {}};
    for (const std::size_t leader : meeting.leaders) walk.leaders.push_back(met[leader]);
    for (std::size_t n = 0; n < met.size(); ++n)
      if (std::find(meeting.leaders.begin(), meeting.leaders.end(), n) == meeting.leaders.end())
        walk.searched.push_back(met[n]);
    return walk;
  }

  /// Levels whose coordinates are known are found.
  void advance(const StmtPtr& stmt, Walk* around) {
    for (OpenLevel& state : states_) {
      if (!occurs(state.access, stmt)) continue;
      for (; state.level < state.access.subscripts.size(); ++state.level) {
        const std::vector<Var> vars = variables_of(state.access.subscripts[state.level]);
        if (!std::all_of(vars.begin(), vars.end(), [&](const Var& var) { return contains(known_, var); }))
          break;
        if (can_locate(level_of(state))) continue;
        if (around) around->searched.push_back(state);
        state.in_run = !level_of(state).unique;
      }
    }
  }

  std::vector<OpenLevel> states_;
  std::vector<Var> known_;
  std::vector<Walk> walks_;
};

}  // namespace

std::string describe(const AccessLevel& level) {
  const TensorNode& tensor = *level.access.tensor;
  const std::size_t folded = tensor.folded ? static_cast<std::size_t>(tensor.folded) - 1 : 0;
  return "level " + std::to_string(level.level + folded) + " of " + name_in_messages(tensor) + " (" +
         to_string(level_of(level).kind) + ")";
}

std::string describe(const std::vector<AccessLevel>& levels, const std::string& separator) {
  std::string text;
  for (const AccessLevel& level : levels) text += (text.empty() ? "" : separator) + describe(level);
  return text;
}

std::vector<Walk> walks_of(const StmtPtr& stmt) { return Walker(stmt).run(stmt); }

}  // namespace insum::index
