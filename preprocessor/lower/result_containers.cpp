// The containers of sparse results: where their parts go, and where later statements find them.
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "lower/lowering.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

/// True when `stmt` has a result that is built, or was, among its operands.
bool reads(const StmtPtr& stmt, const TensorNode& result) {
  bool read = false;
  for_each_expr(stmt, [&](const ExprPtr& e) {
    const auto* access = get_if<Access>(e);
    read |= access && !access->tensor->assembled && access->tensor->values == result.values;
  });
  return read;
}

/// {1}, {1, true} for the coordinates of blocks, or {1, false, 0} below a level with every coordinate of mode
/// 0.
lo::ExprPtr kept_mode(const TensorNode& tensor, std::size_t l) {
  const LevelMode& mode = tensor.levels[l].level.mode;
  const Level& above = tensor.levels.front().level;
  const bool is_plain = mode.kind == LevelMode::Kind::plain;
  std::vector<lo::ExprPtr> fields = {lo::integer(mode.mode)};
  if (!is_plain) fields.push_back(lo::name("true"));
  if (is_plain && l == 1 && above.kind == LevelKind::dense && above.mode.kind == LevelMode::Kind::plain)
    fields.insert(fields.end(), {lo::name("false"), lo::integer(above.mode.mode)});
  return lo::make_expr(lo::List{std::move(fields)}, {});
}

}  // namespace

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
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    const TensorLevel& level = tensor.levels[l];
    if (!is_stored(level)) {
      each = lo::mul(each, index_value(level.size, Scope{}));
      continue;
    }
    std::vector<lo::ExprPtr> arguments = {kept_mode(tensor, l)};
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

/// How many values belong to each position of the last stored level.
lo::ExprPtr Lowering::block_of(const TensorNode& tensor) {
  lo::ExprPtr block = lo::integer(1);
  for (const TensorLevel& level : tensor.levels)
    block = is_stored(level) ? lo::integer(1) : checked_mul(block, index_value(level.size, Scope{}));
  return block;
}

/// A sparse temporary, where it is built first.
void Lowering::declare_containers(const TensorNode& tensor, lo::Body& out) {
  if (names_.count(tensor.containers.front()->name)) return;
  for (const Argument& container : tensor.containers) {
    names_.insert(container->name);
    out.push_back(lo::make_stmt(
        lo::Allocate{open_type(container->type, container->type_spelling), container->name, nullptr}));
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
            effect(invoke("insum::rt::start_empty", {quoted(tensor->name), lo::name(pos),
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

}  // namespace insum::lower
