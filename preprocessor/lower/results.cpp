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

std::string type_text(const Argument& array) {
  return loops::to_string(open_type(array->type, array->type_spelling));
}

bool has_positions(const TensorLevel& level) {
  return level.level.kind == LevelKind::compressed && !level.level.implicit_pos;
}

bool is_stored(const TensorLevel& level) { return level.level.kind != LevelKind::dense; }

/// insum::rt::part<double, insum::rt::compressed_part<int, int>>
std::string part_type(const TensorNode& tensor) {
  std::string text = "insum::rt::part<" + loops::to_string(open_type(tensor.type, tensor.type_spelling));
  for (const TensorLevel& level : tensor.levels) {
    if (!is_stored(level)) continue;
    text += has_positions(level) ? ", insum::rt::compressed_part<" + type_text(level.arrays[0]) + ", "
                                 : ", insum::rt::listed_part<";
    text += type_text(level.arrays.back()) + ">";
  }
  return text + ">";
}

/// True when `stmt` has a result that is built, or was, among its operands.
bool reads(const StmtPtr& stmt, const TensorNode& result) {
  bool read = false;
  for_each_expr(stmt, [&](const ExprPtr& e) {
    const auto* access = get_if<Access>(e);
    read |= access && !access->tensor->assembled && access->tensor->values == result.values;
  });
  return read;
}

/// Whole entries, in loops of their own, and one loop that appends them.
bool collects_entries(const Where& node) {
  const auto written = building(node.consumer);
  const auto* right = written ? get_if<Access>(written->right) : nullptr;
  return right && right->tensor->workspace == TensorNode::Workspace::entries &&
         right->subscripts.size() == written->left.subscripts.size();
}

/// {1}, or {1, true} for the coordinates of blocks.
lo::ExprPtr kept_mode(const LevelMode& mode) {
  std::vector<lo::ExprPtr> fields = {lo::integer(mode.mode)};
  if (mode.kind != LevelMode::Kind::plain) fields.push_back(lo::name("true"));
  return lo::make_expr(lo::List{std::move(fields)}, {});
}

}  // namespace

bool Lowering::build_result(const StmtPtr& stmt, const Scope& scope, lo::Body& out) {
  const auto written = building(stmt);
  if (!written) return false;
  const TensorNode& tensor = *written->left.tensor;
  const bool keeps = tensor.keeps_pattern;
  if (tensor.temporary) declare_containers(tensor, out);
  lo::Assembly assembly{fresh(tensor.name + (keeps ? "_kept" : "_parts")), fresh(tensor.name + "_part"),
                        part_type(tensor), keeps ? fill_value(written->left.tensor, scope) : nullptr};
  if (written->counted) assembly.targets = targets_of(tensor);
  if (keeps) keep_entries(tensor, assembly.parts, out);
  if (!keeps) check_coordinate_types(tensor, out);
  Scope inner = scope;
  inner.parts[written->left.tensor] = assembly.part;
  const auto* collected = get_if<Where>(stmt);
  const StmtPtr appending =
      collected && collects_entries(*collected) ? collect_entries(*collected, inner, out) : stmt;
  const auto* loop = get_if<Forall>(appending);
  if (loop && loop->options.parallel &&
      (written->counted || as_var(written->left.subscripts[0]) == loop->var)) {
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
  if (!written->counted) out.push_back(join(tensor, assembly.parts));
  reread(tensor, out);
  return true;
}

/// Of results of the user's: the coordinates are those of operands, which may have a wider type.
void Lowering::check_coordinate_types(const TensorNode& tensor, lo::Body& out) {
  if (tensor.temporary) return;
  for (const TensorLevel& level : tensor.levels)
    if (is_stored(level))
      out.push_back(
          effect(invoke("insum::rt::check_coordinate_type<" + type_text(level.arrays.back()) + ">",
                        {quoted(tensor.name), lo::integer(level.level.mode.mode),
                         index_value(tensor.sizes[static_cast<std::size_t>(level.level.mode.mode)], Scope{}),
                         lo::integer(tensor.base)})));
}

void Lowering::point_at(const Argument& array, const lo::ExprPtr& data, lo::Body& out) {
  const lo::Type type = open_type(array->type, array->type_spelling);
  out.push_back(lo::make_stmt(lo::Update{lo::name(array->name, type), lo::Combine::store, data}));
}

/// Where the entries of a result are that keeps them. Its old values are copied where they are read.
void Lowering::keep_entries(const TensorNode& tensor, const std::string& kept, lo::Body& out) {
  std::vector<lo::ExprPtr> levels;
  lo::ExprPtr each = lo::integer(1);
  for (const TensorLevel& level : tensor.levels) {
    if (!is_stored(level)) {
      each = lo::mul(each, index_value(level.size, Scope{}));
      continue;
    }
    std::vector<lo::ExprPtr> arguments = {kept_mode(level.level.mode)};
    for (const Argument& array : level.arrays) arguments.push_back(lo::name(array->name));
    if (!has_positions(level)) {
      arguments.push_back(index_value(tensor.levels.front().size, Scope{}));
      levels.push_back(invoke("insum::rt::kept_listed", std::move(arguments)));
      continue;
    }
    arguments.push_back(levels.empty() ? each : lo::integer(-1));
    if (!levels.empty()) arguments.push_back(each);
    levels.push_back(invoke("insum::rt::kept_compressed", std::move(arguments)));
    each = lo::integer(1);
  }
  std::vector<lo::ExprPtr> list = {quoted(tensor.name), lo::integer(tensor.base),
                                   lo::name(tensor.values->name), each};
  list.insert(list.end(), levels.begin(), levels.end());
  out.push_back(lo::make_stmt(lo::Declare{lo::Type{ElementType::dependent, "auto"}, kept,
                                          invoke("insum::rt::keep", std::move(list)), false, ""}));
  if (!is_read_first(tensor)) return;
  const std::string old = fresh(tensor.name + "_old");
  out.push_back(lo::make_stmt(lo::Declare{
      lo::Type{ElementType::dependent, "auto"}, old,
      invoke("insum::rt::old_values<" + type_text(tensor.values) + ">", {lo::name(kept)}), false, ""}));
  point_at(tensor.values, lo::name(old + ".data()"), out);
}

StmtPtr Lowering::collect_entries(const Where& node, Scope& scope, lo::Body& out) {
  Tensor entries;
  for_each_stmt(node.producer, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    if (!assign || entries || assign->left.tensor->workspace != TensorNode::Workspace::entries) return;
    entries = assign->left.tensor;
    construct_workspace(entries, assign->op, scope, out, true);
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
  finish_workspace(*entries, name, out);
  return node.consumer;
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
    const lo::ExprPtr local = invoke("insum::rt::entries_of", {lo::name(shared.all), lo::integer(shared.loop),
                                                               lo::name(loop.chunk_begin)});
    loop.body.push_back(lo::make_stmt(
        lo::Declare{lo::Type{ElementType::dependent, "auto&&"}, shared.part, local, false, ""}));
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

lo::StmtPtr Lowering::join(const TensorNode& tensor, const std::string& parts) {
  std::vector<lo::ExprPtr> list = targets_of(tensor);
  list.insert(list.begin(), lo::name(parts));
  return effect(invoke("insum::rt::join", std::move(list)));
}

/// The base of a result, its levels and its values.
std::vector<lo::ExprPtr> Lowering::targets_of(const TensorNode& tensor) {
  std::vector<lo::ExprPtr> list = {lo::integer(tensor.base)};
  std::size_t next = 0;
  lo::ExprPtr each =
      lo::integer(1);  // of the dense levels above: positions under one of the stored level above those
  bool first = true;
  for (const TensorLevel& level : tensor.levels) {
    if (!is_stored(level)) {
      each = checked_mul(each, index_value(level.size, Scope{}));
      continue;
    }
    std::vector<lo::ExprPtr> containers;
    for (std::size_t a = 0; a < level.arrays.size(); ++a)
      containers.push_back(lo::name(tensor.containers.at(next++)->name));
    if (has_positions(level)) containers.push_back(first ? each : lo::integer(-1));
    if (has_positions(level) && !first && lo::as_integer(each) != 1) containers.push_back(each);
    list.push_back(invoke(has_positions(level) ? "insum::rt::into_compressed" : "insum::rt::into_listed",
                          std::move(containers)));
    each = lo::integer(1);
    first = false;
  }
  list.push_back(lo::name(tensor.containers.at(next)->name));
  return list;
}

/// A sparse temporary, where it is built first.
void Lowering::declare_containers(const TensorNode& tensor, lo::Body& out) {
  if (names_.count(tensor.containers.front()->name)) return;
  for (const Argument& container : tensor.containers) {
    names_.insert(container->name);
    const std::string type = "insum::rt::grow<" + type_text(container) + ">";
    out.push_back(lo::make_stmt(
        lo::Declare{lo::Type{ElementType::dependent, type}, container->name, invoke(type, {}), false, ""}));
  }
}

/// True when some statement has the result among its operands.
bool Lowering::is_read(const TensorNode& tensor) const { return reads(program_.body, tensor); }

/// True when the statement that builds the result, or one before it, has it among its operands.
bool Lowering::is_read_first(const TensorNode& tensor) const {
  const auto* all = get_if<Sequence>(program_.body);
  for (const StmtPtr& stmt : all ? all->stmts : std::vector<StmtPtr>{program_.body}) {
    if (reads(stmt, tensor)) return true;
    if (const auto written = building(stmt); written && written->left.tensor->values == tensor.values)
      return false;
  }
  return false;
}

/// Results that are read before they are built may never have been built: they then have no entry.
void Lowering::start_empty(lo::Body& out) {
  for (const Tensor& tensor : program_.tensors) {
    if (!tensor->assembled || tensor->temporary || tensor->storage_form || tensor->keeps_pattern ||
        !is_read_first(*tensor))
      continue;
    std::size_t next = 0;
    lo::ExprPtr parents = lo::integer(1);
    for (const TensorLevel& level : tensor->levels) {
      if (!is_stored(level)) {
        parents = checked_mul(parents, index_value(level.size, Scope{}));
        continue;
      }
      if (has_positions(level)) {
        const std::string& pos = tensor->containers.at(next)->name;
        const lo::Type type = open_type(level.arrays[0]->type, level.arrays[0]->type_spelling);
        out.push_back(
            effect(invoke("insum::rt::start_empty", {quoted(tensor->name + ".pos"), lo::name(pos),
                                                     lo::name(tensor->containers.at(next + 1)->name), parents,
                                                     lo::integer(tensor->base)})));
        out.push_back(lo::make_stmt(lo::Update{lo::name(level.arrays[0]->name, type), lo::Combine::store,
                                               invoke(pos + ".data", {}, type)}));
      }
      next += level.arrays.size();
      parents = lo::integer(0);
    }
  }
}

/// Later statements of the kernel that read the result find it where it is now.
void Lowering::reread(const TensorNode& tensor, lo::Body& out) {
  if (!is_read(tensor)) return;
  int built = 0;
  for_each_stmt(program_.body, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    built += assign && assign->left.tensor->assembled && assign->left.tensor->values == tensor.values;
  });
  std::size_t next = 0;
  const auto set = [&](const Argument& variable, const lo::Type& type, const std::string& declared,
                       const lo::ExprPtr& value) {
    names_.insert(variable->name);
    if (!tensor.temporary || !reread_.insert(variable->name).second)
      out.push_back(lo::make_stmt(lo::Update{lo::name(variable->name, type), lo::Combine::store, value}));
    else if (built == 1)
      out.push_back(lo::make_stmt(
          lo::Declare{lo::Type{ElementType::dependent, declared}, variable->name, value, true, ""}));
    else  // the last one may be for nobody
      out.push_back(
          lo::make_stmt(lo::Declare{lo::Type{ElementType::dependent, "[[maybe_unused]] " + declared},
                                    variable->name, value, false, ""}));
  };
  const auto assign = [&](const Argument& array) {
    const lo::Type type = open_type(array->type, array->type_spelling);
    set(array, type, "auto*", invoke(tensor.containers.at(next++)->name + ".data", {}, type));
  };
  for (const TensorLevel& level : tensor.levels)
    for (const Argument& array : level.arrays) assign(array);
  assign(tensor.values);
  for (const TensorLevel& level : tensor.levels)
    if (level.level.implicit_pos)
      if (const auto* count = get_if<Argument>(level.size))
        set(*count, lo::Type{}, "std::int64_t",
            invoke("insum::rt::length", {lo::name(tensor.containers.back()->name)}));
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
