// The work of the iterations of a parallel loop, as far as sizes and stored positions tell it before the
// loop: how threads share the loop, and whether they pay at all.
#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/nest.h"
#include "index_ir/positions.h"
#include "index_ir/rewrite.h"
#include "lower/check_calls.h"
#include "lower/lowering.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

// Multiplications and additions in the time of a step that branches on data, and of a search.
constexpr int merge_step = 4, search_step = 8;

/// How many entries of rows a part of them has at most: those in [max(first, row begins), min(first + length,
/// row ends)).
std::optional<long long> longest_part(const Range& entries) {
  const auto* begin = get_if<Call>(entries.begin);
  const auto* end = get_if<Call>(entries.end);
  if (!begin || !end || begin->callable || end->callable || begin->function != "max" ||
      end->function != "min")
    return std::nullopt;
  const auto* sum = get_if<Binary>(end->arguments[0]);
  const bool is_part = sum && sum->op == BinaryOp::add && equal(sum->left, begin->arguments[0]);
  return is_part ? at_most(sum->right) : std::nullopt;
}

/// Work has no need of more, and is multiplied by the lengths of rows.
constexpr long long most_work = 1LL << 40;

lo::ExprPtr times(const lo::ExprPtr& a, const lo::ExprPtr& b) {
  const auto x = lo::as_integer(a), y = lo::as_integer(b);
  long long product = 0;
  const bool both = x && y;
  if (both && (__builtin_mul_overflow(*x, *y, &product) || product > most_work))
    return lo::integer(most_work);
  // Small factors are left plain: what they are multiplied with is no more than that itself.
  const auto is_small = [](const std::optional<long long>& n) { return n && *n <= 64; };
  return both || is_small(x) || is_small(y) ? lo::mul(a, b) : invoke("insum::rt::work_product", {a, b});
}

}  // namespace

std::optional<Counted> Lowering::work_before(const Forall& node, const Scope& scope, const std::string& var) {
  Scope probe = scope;
  const Merge merge = plan(node, probe);
  if (merge.kind == Merge::Kind::intersect || merge.kind == Merge::Kind::unite) return std::nullopt;
  SparseState* walked = merge.walked();
  if (walked) {
    const LevelKind kind = walked->access.tensor->levels[walked->resolved].level.kind;
    if (kind == LevelKind::singleton || kind == LevelKind::ragged) return std::nullopt;
    enter_level(*walked, node.var, var, probe);
  } else {
    probe.names[node.var] = var;
  }
  lo::Body unused;
  advance(node.body, probe, unused);
  for (const SparseState& state : probe.sparse) {
    if (state.resolved == 0 || state.resolved == state.access.subscripts.size()) continue;
    if (!uses(make_expr(state.access, ElementType::f64), node.var)) continue;
    const TensorLevel& level = state.access.tensor->levels[state.resolved];
    const bool counted = has_positions(level) || level.level.kind == LevelKind::ragged;
    if (!counted || (walked && &state != walked))
      continue;  // positions of one level are no coordinates of another
    // Only a position that is the loop's own is monotone in it.
    const auto* name = lo::get_if<lo::Name>(state.position);
    if (!name || name->text != var) continue;
    const lo::Type type = open_type(level.arrays[0]->type, level.arrays[0]->type_spelling);
    return Counted{element_as_index(
                       lo::make_expr(lo::Load{lo::name(level.arrays[0]->name, type), state.position}, type)),
                   state.access, state.resolved};
  }
  if (walked) return std::nullopt;
  if (const auto rows = rows_before(node, probe)) return rows;
  const auto positions = positions_before(node, probe);
  if (!positions) return std::nullopt;
  return Counted{*positions, std::nullopt, 0};
}

/// Of loops over parts of rows, the entries before the first row of an iteration.
std::optional<Counted> Lowering::rows_before(const Forall& node, const Scope& scope) {
  for (const SparseState& state : scope.sparse) {
    const std::vector<TensorLevel>& levels = state.access.tensor->levels;
    if (state.resolved != 0 || levels.size() < 2 || !has_positions(levels[1]) || !can_locate(levels[0].level))
      continue;
    const ExprPtr first = first_row(state.access.subscripts[0], node.var, loops_in(node.body), program_);
    if (!first) continue;
    const Argument& positions = levels[1].arrays[0];
    const lo::Type type = open_type(positions->type, positions->type_spelling);
    const lo::ExprPtr at = index_value(first, scope);
    return Counted{element_as_index(lo::make_expr(lo::Load{lo::name(positions->name, type), at}, type)),
                   state.access, 1};
  }
  return std::nullopt;
}

/// A loop over positions inside says it as well.
std::optional<lo::ExprPtr> Lowering::positions_before(const Forall& node, const Scope& scope) {
  std::optional<lo::ExprPtr> found;
  for_each_stmt(node.body, [&](const StmtPtr& s) {
    const auto* loop = get_if<Forall>(s);
    if (!loop || found) return;
    const Range& range = program_.ranges.at(loop->var);
    if (const auto positions = positions_of_rows(range, node.var, loops_in(node.body), program_))
      found = index_value(make_expr(*positions, positions->tensor->type), scope);
  });
  return found;
}

/// How many positions a level has below all positions of the level above, and how many these are; none where
/// no array says it.
std::optional<std::array<lo::ExprPtr, 2>> Lowering::run_of(const TensorNode& tensor, std::size_t l) {
  lo::ExprPtr above = lo::integer(1);
  for (std::size_t k = 0; k <= l; ++k) {
    const TensorLevel& level = tensor.levels[k];
    if (level.level.kind == LevelKind::dense) {
      above = lo::mul(above, index_value(level.size, Scope{}));
    } else if (has_positions(level)) {
      const lo::ExprPtr count =
          invoke("insum::rt::level_end", {array(level.arrays[0]), above, lo::integer(tensor.base)});
      if (k == l) return std::array{count, above};
      above = count;
    } else if (level.level.kind != LevelKind::singleton) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

/// The average number of positions of a level below one position of the level above.
std::optional<lo::ExprPtr> Lowering::mean_run(const TensorNode& tensor, std::size_t l) {
  const auto run = run_of(tensor, l);
  if (!run) return std::nullopt;
  return invoke("insum::rt::mean_run", {(*run)[0], (*run)[1]});
}

/// How many levels are searched in each iteration of a loop, since loops around it have their coordinates.
int Lowering::searches_in(const Forall& node, const Scope& scope) const {
  std::vector<Var> inside = loops_in(node.body);
  inside.push_back(node.var);
  const auto is_outside = [&](const Var& var) {
    return std::find(inside.begin(), inside.end(), var) == inside.end();
  };
  int searches = 0;
  for (const SparseState& state : scope.sparse) {
    bool is_below = false;  // the levels above have a coordinate of this loop
    for (std::size_t l = 0; l < state.access.subscripts.size(); ++l) {
      const Var var = as_var(state.access.subscripts[l]);
      searches += is_below && var && is_outside(var) && !can_locate(state.access.tensor->levels[l].level);
      is_below |= var == node.var;
    }
  }
  return searches;
}

/// Whether the loop is over parts of rows.
bool Lowering::cuts_rows(const Forall& node) const {
  bool found = false;
  for_each_stmt(node.body, [&](const StmtPtr& s) {
    const auto* loop = get_if<Forall>(s);
    const Range* range = loop ? &program_.ranges.at(loop->var) : nullptr;
    found |= range && longest_part(*range) && uses(range->begin, node.var);
  });
  return found;
}

/// The work of a loop over coordinates of sparse levels. Where the partition counts the entries of one of
/// them, for each of these.
lo::ExprPtr Lowering::walked_work(const Forall& node, const Scope& scope,
                                  const std::optional<Counted>& counted) {
  lo::ExprPtr own, all;
  int walked = 0;
  for (const SparseState& state : scope.sparse)
    for (std::size_t l = 0; l < state.access.subscripts.size(); ++l) {
      if (as_var(state.access.subscripts[l]) != node.var || can_locate(state.access.tensor->levels[l].level))
        continue;
      ++walked;
      const bool is_own =
          counted && counted->access && counted->level == l && equal(*counted->access, state.access);
      const lo::ExprPtr mean = mean_run(*state.access.tensor, l).value_or(lo::integer(1));
      if (is_own)
        own = mean;
      else
        all = all ? lo::add(all, mean) : mean;
    }
  lo::ExprPtr work = own && all    ? invoke("insum::rt::per_own", {own, all})
                     : all && !own ? all
                                   : lo::integer(1);
  return walked > 1 ? lo::mul(lo::integer(merge_step), work) : work;
}

/// The work of one iteration as the product of the lengths of the loops inside, on the deepest path.
lo::ExprPtr Lowering::inner_work(const StmtPtr& stmt, const Scope& scope,
                                 const std::optional<Counted>& counted, int& depth) {
  depth = 0;
  const auto deepest = [&](const std::vector<StmtPtr>& list) {
    lo::ExprPtr work = lo::integer(1);
    for (const StmtPtr& s : list) {
      int below = 0;
      const lo::ExprPtr inner = inner_work(s, scope, counted, below);
      if (below > depth) depth = below, work = inner;
    }
    return work;
  };
  return match(
      stmt, [&](const Einsum&) { return lo::integer(1); }, [&](const Assign&) { return lo::integer(1); },
      [&](const Forall& n) {
        const lo::ExprPtr inner =
            lo::add(deepest({n.body}), lo::integer(search_step * searches_in(n, scope)));
        const Range& range = program_.ranges.at(n.var);
        bool is_range = variables_of(range.end).empty() && as_integer(range.begin) == 0;
        for (const SparseState& state : scope.sparse)
          for (std::size_t l = 0; l < state.access.subscripts.size(); ++l)
            is_range &= can_locate(state.access.tensor->levels[l].level) ||
                        as_var(state.access.subscripts[l]) != n.var;
        ++depth;
        if (counted && counted->access && counted->level == 1 && !as_var(counted->access->subscripts[0]) &&
            uses(counted->access->subscripts[0], n.var))
          return inner;  // a row of a part, whose entries are counted
        if (const auto most = counted ? std::nullopt : longest_part(range))  // in all rows of the part
          return times(lo::integer(*most), inner);
        if (const auto most = at_most(range.end)) return times(lo::integer(*most), inner);
        return times(is_range ? index_value(range.end, Scope{}) : walked_work(n, scope, counted), inner);
      },
      [&](const Where& n) { return deepest({n.consumer, n.producer}); },
      [&](const Sequence& n) { return deepest(n.stmts); }, [&](const Guard& n) { return deepest({n.body}); },
      [&](const MatrixProduct& n) { return deepest({n.loops}); });
}

/// How often a loop runs on average, if sizes and the lengths of arrays tell it before all loops: of operands
/// that it intersects as often as in the shortest. Null: they do not.
lo::ExprPtr Lowering::trips_of(const Forall& node) {
  lo::ExprPtr shortest, all;
  bool known = true;
  for_each_expr(node.body, [&](const ExprPtr& e) {
    const auto* access = get_if<Access>(e);
    if (!access || access->tensor->dense) return;
    for (std::size_t l = 0; l < access->subscripts.size(); ++l) {
      if (as_var(access->subscripts[l]) != node.var || can_locate(access->tensor->levels[l].level)) continue;
      const auto mean = access->tensor->temporary ? std::nullopt : mean_run(*access->tensor, l);
      known &= mean.has_value();
      if (!mean) continue;
      if (!access->optional) shortest = shortest ? invoke("insum::rt::min", {shortest, *mean}) : *mean;
      all = all ? lo::add(all, *mean) : *mean;
    }
  });
  if (!known || all) return !known ? nullptr : shortest ? shortest : all;
  const Range& range = program_.ranges.at(node.var);
  if (as_integer(range.begin) != 0) return nullptr;
  if (const auto most = at_most(range.end)) return lo::integer(*most);
  return variables_of(range.end).empty() ? index_value(range.end, Scope{}) : nullptr;
}

/// The trips of the loops around what `stmt` puts into a workspace. False where one is not known, and where
/// several statements put something there.
bool Lowering::loops_around(const StmtPtr& stmt, const Tensor& workspace, std::vector<lo::ExprPtr>& trips) {
  int assigned = 0;
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    assigned += assign && assign->left.tensor == workspace ? 1 : 0;
  });
  if (assigned != 1) return false;
  const auto in = [&](const StmtPtr& s) { return loops_around(s, workspace, trips); };
  return match(
      stmt, [](const Einsum&) { return false; }, [](const Assign&) { return true; },
      [&](const Forall& n) {
        const lo::ExprPtr count = trips_of(n);
        if (count) trips.push_back(count);
        return count && in(n.body);
      },
      [&](const Where& n) { return in(n.producer) || in(n.consumer); },
      [&](const Sequence& n) { return std::any_of(n.stmts.begin(), n.stmts.end(), in); },
      [&](const Guard& n) { return in(n.body); }, [](const MatrixProduct&) { return false; });
}

}  // namespace insum::lower
