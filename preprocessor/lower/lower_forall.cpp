// One loop: over a dense range or the coordinates that a level stores, serial, over threads, or as register
// tiles (tiles.cpp).
#include <algorithm>
#include <set>

#include "index_ir/address.h"
#include "index_ir/algebra.h"
#include "index_ir/comes_again.h"
#include "index_ir/dependent_types.h"
#include "index_ir/positions.h"
#include "index_ir/rewrite.h"
#include "loop_ir/rewrite.h"
#include "lower/iterators.h"
#include "lower/lowering.h"
#include "support/internal_error.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

std::vector<Var> loops_in(const StmtPtr& stmt) {
  std::vector<Var> list;
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    if (const auto* loop = get_if<Forall>(s)) list.push_back(loop->var);
  });
  return list;
}

/// True when a coordinate of a result is that of the loop over `var`, or in a part that belongs to it alone.
bool Lowering::moves_along(const ExprPtr& coordinate, const Var& var) const {
  if (uses(coordinate, var)) return true;
  const std::vector<Var> vars = variables_of(coordinate);
  return std::any_of(vars.begin(), vars.end(),
                     [&](const Var& own) { return uses(program_.ranges.at(own).begin, var); });
}

std::vector<Access> Lowering::shared_targets(const Forall& node, const Scope& scope) {
  Scope probe = scope;
  const SparseState* walked = plan(node, probe).walked();
  const bool repeats = walked && !walked->access.tensor->levels[walked->resolved].level.unique;
  std::vector<Access> list;
  for (const Assign& assign : assignments_of(node.body)) {
    const Access& left = assign.left;
    const bool inside = left.tensor->temporary && !scope.temporaries.count(left.tensor);
    if (inside) continue;
    if (left.tensor->workspace != TensorNode::Workspace::none) continue;
    // Each position is an entry of a result in the same pattern.
    const bool repeated =
        repeats && (left.tensor->dense ||
                    (!left.tensor->assembled && comes_again(left, walked->access, walked->resolved)));
    if (left.tensor->assembled && std::any_of(left.subscripts.begin(), left.subscripts.end(),
                                              [&](const ExprPtr& s) { return moves_along(s, node.var); }))
      continue;  // to the part of its chunk
    if (!is_scalar_temporary(*left.tensor) && !repeated &&
        is_injective(left, node.var, loops_in(node.body), program_))
      continue;
    const bool known =
        std::any_of(list.begin(), list.end(), [&](const Access& a) { return a.tensor == left.tensor; });
    if (!known) list.push_back(left);
  }
  return list;
}

/// Iterations combine with elements of these dense results, and read none of them.
bool Lowering::only_combines(const Forall& node, const std::vector<Access>& shared) const {
  const auto is_shared = [&](const TensorNode& tensor) {
    return std::any_of(shared.begin(), shared.end(), [&](const Access& a) {
      return a.tensor.get() == &tensor || (a.tensor->values && a.tensor->values == tensor.values);
    });
  };
  const auto reads_shared = [&](const ExprPtr& expr) {
    const std::vector<Access> read = accesses_of(expr);
    return std::any_of(read.begin(), read.end(), [&](const Access& a) { return is_shared(*a.tensor); });
  };
  const std::vector<Assign> all = assignments_of(node.body);
  return std::none_of(all.begin(), all.end(), [&](const Assign& assign) {
    const Access& left = assign.left;
    return reads_shared(assign.right) ||
           std::any_of(left.subscripts.begin(), left.subscripts.end(), reads_shared) ||
           (is_shared(*left.tensor) && (assign.op == Op::none || !left.tensor->dense));
  });
}

/// Iterations may run side by side on lanes: what they share is added up, or goes through a scatter.
bool Lowering::can_use_lanes(const Forall& node, const Scope& scope) {
  const std::vector<Assign> all = assignments_of(node.body);
  Scope probe = scope;
  const SparseState* walked = plan(node, probe).walked();
  for (const Assign& assign : all) {
    const Access& left = assign.left;
    if (left.tensor->assembled || left.tensor->workspace == TensorNode::Workspace::entries)
      return false;  // entries are appended one after the other
    const Level* level = walked ? &walked->access.tensor->levels[walked->resolved].level : nullptr;
    const bool is_fixed =
        level && level->kind == LevelKind::fixed;  // slots that are not used repeat a coordinate
    const bool moves = std::any_of(left.subscripts.begin(), left.subscripts.end(),
                                   [&](const ExprPtr& s) { return uses(s, node.var); });
    if (is_fixed && moves && left.tensor->dense && !scope.scattered.count(left.tensor)) return false;
    if (left.tensor->workspace == TensorNode::Workspace::none) continue;
    if (is_fixed || (level && !level->unique) || !is_injective(left, node.var, loops_in(node.body), program_))
      return false;
  }
  for (const Access& shared : shared_targets(node, scope)) {
    if (scope.scattered.count(shared.tensor)) continue;
    const auto stores = [&](const Assign& assign) {
      return assign.left.tensor == shared.tensor && assign.op == Op::none;
    };
    if (!is_scalar_temporary(*shared.tensor) || std::any_of(all.begin(), all.end(), stores)) return false;
  }
  return true;
}

lo::Body Lowering::forall(const Forall& node, Scope scope) {
  if (node.options.parallel) return parallel(node, scope);
  const Merge merge = plan(node, scope);
  if (merge.kind == Merge::Kind::intersect || merge.kind == Merge::Kind::unite)
    return merge_loop(node, scope, node.from ? index_value(node.from, scope) : nullptr,
                      node.to ? index_value(node.to, scope) : nullptr);
  SparseState* walked = merge.walked();
  if (!walked || node.options.every) {
    const Range& range = program_.ranges.at(node.var);
    lo::ExprPtr begin = index_value(range.begin, scope);
    if (node.from) begin = invoke("insum::rt::max", {begin, index_value(node.from, scope)});
    if (node.to || !is_recovered(range.begin)) {
      lo::ExprPtr end = index_value(range.end, scope);
      if (node.to) end = invoke("insum::rt::min", {end, index_value(node.to, scope)});
      return range_loop(node, scope, begin, end);
    }
    // A row that was searched: the end is sought from there.
    lo::Body body;
    const std::string first = fresh(node.var->name + "_first"), last = fresh(node.var->name + "_last");
    body.push_back(lo::make_stmt(lo::Declare{lo::Type{}, first, begin, true, ""}));
    Scope searched = scope;
    const Var found = std::make_shared<const IndexVar>(IndexVar{first, {}});
    searched.names[found] = first;
    const ExprPtr end = rewrite(
        range.end, [&](const ExprPtr& e) { return equal(e, range.begin) ? var_expr(found) : nullptr; });
    body.push_back(lo::make_stmt(lo::Declare{lo::Type{}, last, index_value(end, searched), true, ""}));
    for (lo::StmtPtr& s : range_loop(node, scope, lo::name(first), lo::name(last)))
      body.push_back(std::move(s));
    return body;
  }
  if (node.from || node.to) return bounded_loop(node, *walked, scope);
  LevelLoop loop = open_level(*walked, node.var);
  if (!loop.begin) {  // singleton: one coordinate, no loop
    lo::Body body;
    std::vector<Iterator> followers = open_followers(merge, node.var, scope, body);
    for (lo::StmtPtr& s : enter_level(*walked, node.var, "", scope)) body.push_back(std::move(s));
    enter_body(node.body, follow(merge, followers, node.var, scope, body), scope, body);
    return body;
  }
  lo::Body body = std::move(loop.before);
  for (lo::StmtPtr& s : range_loop(node, scope, loop.begin, loop.end)) body.push_back(std::move(s));
  return body;
}

/// The loop over the positions of an ordered level whose coordinates are within bounds.
lo::Body Lowering::bounded_loop(const Forall& node, const SparseState& walked, const Scope& scope) {
  lo::Body body;
  Iterator it = open_iterator(walked, node.var->name, body);
  const auto at = [&](const std::string& name, const ExprPtr& bound) {
    const std::string found = fresh(it.position + name);
    body.push_back(declare(found, seek(it, it.begin, index_value(bound, scope))));
    return lo::name(found);
  };
  if (node.from) it.begin = at("_first", node.from);
  if (node.to) it.end = at("_last", node.to);
  for (lo::StmtPtr& s : range_loop(node, scope, it.begin, it.end)) body.push_back(std::move(s));
  return body;
}

/// The loop over [begin, end): of the index itself, or of positions when a level drives it.
lo::Body Lowering::range_loop(const Forall& node, const Scope& scope, const lo::ExprPtr& begin,
                              const lo::ExprPtr& end) {
  Scope inner = scope;
  const Merge merge = plan(node, inner);
  if (goes_in_runs(node, merge.walked()))
    return node.options.every ? every_loop(node, scope, begin, end) : run_loop(node, scope, begin, end);
  if (node.options.vector && merge.kind == Merge::Kind::dense && merge.is_plain()) {
    lo::Type type;
    if (can_tile(node, scope, type)) {
      VectorContext vector{node.var, fresh(node.var->name + "_tile"), type};
      inner.vector = vector;
      return tile_loop(node, inner, begin, end);
    }
  }
  return serial_loop(node, scope, begin, end);
}

lo::Body Lowering::serial_loop(const Forall& node, Scope scope, const lo::ExprPtr& begin,
                               const lo::ExprPtr& end) {
  const Merge merge = plan(node, scope);
  SparseState* walked = merge.walked();
  lo::Body out;
  std::vector<Iterator> followers = open_followers(merge, node.var, scope, out);
  lo::For loop;
  loop.begin = begin;
  loop.end = end;
  loop.unroll = node.options.unroll;
  const std::vector<Access> shared = shared_targets(node, scope);
  loop.apart = shared.empty();
  loop.combines = only_combines(node, shared);
  loop.lanes = node.options.lanes && followers.empty() && can_use_lanes(node, scope);
  if (loop.lanes && walked) {
    const TensorLevel& level = walked->access.tensor->levels[walked->resolved];
    if (level.level.kind == LevelKind::fixed || level.level.kind == LevelKind::offset)
      loop.trips = index_value(level.size, Scope{});
  } else if (loop.lanes) {
    loop.trips = lo::sub(end, begin);
  }
  loop.axis = node.options.axis;
  loop.registers = node.options.registers;
  if (loop.registers) loop.trips = most_trips(node.var, begin, end);
  if (loop.axis != Axis::none && !walked) loop.trips = most_trips(node.var, begin, end);
  const auto* assign = get_if<Assign>(node.body);
  if (walked) {
    loop.var = position_name(*walked, node.var, scope);
    loop.body = enter_level(*walked, node.var, loop.var, scope);
    prefetch_rows(node, *walked, loop.var, scope, loop.body);
    prefetch_block(node, *walked, loop.var, scope, loop.body);
  } else {
    loop.var = bind(node.var, scope);
  }
  const auto temporary = assign ? scope.temporaries.find(assign->left.tensor) : scope.temporaries.end();
  const bool local = temporary != scope.temporaries.end() && !temporary->second.array;
  const bool scattered = assign && scope.scattered.count(assign->left.tensor);
  if (node.options.vector && assign && !scattered && !scope.vector && followers.empty()) {
    const ElementType type = assign->left.tensor->type;
    const bool plain = has_packs(type) && type != ElementType::dependent;
    const bool sums = assign->op != Op::none && !is_or_and(assign->op);
    const bool unique = !walked || walked->access.tensor->levels[walked->resolved - 1].level.unique;
    if (local && plain && sums) {
      loop.simd = true;
      loop.simd_reductions = {{combine_of(assign->op), temporary->second.name}};
    } else if (!local && unique && is_injective(assign->left, node.var, {}, program_)) {
      loop.simd = true;
    }
  }
  enter_body(node.body, follow(merge, followers, node.var, scope, loop.body), scope, loop.body);
  if (lo::get_if<lo::Call>(loop.end) ||
      (loop.unroll > 1 && !lo::get_if<lo::Name>(loop.end) && !lo::as_integer(loop.end))) {
    // Computed once; gcc does not unroll, and warns, where the condition calls a function.
    const std::string last = fresh(node.var->name + "_end");
    out.push_back(lo::make_stmt(lo::Declare{lo::Type{}, last, loop.end, true, ""}));
    loop.end = lo::name(last);
  }
  out.push_back(lo::make_stmt(std::move(loop)));
  return out;
}

/// No fewer than the iterations of a loop; a constant where there is one.
lo::ExprPtr Lowering::most_trips(const Var& var, const lo::ExprPtr& begin, const lo::ExprPtr& end) {
  const Range& range = program_.ranges.at(var);
  const auto most = as_integer(range.begin) == 0 ? at_most(range.end) : std::nullopt;
  return most ? lo::integer(*most) : lo::sub(end, begin);
}

/// The address of its last element is -1 where a size is 0.
static bool is_row_major(const TensorNode& tensor) {
  ExprPtr expected = integer(1);
  for (std::size_t m = tensor.sizes.size(); m-- > 0; expected = mul(expected, tensor.sizes[m]))
    if (!equal(tensor.strides[m], expected)) return false;
  return true;
}

/// `count` where the tensor has elements, else 0.
lo::ExprPtr Lowering::unless_empty(const TensorNode& tensor, const lo::ExprPtr& count) {
  std::vector<lo::ExprPtr> conditions;
  for (const ExprPtr& size : tensor.sizes)
    if (as_integer(size).value_or(0) <= 0)
      conditions.push_back(binary(">", index_value(size, Scope{}), lo::integer(0)));
  if (conditions.empty()) return count;
  return lo::make_expr(lo::Ternary{joined("&&", conditions), count, lo::integer(0)}, {});
}

/// How threads combine into elements of a result that they share.
lo::Scatter Lowering::scatter_of(const Access& shared, Op op, const Scope& scope) {
  const TensorNode& tensor = *shared.tensor;
  const lo::Type type = type_of(tensor);
  lo::ExprPtr count = lo::integer(1), target;
  if (is_scalar_temporary(*shared.tensor)) {
    target = lo::make_expr(lo::Unary{"&", lo::name(scope.temporaries.at(shared.tensor).name, type)}, type);
  } else {
    target = array_of(shared, scope);
    if (!tensor.dense)
      return {fresh("into_" + tensor.name), type,           target,
              extents(tensor).back().count, combine_of(op), program_.deterministic};
    for (std::size_t m = 0; m < tensor.sizes.size(); ++m)
      count = lo::add(count, index_value(mul(sub(tensor.sizes[m], integer(1)), tensor.strides[m]), Scope{}));
    if (!is_row_major(tensor)) count = unless_empty(tensor, count);
  }
  return {fresh("into_" + tensor.name), type, target, count, combine_of(op), program_.deterministic};
}

/// How threads share the iterations, and how much work these are.
void Lowering::divide(const Forall& node, const Scope& scope, lo::ParallelFor& loop, lo::Body& out) {
  std::optional<Counted> before;
  const bool by_entries = node.options.balance == LoopOptions::Balance::automatic ||
                          node.options.balance == LoopOptions::Balance::entries;
  if (node.options.balance == LoopOptions::Balance::dynamic) {
    loop.balance = lo::ParallelFor::Balance::dynamic;
  } else if (by_entries && (before = scope.list ? entries_before(node, scope, name_of(node.var))
                                                : work_before(node, scope, name_of(node.var)))) {
    loop.balance = lo::ParallelFor::Balance::prefix;
    loop.prefix_var = name_of(node.var);
    loop.prefix = lo::add(before->count, lo::name(loop.prefix_var));
  }
  int depth = 0;
  loop.weight = inner_work(node.body, scope, before, depth);
  bool computed = false, uneven = false;
  lo::for_each_expr(loop.weight, [&](const lo::ExprPtr& e) {
    const auto* call = lo::get_if<lo::Call>(e);
    computed |= call != nullptr;
    uneven |= call && call->function == "insum::rt::mean_run";
  });
  // Parts of rows have as many entries each, below which there may be any number.
  if (uneven && node.options.balance == LoopOptions::Balance::automatic && cuts_rows(node) &&
      !program_.deterministic)
    loop.balance = lo::ParallelFor::Balance::dynamic;
  if (computed) {
    const std::string work = fresh(node.var->name + "_work");
    out.push_back(lo::make_stmt(lo::Declare{lo::Type{}, work, loop.weight, true, ""}));
    loop.weight = lo::name(work);
  }
}

lo::Body Lowering::parallel(const Forall& node, const Scope& scope,
                            const std::optional<lo::Assembly>& assembly) {
  Forall serial = node;
  serial.options.parallel = false;
  const std::vector<Access> shared = node.options.runs ? std::vector<Access>{} : shared_targets(node, scope);
  const Assign* combined = nullptr;
  const std::vector<Assign> all = assignments_of(node.body);
  for (const Assign& assign : all)
    if (shared.size() == 1 && assign.left.tensor == shared[0].tensor) combined = &assign;
  if (scope.vector || shared.size() > 1 || (combined && combined->op == Op::none))
    return forall(serial, scope);
  internal_check(!combined || !combined->left.tensor->assembled, "threads that share a result that is built");

  Scope inner = scope;
  lo::Body out;
  lo::ParallelFor loop;
  loop.assembly = assembly;
  loop.axis = node.options.axis;
  const Merge merge = plan(node, inner);
  const bool merges = merge.kind == Merge::Kind::intersect || merge.kind == Merge::Kind::unite;
  const SparseState* walked = merge.walked();
  if (walked && node.options.every) inner.list = open_iterator(*walked, node.var->name, out);
  if (walked && !inner.list) {
    LevelLoop level = open_level(*walked, node.var);
    internal_check(level.begin != nullptr || (!assembly && inner.shared_entries.empty()),
                   "a result that is built along a level of single coordinates");
    if (!level.begin) return forall(serial, scope);
    out = std::move(level.before);
    loop.begin = level.begin, loop.end = level.end;
  } else {
    const Range& range = program_.ranges.at(node.var);
    loop.begin = index_value(range.begin, scope), loop.end = index_value(range.end, scope);
  }
  loop.chunk_begin = fresh(node.var->name + "_begin");
  loop.chunk_end = fresh(node.var->name + "_end");
  divide(node, inner, loop, out);
  if (combined) {
    loop.scatter = scatter_of(shared[0], combined->op, scope);
    inner.scattered[shared[0].tensor] = {loop.scatter->into};
  }
  collect_in_chunks(inner, loop);
  if (assembly) keep_runs_together(node, walked, inner, loop);
  if (node.options.runs && walked && !inner.list) {
    loop.balance = lo::ParallelFor::Balance::segments;
    loop.coordinates = lo::name(walked->access.tensor->levels[walked->resolved].arrays.back()->name);
  }
  if (merges && node.options.balance != LoopOptions::Balance::equal &&
      loop.balance != lo::ParallelFor::Balance::fixed)
    loop.balance = lo::ParallelFor::Balance::dynamic;  // what a range of coordinates holds is not known
  const lo::ExprPtr first = lo::name(loop.chunk_begin), last = lo::name(loop.chunk_end);
  lo::Body body = merges ? merge_loop(serial, inner, first, last) : range_loop(serial, inner, first, last);
  loop.body.insert(loop.body.end(), body.begin(), body.end());
  out.push_back(lo::make_stmt(std::move(loop)));
  return out;
}

}  // namespace insum::lower
