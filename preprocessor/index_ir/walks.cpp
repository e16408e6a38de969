#include "index_ir/walks.h"

#include <algorithm>
#include <optional>

#include "index_ir/address.h"
#include "index_ir/nest.h"
#include "index_ir/presence.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

const Level& level_of(const AccessLevel& state) { return state.access.tensor->levels[state.level].level; }

/// The subscript is the loop's index, or at a constant distance from it.
bool is_at_distance(const ExprPtr& subscript, const Var& var) {
  const std::vector<Var> vars = variables_of(subscript);
  if (vars.size() != 1 || vars.front() != var || !accesses_of(subscript).empty()) return false;
  const ExprPtr step = coefficient(subscript, var);
  return step && as_integer(step) == 1;
}

bool occurs(const Access& access, const StmtPtr& stmt) {
  bool found = false;
  for_each_expr(stmt, [&](const ExprPtr& e) {
    const auto* a = get_if<Access>(e);
    found |= a && equal(*a, access);
  });
  return found;
}

/// The accesses of a condition `stored(a) || stored(b)`; nothing for other conditions.
std::optional<std::vector<Access>> stored_in(const ExprPtr& condition) {
  if (const Access* access = as_stored(condition)) return std::vector<Access>{*access};
  const auto* either = get_if<Binary>(condition);
  if (!either || either->op != BinaryOp::logical_or) return std::nullopt;
  auto list = stored_in(either->left);
  const auto more = stored_in(either->right);
  if (!list || !more) return std::nullopt;
  list->insert(list->end(), more->begin(), more->end());
  return list;
}

/// How far an access is known.
struct State : AccessLevel {
  bool in_run = false;  // all entries with the last coordinate are at hand, where a level may have several
};

class Walker {
 public:
  explicit Walker(const StmtPtr& stmt) {
    for_each_stmt(stmt, [&](const StmtPtr& s) {
      const auto* assign = get_if<Assign>(s);
      if (!assign) return;
      for (const Access& access : sparse_accesses(assign->right))
        if (std::none_of(states_.begin(), states_.end(),
                         [&](const State& state) { return equal(state.access, access); }))
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
    const std::vector<State> states = states_;
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
    const auto has = [](const std::vector<AccessLevel>& list, const State& state) {
      return std::any_of(list.begin(), list.end(), [&](const AccessLevel& level) {
        return level.level == state.level && equal(level.access, state.access);
      });
    };
    for (State& state : states_) {
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
    std::vector<State> met, required;
    for (const State& state : states_) {
      if (state.level == state.access.subscripts.size() || can_locate(level_of(state))) continue;
      const ExprPtr& subscript = state.access.subscripts[state.level];
      if (!is_at_distance(subscript, loop.var) || !occurs(state.access, loop.body)) continue;
      if (!as_var(subscript) && !keeps_order(*state.access.tensor)) continue;
      met.push_back(state);
      if (!state.access.optional) required.push_back(state);
    }
    Walk walk;
    walk.loop = &loop;
    walk.leaders = required.empty() ? any_of(met, loop.body) : leading(required);
    if (walk.leaders.size() == 1) walk.kind = Walk::Kind::entries;
    if (walk.leaders.size() > 1) walk.kind = required.empty() ? Walk::Kind::any : Walk::Kind::all;
    for (const State& state : met)
      if (std::none_of(walk.leaders.begin(), walk.leaders.end(),
                       [&](const AccessLevel& leader) { return equal(leader.access, state.access); }))
        walk.searched.push_back(state);
    return walk;
  }

  /// One that is in no order, or has one coordinate, leads alone.
  static std::vector<AccessLevel> leading(const std::vector<State>& required) {
    auto first = std::find_if(required.begin(), required.end(),
                              [](const State& state) { return !keeps_order(*state.access.tensor); });
    if (first == required.end())
      first = std::find_if(required.begin(), required.end(), [](const State& state) {
        return level_of(state).kind == LevelKind::singleton && !state.in_run &&
               as_var(state.access.subscripts[state.level]);
      });
    if (first != required.end()) return {*first};
    return {required.begin(), required.end()};
  }

  /// The shortest clause whose operands are all met here: they are merged.
  static std::vector<AccessLevel> any_of(const std::vector<State>& met, const StmtPtr& body) {
    std::vector<AccessLevel> best;
    for_each_stmt(body, [&](const StmtPtr& s) {
      const auto* guard = get_if<Guard>(s);
      const auto stored = guard ? stored_in(guard->condition) : std::nullopt;
      if (!stored || (!best.empty() && stored->size() >= best.size())) return;
      std::vector<AccessLevel> members;
      for (const State& state : met)
        if (std::any_of(stored->begin(), stored->end(),
                        [&](const Access& access) { return equal(access, state.access); }))
          members.push_back(state);
      if (members.size() == stored->size()) best = members;
    });
    return best;
  }

  /// Levels whose coordinates are known are found.
  void advance(const StmtPtr& stmt, Walk* around) {
    for (State& state : states_) {
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

  std::vector<State> states_;
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
