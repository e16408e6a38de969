// Sparse results that are built.
//
//   compressed  at(parent, c): the position of coordinate c, new unless it is the last one; push where it is
//   always new listed      the same without parents: the root of coo, and singletons dense       above the
//   stored levels part of their parent position, below them a block of values
#include <algorithm>

#include "index_ir/rewrite.h"
#include "lower/lowering.h"
#include "support/internal_error.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

std::vector<lo::Assembly::Level> level_types(const TensorNode& tensor) {
  std::vector<lo::Assembly::Level> list;
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    const TensorLevel& level = tensor.levels[l];
    if (!is_stored(level)) continue;
    const bool goes_on =
        has_nodes(level) && l + 1 < tensor.levels.size() && has_positions(tensor.levels[l + 1]);
    list.push_back(
        {has_positions(level) ? type_text(level.arrays[0]) : "", type_text(level.arrays.back()), goes_on});
  }
  return list;
}

/// Whole entries, in loops of their own, and one loop that appends them.
bool collects_entries(const Where& node) {
  const auto written = building(node.consumer);
  const auto* right = written ? get_if<Access>(written->right) : nullptr;
  return right && right->tensor->workspace == TensorNode::Workspace::entries &&
         right->subscripts.size() == written->left.subscripts.size();
}

}  // namespace

bool Lowering::build_result(const StmtPtr& stmt, const Scope& scope, lo::Body& out) {
  const auto written = building(stmt);
  if (!written) return false;
  const TensorNode& tensor = *written->left.tensor;
  const bool keeps = tensor.keeps_pattern;
  if (tensor.temporary) declare_containers(tensor, out);
  if (written->places == Assign::Places::by_level) {
    check_coordinate_types(tensor, out);
    write_levels(*get_if<Where>(stmt), tensor, scope, out);
    reread(tensor, out);
    return true;
  }
  lo::Assembly assembly{fresh(tensor.name + (keeps ? "_kept" : "_parts")), fresh(tensor.name + "_part"),
                        open_type(tensor.type, tensor.type_spelling), level_types(tensor),
                        keeps ? fill_value(written->left.tensor, scope) : nullptr};
  assembly.counted = written->places == Assign::Places::counted, assembly.name = quoted(tensor.name),
  assembly.on_device = tensor.on_device || tensor.temporary;
  if (!keeps) assembly.targets = targets_of(tensor), assembly.block = block_of(tensor);
  if (keeps) keep_entries(tensor, assembly.parts, out);
  if (!keeps) check_coordinate_types(tensor, out);
  Scope inner = scope;
  inner.parts[written->left.tensor] = assembly.part;
  find_slices(inner, out);
  const auto* collected = get_if<Where>(stmt);
  StmtPtr appending = stmt;
  if (collected && collects_entries(*collected)) {
    const auto [entries, name] = collect_entries(*collected, inner, out);
    finish_workspace(*entries, name, out);
    appending = collected->consumer;
  }
  const auto* loop = get_if<Forall>(appending);
  if (loop && loop->options.parallel &&
      (assembly.counted || moves_along(written->left.subscripts[0], loop->var))) {
    for (lo::StmtPtr& s : parallel(*loop, inner, assembly)) out.push_back(std::move(s));
  } else {
    lo::ParallelFor whole = one_chunk();
    whole.assembly = assembly;
    enter_body(appending, {}, inner, whole.body);
    out.push_back(lo::make_stmt(std::move(whole)));
  }
  if (keeps) {
    if (is_read(tensor)) point_at(tensor.values, lo::name(assembly.parts + ".values.data()"), out);
    return true;
  }
  reread(tensor, out);
  return true;
}

/// All that a workspace collects goes to the levels of the result as it is.
void Lowering::write_levels(const Where& node, const TensorNode& tensor, const Scope& scope, lo::Body& out) {
  Scope inner = scope;
  find_slices(inner, out);
  const auto [entries, name] = collect_entries(node, inner, out);
  out.push_back(effect(invoke(name + ".finish", {})));
  std::vector<lo::ExprPtr> arguments = targets_of(tensor);  // the base, each level, the values
  const std::string base = std::to_string(tensor.base);
  arguments.front() = arguments.back();
  arguments.pop_back();
  arguments.insert(arguments.begin(), {quoted(tensor.name), lo::name(name)});
  out.push_back(effect(invoke("insum::rt::write_levels<" + base + ">", std::move(arguments))));
}

std::pair<Tensor, std::string> Lowering::collect_entries(const Where& node, Scope& scope, lo::Body& out) {
  Tensor entries;
  for_each_stmt(node.producer, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    if (!assign || entries || assign->left.tensor->workspace != TensorNode::Workspace::entries) return;
    entries = assign->left.tensor;
    construct_workspace(*assign, node.producer, scope, out, true);
  });
  const std::string name = scope.workspaces.at(entries), all = fresh(name + "_all");
  const lo::Type type = type_of(*entries);
  out.push_back(
      lo::make_stmt(lo::Declare{lo::Type{ElementType::dependent, "auto* const"}, all,
                                lo::make_expr(lo::Unary{"&", lo::name(name, type)}, type), false, ""}));
  const auto* several = get_if<Sequence>(node.producer);
  int number = 0;
  for (const StmtPtr& stmt : several ? several->stmts : std::vector<StmtPtr>{node.producer}) {
    Scope inner = scope;
    inner.shared_entries[entries] = {all, fresh(name + "_part"), number++};
    const auto* loop = get_if<Forall>(stmt);
    if (!loop || !loop->options.parallel) {
      lo::ParallelFor whole = one_chunk();
      collect_in_chunks(inner, whole);
      part(stmt, inner, whole.body);
      out.push_back(lo::make_stmt(std::move(whole)));
    } else {
      part(stmt, inner, out);
    }
  }
  return {entries, name};
}

lo::ParallelFor Lowering::one_chunk() {
  lo::ParallelFor whole;
  whole.begin = lo::integer(0), whole.end = lo::integer(1), whole.weight = lo::integer(0);
  whole.chunk_begin = fresh("whole_begin"), whole.chunk_end = fresh("whole_end");
  return whole;
}

/// Each chunk has its own list, so that the order of all entries is that of the iterations.
void Lowering::collect_in_chunks(Scope& scope, lo::ParallelFor& loop) {
  for (const auto& [tensor, shared] : scope.shared_entries) {
    internal_check(!loop.filling, "a loop fills one workspace");
    loop.filling = {shared.part, lo::name(shared.all), shared.loop};
    scope.workspaces[tensor] = shared.part;
    if (tensor->policy && program_.deterministic) loop.balance = lo::ParallelFor::Balance::fixed;
  }
  scope.shared_entries.clear();
}

/// Where levels below share a coordinate of the outermost stored level, all that is below it belongs to one
/// part. `walked`: the operand whose coordinates the loop goes through, if any.
void Lowering::keep_runs_together(const Forall& node, const SparseState* walked, const Scope& scope,
                                  lo::ParallelFor& loop) {
  const auto written = building(node.body);
  if (!written || !scope.parts.count(written->left.tensor)) return;
  const auto* entries = get_if<Access>(written->right);
  Argument coordinates;
  if (entries && entries->tensor->workspace == TensorNode::Workspace::entries) {
    if (as_var(entries->subscripts[0]) != node.var) return;  // lists of their own in each iteration
    loop.balance = lo::ParallelFor::Balance::dynamic;
    coordinates = entries->tensor->levels[0].arrays[0];
  } else if (walked && !walked->access.tensor->levels[walked->resolved].level.unique) {
    coordinates = walked->access.tensor->levels[walked->resolved].arrays.back();
  } else {
    return;
  }
  const std::vector<TensorLevel>& levels = written->left.tensor->levels;
  const auto first = std::find_if(levels.begin(), levels.end(), is_stored);
  if (first + 1 == levels.end() || !first->level.unique) return;
  loop.balance = lo::ParallelFor::Balance::segments;
  loop.coordinates = lo::name(coordinates->name);
}

void Lowering::append(const Access& left, const lo::ExprPtr& value, const Scope& scope, lo::Body& out) {
  const TensorNode& tensor = *left.tensor;
  const std::string& part = scope.parts.at(left.tensor);
  std::size_t last = 0, number = 0;
  for (std::size_t l = 0; l < tensor.levels.size(); ++l)
    if (is_stored(tensor.levels[l])) last = l;
  const bool blocks = last + 1 < tensor.levels.size();
  lo::ExprPtr position = lo::integer(0), block = lo::integer(1);
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    const TensorLevel& level = tensor.levels[l];
    const lo::ExprPtr coordinate = index_value(left.subscripts[l], scope);
    if (!is_stored(level)) {
      position = lo::add(lo::mul(position, index_value(level.size, Scope{})), coordinate);
      if (l > last) block = lo::mul(block, index_value(level.size, Scope{}));
      continue;
    }
    const bool fresh_each =
        (l == last && !blocks) || !level.level.unique || level.level.kind == LevelKind::singleton;
    std::vector<lo::ExprPtr> arguments = {coordinate};
    if (has_positions(level)) arguments.insert(arguments.begin(), position);
    const lo::ExprPtr added =
        invoke(part + ".template level<" + std::to_string(number++) + ">()." + (fresh_each ? "push" : "at"),
               std::move(arguments));
    const bool parent = l < last ? tensor.levels[l + 1].level.kind != LevelKind::singleton : blocks;
    if (parent) {
      const std::string name = fresh("p" + tensor.name);
      out.push_back(lo::make_stmt(lo::Declare{lo::Type{}, name, added, true, ""}));
      position = lo::name(name);
    } else {
      out.push_back(effect(added));
    }
  }
  const lo::Type type = type_of(tensor);
  if (!blocks) {
    out.push_back(effect(invoke(part + ".values.push", {cast(value, type)})));
    return;
  }
  // The first element of a block makes room for all of it.
  const lo::ExprPtr values = lo::make_expr(lo::Name{part + ".values"}, type);
  lo::If room;
  room.condition = lo::make_expr(lo::Binary{"<=", invoke(part + ".values.size", {}), position},
                                 lo::Type{ElementType::boolean, ""});
  room.body = {effect(invoke(part + ".values.extend", {block, fill_value(left.tensor, scope)}))};
  out.push_back(lo::make_stmt(std::move(room)));
  if (scope.vector && is_pack(make_expr(left, left.tensor->type), scope)) {
    const lo::ExprPtr array = invoke(part + ".values.data", {}, type);
    out.push_back(
        lo::make_stmt(lo::TileUpdate{scope.vector->tile, lo::make_expr(lo::Pointer{array, position}, type),
                                     tile_stride(left, scope), lo::Combine::store, value}));
    return;
  }
  out.push_back(lo::make_stmt(
      lo::Update{lo::make_expr(lo::Load{values, position}, type), lo::Combine::store, cast(value, type)}));
}

}  // namespace insum::lower
