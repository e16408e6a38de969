// Loops over the coordinates of several sparse operands.
//
// walk: for each position of the leader; the followers are looked up at its coordinate.
//
// dense: for each value of the range, likewise.
//
// intersect: while no leader has ended, those behind gallop to the largest of their coordinates; where they
// meet, the body.
//
// unite: while some leader has not ended, the body at the smallest of their coordinates; then those at it
// move on.
//
// A merge keeps one copy of the body: an operand that stores nothing at the coordinate is read as its fill
// value, and its levels below are empty ranges. Which coordinates matter comes from index_ir/presence.h.
#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/nest.h"
#include "index_ir/presence.h"
#include "index_ir/rewrite.h"
#include "lower/iterators.h"
#include "lower/lowering.h"
#include "support/internal_error.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

/// In order, so that it can be merged with others and searched.
bool in_order(const SparseState* state) { return keeps_order(*state->access.tensor); }

/// One position with one coordinate: nothing to loop over.
bool is_single(const SparseState& state) {
  return state.access.tensor->levels[state.resolved].level.kind == LevelKind::singleton && !state.run_end;
}

bool is_apart(const SparseState* state) { return !as_var(state->access.subscripts[state->resolved]); }

}  // namespace

Merge Lowering::plan(const Forall& node, Scope& scope) {
  std::vector<SparseState*> states;
  std::vector<OpenLevel> met;
  for (SparseState& state : scope.sparse) {
    OpenLevel level{{state.access, state.resolved}, state.run_end != nullptr};
    if (!is_met(level, node.var, node.body)) continue;
    states.push_back(&state);
    met.push_back(std::move(level));
  }
  const Meeting meeting = meeting_of(met, node.body);
  Merge merge{meeting.kind, {}, {}, meeting.clause};
  for (const std::size_t leader : meeting.leaders) merge.leaders.push_back(states[leader]);
  for (SparseState* state : states)
    if (std::find(merge.leaders.begin(), merge.leaders.end(), state) == merge.leaders.end())
      merge.followers.push_back(state);
  for (const SparseState* state : merge.followers)
    internal_check(in_order(state), state->access.tensor->name + " has to be searched and is in no order");
  return merge;
}

/// Of the next level's coordinates from the loop's index; null: none.
lo::ExprPtr Lowering::distance_at(const SparseState& state, const Var& var, const Scope& scope) {
  if (!is_apart(&state)) return nullptr;
  return index_value(distance_from(state.access.subscripts[state.resolved], var), scope);
}

std::vector<Iterator> Lowering::open_followers(const Merge& merge, const Var& var, const Scope& scope,
                                               lo::Body& out) {
  // The coordinates of a walk that is in no order, or of which there is one, say nothing about where to go
  // on.
  const bool ordered = merge.kind != Merge::Kind::walk ||
                       (in_order(merge.leaders.front()) && !is_single(*merge.leaders.front()));
  std::vector<Iterator> list;
  for (const SparseState* state : merge.followers) {
    list.push_back(open_iterator(*state, var->name, out));
    list.back().distance = distance_at(*state, var, scope);
    list.back().moves = ordered;
    if (ordered) out.push_back(declare(list.back().position, list.back().begin, false));
  }
  return list;
}

std::vector<lo::ExprPtr> Lowering::follow(const Merge& merge, const std::vector<Iterator>& iterators,
                                          const Var& var, const Scope& scope, lo::Body& body) {
  std::vector<lo::ExprPtr> conditions;
  for (std::size_t f = 0; f < iterators.size(); ++f) {
    const lo::ExprPtr has = find(*merge.followers[f], iterators[f], lo::name(scope.names.at(var)), body);
    if (!merge.followers[f]->access.optional) conditions.push_back(has);
  }
  return conditions;
}

void Lowering::enter_body(const StmtPtr& stmt, std::vector<lo::ExprPtr> conditions, Scope& scope,
                          lo::Body& body) {
  for (lo::ExprPtr& condition : advance(stmt, scope, body)) conditions.push_back(std::move(condition));
  for (SparseState& state : scope.sparse)
    if (!state.access.optional) state.present = nullptr;  // by the conditions
  lo::Body inner = statement(stmt, scope);
  if (!conditions.empty()) inner = {lo::make_stmt(lo::If{joined("&&", conditions), std::move(inner)})};
  for (lo::StmtPtr& s : inner) body.push_back(std::move(s));
}

/// Bounds for an operand at a distance, whose coordinates may be none of the index's values.
std::pair<lo::ExprPtr, lo::ExprPtr> Lowering::within_range(const SparseState& state, const Var& var,
                                                           const Scope& scope, const lo::ExprPtr& first,
                                                           const lo::ExprPtr& last) {
  const Range& range = program_.ranges.at(var);
  const auto number = as_integer(distance_from(state.access.subscripts[state.resolved], var));
  const ExprPtr& size = state.access.tensor->levels[state.resolved].size;
  lo::ExprPtr from = first, to = last;
  if (!(number && *number <= 0 && as_integer(range.begin) == 0)) {
    const lo::ExprPtr begin = index_value(range.begin, scope);
    from = first ? invoke("insum::rt::max", {first, begin}) : begin;
  }
  if (!(number && *number >= 0 && size && equal(range.end, size))) {
    const lo::ExprPtr end = index_value(range.end, scope);
    to = last ? invoke("insum::rt::min", {last, end}) : end;
  }
  return {from, to};
}

std::vector<Iterator> Lowering::open_leaders(const Merge& merge, const Var& var, const Scope& scope,
                                             const lo::ExprPtr& first, const lo::ExprPtr& last,
                                             lo::Body& out) {
  std::vector<Iterator> list;
  for (const SparseState* state : merge.leaders) {
    Iterator it = open_iterator(*state, var->name, out);
    it.distance = distance_at(*state, var, scope);
    const auto [from, to] =
        it.distance ? within_range(*state, var, scope, first, last) : std::pair(first, last);
    out.push_back(declare(it.position, from ? seek(it, it.begin, from) : it.begin, false));
    if (to) {
      const std::string bound = fresh(it.position + "_last");
      out.push_back(declare(bound, seek(it, lo::name(it.position), to)));
      it.end = lo::name(bound);
    }
    list.push_back(std::move(it));
  }
  return list;
}

namespace {

lo::ExprPtr is_running(const Iterator& it) { return binary("<", lo::name(it.position), it.end); }

/// The body goes on to the next iteration where some leader, moved to the largest coordinate, is not at it.
lo::StmtPtr gallop(const std::vector<Iterator>& leaders, const std::vector<lo::ExprPtr>& coordinates,
                   const lo::ExprPtr& chosen) {
  std::vector<lo::ExprPtr> apart;
  lo::If move;
  for (std::size_t l = 0; l < leaders.size(); ++l) {
    apart.push_back(binary("!=", coordinates[l], chosen));
    move.body.push_back(store(leaders[l].position, seek(leaders[l], lo::name(leaders[l].position), chosen)));
  }
  move.condition = joined("||", apart);
  move.body.push_back(lo::make_stmt(lo::Continue{nullptr}));
  return lo::make_stmt(std::move(move));
}

/// Levels below those that lead can all be located: the clause holds wherever one leader is stored.
bool decides(const Merge& merge) {
  return merge.clause &&
         std::all_of(merge.leaders.begin(), merge.leaders.end(), [](const SparseState* state) {
           const auto& levels = state->access.tensor->levels;
           return std::all_of(levels.begin() + static_cast<std::ptrdiff_t>(state->resolved), levels.end(),
                              [](const TensorLevel& level) { return can_locate(level.level); });
         });
}

}  // namespace

std::vector<lo::ExprPtr> Lowering::choose_coordinate(const Merge& merge, const std::vector<Iterator>& leaders,
                                                     const std::string& var, lo::Body& body) {
  const bool all = merge.kind == Merge::Kind::intersect;
  std::vector<lo::ExprPtr> coordinates;
  for (std::size_t l = 0; l < leaders.size(); ++l) {
    const std::string name = fresh(var + "_" + merge.leaders[l]->access.tensor->name);
    lo::ExprPtr value = coordinate_at(leaders[l], lo::name(leaders[l].position));
    if (!all)
      value =
          lo::make_expr(lo::Ternary{is_running(leaders[l]), value, lo::name("insum::rt::no_coordinate")}, {});
    body.push_back(declare(name, value));
    coordinates.push_back(lo::name(name));
  }
  if (all && leaders.size() == 2) {  // one comparison tells who is behind, and by how much is predicted well
    for (std::size_t l = 0; l < 2; ++l) {
      const lo::ExprPtr &here = coordinates[l], &there = coordinates[1 - l],
                        position = lo::name(leaders[l].position);
      lo::If behind;
      behind.condition = binary("<", here, there);
      behind.body = {store(leaders[l].position, seek(leaders[l], lo::add(position, lo::integer(1)), there)),
                     lo::make_stmt(lo::Continue{nullptr})};
      body.push_back(lo::make_stmt(std::move(behind)));
    }
    body.push_back(declare(var, coordinates.front()));
    return coordinates;
  }
  lo::ExprPtr chosen = coordinates.front();
  for (std::size_t l = 1; l < coordinates.size(); ++l)
    chosen = invoke(all ? "insum::rt::max" : "insum::rt::min", {chosen, coordinates[l]});
  body.push_back(declare(var, chosen));
  if (all && leaders.size() > 1) body.push_back(gallop(leaders, coordinates, lo::name(var)));
  return coordinates;
}

void Lowering::enter_leader(SparseState& state, const Iterator& it, const lo::ExprPtr& coordinate,
                            const std::string& var, bool all, lo::Body& body) {
  const std::string here = fresh(it.position + "_at");
  const lo::ExprPtr running_position = lo::name(it.position);
  body.push_back(declare(here, running_position));
  lo::ExprPtr has;
  if (!all) {
    const std::string name = fresh("has_" + state.access.tensor->name);
    body.push_back(declare(name, binary("==", coordinate, lo::name(var)), true, truth));
    has = lo::name(name, truth);
  }
  enter_match(state, it, here, has, body);
  lo::ExprPtr next = state.run_end;
  if (!next)
    next = all ? lo::add(running_position, lo::integer(1))
               : binary("+", running_position, lo::make_expr(lo::Cast{has}, lo::Type{}), {});
  body.push_back(store(it.position, next));
}

/// A loop over two operands that only counts, the same at each coordinate.
std::optional<lo::Body> Lowering::counted_merge(const Forall& node, const Merge& merge, const Scope& scope) {
  if (!counts_ || merge.leaders.size() != 2 || !merge.followers.empty()) return std::nullopt;
  StmtPtr body = node.body;
  const auto* guard = get_if<Guard>(body);
  if (guard && guard->condition == merge.clause) body = guard->body;
  const auto* assign = get_if<Assign>(body);
  for (const SparseState& state : scope.sparse)
    if (occurs(state.access, node.body) && (state.resolved + 1 != state.access.subscripts.size() ||
                                            std::none_of(merge.leaders.begin(), merge.leaders.end(),
                                                         [&](const SparseState* s) { return s == &state; })))
      return std::nullopt;
  if (!assign || is_apart(merge.leaders[0]) || is_apart(merge.leaders[1])) return std::nullopt;
  lo::Body out;
  std::vector<lo::ExprPtr> lists;
  int shift = 0;
  for (const SparseState* state : merge.leaders) {
    const Iterator it = open_iterator(*state, node.var->name, out);
    if (it.runs) return std::nullopt;
    lists.insert(lists.end(), {it.coordinates, it.begin, it.end});
    shift = it.base - shift;
  }
  if (shift != 0) lists.push_back(lo::integer(shift));
  const bool all = merge.kind == Merge::Kind::intersect;
  const lo::ExprPtr times = invoke(all ? "insum::report::common" : "insum::report::united", lists);
  for (lo::StmtPtr& s : this->assign(*assign, scope)) {
    const auto* update = lo::get_if<lo::Update>(s);
    out.push_back(lo::make_stmt(lo::Update{update->target, update->op, lo::mul(update->value, times)}));
  }
  return out;
}

lo::Body Lowering::merge_loop(const Forall& node, Scope scope, const lo::ExprPtr& first,
                              const lo::ExprPtr& last) {
  const Merge merge = plan(node, scope);
  if (const auto counted = first || last ? std::nullopt : counted_merge(node, merge, scope)) return *counted;
  const bool all = merge.kind == Merge::Kind::intersect;
  lo::Body out;
  const std::vector<Iterator> leaders = open_leaders(merge, node.var, scope, first, last, out);
  const std::vector<Iterator> followers = open_followers(merge, node.var, scope, out);
  std::vector<lo::ExprPtr> running;
  for (const Iterator& it : leaders) running.push_back(is_running(it));

  lo::Body body;
  const std::string var = bind(node.var, scope);
  const std::vector<lo::ExprPtr> coordinates = choose_coordinate(merge, leaders, var, body);
  // The positions move on before the body, which may go on to the next iteration.
  for (std::size_t l = 0; l < leaders.size(); ++l)
    enter_leader(*merge.leaders[l], leaders[l], coordinates[l], var, all, body);
  if (decides(merge)) scope.known.push_back(merge.clause);
  enter_body(node.body, follow(merge, followers, node.var, scope, body), scope, body);
  out.push_back(lo::make_stmt(lo::While{joined(all ? "&&" : "||", running), std::move(body)}));
  return out;
}

}  // namespace insum::lower
