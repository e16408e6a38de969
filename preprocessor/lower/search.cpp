// Where an operand stores a coordinate that is known: it is searched, or its position is computed.
#include <algorithm>

#include "index_ir/guard_bounds.h"
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "lower/iterators.h"
#include "lower/lowering.h"
#include "support/internal_error.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

Iterator Lowering::open_iterator(const SparseState& state, const std::string& name, lo::Body& out) {
  const TensorNode& tensor = *state.access.tensor;
  const TensorLevel& level = tensor.levels[state.resolved];
  const Argument& crd = level.arrays.back();
  Iterator it;
  it.element = open_type(crd->type, crd->type_spelling);
  it.coordinates = lo::name(crd->name, it.element);
  it.base = tensor.base;
  it.runs = !level.level.unique && state.resolved + 1 < tensor.levels.size();
  const lo::ExprPtr& p = state.position;
  const lo::ExprPtr next = lo::add(p, lo::integer(1));
  lo::ExprPtr end;
  switch (level.level.kind) {
    case LevelKind::compressed:
      it.begin = level.level.implicit_pos ? lo::integer(0) : first_child(state, p);
      end = level.level.implicit_pos ? index_value(level.size, Scope{})
                                     : first_child(state, state.run_end ? state.run_end : next);
      break;
    case LevelKind::singleton:
      it.begin = p;
      end = state.run_end ? state.run_end : next;
      break;
    default:
      internal_error("a level without an array of coordinates is merged");
  }
  it.begin = if_present(state, it.begin);
  const std::string last = fresh(tensor.name + "_" + name + "_end");
  out.push_back(declare(last, if_present(state, end)));
  it.end = lo::name(last);
  it.position = fresh("p" + tensor.name + (tensor.levels.size() > 2 ? std::to_string(state.resolved) : ""));
  return it;
}

lo::ExprPtr Lowering::find(SparseState& state, const Iterator& it, const lo::ExprPtr& coordinate,
                           lo::Body& out) {
  const lo::ExprPtr at = lo::name(it.position);
  if (it.moves)
    out.push_back(store(it.position, seek(it, at, coordinate)));
  else
    out.push_back(declare(it.position, lower::search(it, coordinate)));
  const std::string has = fresh("has_" + state.access.tensor->name);
  out.push_back(
      declare(has, binary("&&", binary("<", at, it.end), binary("==", coordinate_at(it, at), coordinate)),
              true, truth));
  enter_match(state, it, it.position, lo::name(has, truth), out);
  return lo::name(has, truth);
}

void Lowering::enter_match(SparseState& state, const Iterator& it, const std::string& position,
                           const lo::ExprPtr& present, lo::Body& body) {
  state.position = lo::name(position);
  state.present = present;
  state.run_end = nullptr;
  if (it.runs) {
    const std::string last = fresh(position + "_end");
    lo::ExprPtr end = invoke("insum::rt::segment_end", {it.coordinates, state.position, it.end});
    if (present) end = lo::make_expr(lo::Ternary{present, end, state.position}, {});
    body.push_back(declare(last, end));
    state.run_end = lo::name(last);
  }
  ++state.resolved;
}

/// Under these conditions there is something where the access is; true if there are any.
bool Lowering::require(SparseState& state, const std::vector<ExprPtr>& conditions, const Scope& scope,
                       lo::Body& out) {
  if (conditions.empty()) return false;
  std::vector<lo::ExprPtr> all;
  if (state.present) all.push_back(state.present);
  for (const ExprPtr& condition : conditions) all.push_back(index_value(condition, scope));
  const std::string has = fresh("has_" + state.access.tensor->name);
  out.push_back(declare(has, joined("&&", all), true, truth));
  state.present = lo::name(has, truth);
  return true;
}

/// The position of a subscript in a level that no loop walks there. Where it has an index array that is left,
/// nothing is there.
lo::ExprPtr Lowering::search(SparseState& state, const ExprPtr& subscript, const Scope& scope,
                             lo::Body& out) {
  lo::ExprPtr coordinate = index_value(subscript, scope);
  if (require(state, bounds_of_arrays(subscript, program_), scope, out))
    coordinate = lo::make_expr(lo::Ternary{state.present, coordinate, lo::integer(0)}, lo::Type{});
  Iterator it = open_iterator(state, "search", out);
  it.moves = false;
  return find(state, it, coordinate, out);
}

/// The position in a dense level; returns the condition that the subscript is inside, null where it always
/// is.
lo::ExprPtr Lowering::locate(SparseState& state, const ExprPtr& subscript, const Scope& scope,
                             lo::Body& out) {
  const TensorLevel& level = state.access.tensor->levels[state.resolved];
  const lo::ExprPtr coordinate = index_value(subscript, scope);
  std::vector<ExprPtr> inside;
  const bool position = state.access.tensor->folded && state.resolved == 0;
  if (level.level.mode.kind == LevelMode::Kind::plain && !position)
    inside = bounds_of(subscript, level.size, program_);
  state.position = lo::add(lo::mul(state.position, index_value(level.size, Scope{})), coordinate);
  ++state.resolved;
  return require(state, inside, scope, out) ? state.present : nullptr;
}

namespace {

/// An element is set to what temporaries hold, of which the access is no part: also where it stores nothing.
bool sets_without(const Access& access, const StmtPtr& stmt) {
  bool found = false;
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    found |= assign && assign->op == Op::none && !occurs(access, s);
  });
  return found;
}

/// An entry of the result is at the position of the access.
bool is_stored_with(const Access& access, const StmtPtr& stmt) {
  const auto* assign = get_if<Assign>(stmt);
  return assign && !assign->left.tensor->assembled && goes_along(assign->left, access);
}

/// True where no part of `stmt` runs without the access.
bool occurs_throughout(const Access& access, const StmtPtr& stmt) {
  if (const auto* n = get_if<Where>(stmt))
    return occurs_throughout(access, n->consumer) && occurs_throughout(access, n->producer);
  if (const auto* n = get_if<Sequence>(stmt))
    return std::all_of(n->stmts.begin(), n->stmts.end(),
                       [&](const StmtPtr& s) { return occurs_throughout(access, s); });
  return is_stored_with(access, stmt) || (occurs(access, stmt) && !sets_without(access, stmt));
}

}  // namespace

/// A row of an operand is found once, before the loops that build a result from it. One that is not there has
/// no entries, so that no condition is needed.
void Lowering::find_slices(Scope& scope, lo::Body& out) {
  for (SparseState& state : scope.sparse) {
    const std::vector<TensorLevel>& levels = state.access.tensor->levels;
    while (state.resolved + 1 < levels.size()) {
      const ExprPtr& subscript = state.access.subscripts[state.resolved];
      const Level& level = levels[state.resolved].level;
      const Level& below = levels[state.resolved + 1].level;
      const bool located = can_locate(level);
      const bool has_range = (below.kind == LevelKind::compressed && !below.implicit_pos) ||
                             (below.kind == LevelKind::singleton && !level.unique);  // a run of a list
      if (!variables_of(subscript).empty() || !has_range) break;
      if (located && !bounds_of(subscript, levels[state.resolved].size, program_).empty()) break;
      if (located)
        locate(state, subscript, scope, out);
      else
        search(state, subscript, scope, out);
    }
  }
}

std::vector<lo::ExprPtr> Lowering::advance(const StmtPtr& stmt, Scope& scope, lo::Body& out) {
  std::vector<lo::ExprPtr> conditions;
  for (SparseState& state : scope.sparse) {
    if (!occurs(state.access, stmt)) continue;
    const bool everywhere = state.access.optional || occurs_throughout(state.access, stmt);
    while (state.resolved < state.access.subscripts.size()) {
      const ExprPtr& subscript = state.access.subscripts[state.resolved];
      const std::vector<Var> vars = variables_of(subscript);
      if (!std::all_of(vars.begin(), vars.end(), [&](const Var& var) { return scope.names.count(var) > 0; }))
        break;
      const TensorLevel& level = state.access.tensor->levels[state.resolved];
      const bool located = can_locate(level.level);
      const bool position = state.access.tensor->folded && state.resolved == 0;
      if (!everywhere && !(located && (position || bounds_of(subscript, level.size, program_).empty())))
        break;
      const lo::ExprPtr found =
          located ? locate(state, subscript, scope, out) : search(state, subscript, scope, out);
      if (found && !state.access.optional) conditions.push_back(found);
    }
  }
  return conditions;
}

}  // namespace insum::lower
