// Sparse results that are built, and the workspaces that collect what is computed in another order.
//
//   compressed  at(parent, c): the position of coordinate c, new unless it is the last one; push where it is always new
//   listed      the same without parents: the root of coo, and singletons
//   dense       above the stored levels part of their parent position, below them a block of values
#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "lower/lowering.h"
#include "support/internal_error.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

lo::ExprPtr invoke(const std::string& function, std::vector<lo::ExprPtr> arguments, const lo::Type& type = {}) {
  return lo::make_expr(lo::Call{function, std::move(arguments)}, type);
}

lo::StmtPtr effect(const lo::ExprPtr& expr) { return lo::make_stmt(lo::Effect{expr, false}); }

std::string type_text(const Argument& array) {
  return loops::to_string(open_type(array->type, array->type_spelling));
}

bool has_positions(const TensorLevel& level) { return level.level.kind == LevelKind::compressed && !level.level.implicit_pos; }

bool is_stored(const TensorLevel& level) { return level.level.kind != LevelKind::dense; }

/// insum::rt::part<double, insum::rt::compressed_part<int, int>>
std::string part_type(const TensorNode& tensor) {
  std::string text = "insum::rt::part<" + loops::to_string(open_type(tensor.type, tensor.type_spelling));
  for (const TensorLevel& level : tensor.levels) {
    if (!is_stored(level)) continue;
    text += has_positions(level) ? ", insum::rt::compressed_part<" + type_text(level.arrays[0]) + ", " : ", insum::rt::listed_part<";
    text += type_text(level.arrays.back()) + ">";
  }
  return text + ">";
}

}  // namespace

bool Lowering::build_result(const StmtPtr& stmt, const Scope& scope, lo::Body& out) {
  const auto written = building(stmt);
  if (!written) return false;
  const TensorNode& tensor = *written->left.tensor;
  if (tensor.temporary) declare_containers(tensor, out);
  const lo::Assembly assembly{fresh(tensor.name + "_parts"), fresh(tensor.name + "_part"), part_type(tensor)};
  for (const TensorLevel& level : tensor.levels)
    if (is_stored(level) && !tensor.temporary)  // whose coordinates are those of operands
      out.push_back(effect(invoke("insum::rt::check_coordinate_type<" + type_text(level.arrays.back()) + ">",
                                {lo::make_expr(lo::Literal{"\"" + tensor.name + "\""}, {}), lo::integer(level.level.mode.mode),
                                 index_value(tensor.sizes[static_cast<std::size_t>(level.level.mode.mode)], Scope{}),
                                 lo::integer(tensor.base)})));
  Scope inner = scope;
  inner.parts[written->left.tensor] = assembly.part;
  const auto* loop = get_if<Forall>(stmt);
  if (loop && loop->options.parallel && as_var(written->left.subscripts[0]) == loop->var) {
    for (lo::StmtPtr& s : parallel(*loop, inner, assembly)) out.push_back(std::move(s));
  } else {
    lo::ParallelFor whole;
    whole.assembly = assembly;
    whole.begin = lo::integer(0), whole.end = lo::integer(1), whole.weight = lo::integer(0);
    whole.chunk_begin = fresh("whole_begin"), whole.chunk_end = fresh("whole_end");
    enter_body(stmt, {}, inner, whole.body);
    out.push_back(lo::make_stmt(std::move(whole)));
  }
  out.push_back(join(tensor, assembly.parts));
  reread(tensor, out);
  return true;
}

lo::StmtPtr Lowering::join(const TensorNode& tensor, const std::string& parts) {
  std::vector<lo::ExprPtr> list = {lo::name(parts), lo::integer(tensor.base)};
  std::size_t next = 0;
  lo::ExprPtr parents = lo::integer(1);
  bool first = true;
  for (const TensorLevel& level : tensor.levels) {
    if (!is_stored(level)) {
      if (first) parents = lo::mul(parents, index_value(level.size, Scope{}));
      continue;
    }
    std::vector<lo::ExprPtr> containers;
    for (std::size_t a = 0; a < level.arrays.size(); ++a) containers.push_back(lo::name(tensor.containers.at(next++)->name));
    if (has_positions(level)) containers.push_back(first ? parents : lo::integer(-1));
    list.push_back(invoke(has_positions(level) ? "insum::rt::into_compressed" : "insum::rt::into_listed", std::move(containers)));
    first = false;
  }
  list.push_back(lo::name(tensor.containers.at(next)->name));
  return effect(invoke("insum::rt::join", std::move(list)));
}

/// A sparse temporary, where it is built first.
void Lowering::declare_containers(const TensorNode& tensor, lo::Body& out) {
  if (names_.count(tensor.containers.front()->name)) return;
  for (const Argument& container : tensor.containers) {
    names_.insert(container->name);
    const std::string type = "insum::rt::grow<" + type_text(container) + ">";
    out.push_back(lo::make_stmt(lo::Declare{lo::Type{ElementType::dependent, type}, container->name, invoke(type, {}), false, ""}));
  }
}

/// Later statements of the kernel that read the result find it where it is now.
void Lowering::reread(const TensorNode& tensor, lo::Body& out) {
  bool read = false;
  int built = 0;
  for_each_expr(program_.body, [&](const ExprPtr& e) {
    const auto* access = get_if<Access>(e);
    read |= access && !access->tensor->assembled && access->tensor->values == tensor.values;
  });
  for_each_stmt(program_.body, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    built += assign && assign->left.tensor->assembled && assign->left.tensor->values == tensor.values;
  });
  if (!read) return;
  std::size_t next = 0;
  const auto set = [&](const Argument& variable, const lo::Type& type, const std::string& declared, const lo::ExprPtr& value) {
    if (!tensor.temporary || !names_.insert(variable->name).second)
      out.push_back(lo::make_stmt(lo::Update{lo::name(variable->name, type), lo::Combine::store, value}));
    else if (built == 1)
      out.push_back(lo::make_stmt(lo::Declare{lo::Type{ElementType::dependent, declared}, variable->name, value, true, ""}));
    else  // the last one may be for nobody
      out.push_back(lo::make_stmt(lo::Declare{lo::Type{ElementType::dependent, "[[maybe_unused]] " + declared}, variable->name, value, false, ""}));
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
        set(*count, lo::Type{}, "std::int64_t", invoke("insum::rt::length", {lo::name(tensor.containers.back()->name)}));
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
    const bool fresh_each = (l == last && !blocks) || !level.level.unique || level.level.kind == LevelKind::singleton;
    std::vector<lo::ExprPtr> arguments = {coordinate};
    if (has_positions(level)) arguments.insert(arguments.begin(), position);
    const lo::ExprPtr added = invoke(part + ".template level<" + std::to_string(number++) + ">()." + (fresh_each ? "push" : "at"),
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
  room.condition = lo::make_expr(lo::Binary{"<=", invoke(part + ".values.size", {}), position}, lo::Type{ElementType::boolean, ""});
  room.body = {effect(invoke(part + ".values.extend", {block, fill_value(left.tensor, scope)}))};
  out.push_back(lo::make_stmt(std::move(room)));
  if (scope.vector && is_pack(make_expr(left, left.tensor->type), scope)) {
    const lo::ExprPtr array = invoke(part + ".values.data", {}, type);
    out.push_back(lo::make_stmt(lo::TileUpdate{scope.vector->tile, lo::make_expr(lo::Pointer{array, position}, type),
                                               tile_stride(left, scope), lo::Combine::store, value}));
    return;
  }
  out.push_back(lo::make_stmt(lo::Update{lo::make_expr(lo::Load{values, position}, type), lo::Combine::store, cast(value, type)}));
}

void Lowering::construct_workspace(const Tensor& tensor, Op op, Scope& scope, lo::Body& out) {
  const bool row = tensor->workspace == TensorNode::Workspace::row;
  const std::string name = fresh(tensor->name);
  scope.workspaces[tensor] = name;
  out.push_back(lo::make_stmt(lo::Construct{name, type_of(*tensor), combine_of(op),
                                            row ? index_value(tensor->sizes[0], Scope{}) : nullptr, tensor->levels.size()}));
}

void Lowering::update_workspace(const Access& left, const lo::ExprPtr& value, const Scope& scope, lo::Body& out) {
  const bool row = left.tensor->workspace == TensorNode::Workspace::row;
  std::vector<lo::ExprPtr> arguments;
  for (const ExprPtr& subscript : left.subscripts) arguments.push_back(index_value(subscript, scope));
  arguments.insert(row ? arguments.end() : arguments.begin(), cast(value, type_of(*left.tensor)));
  out.push_back(effect(invoke(scope.workspaces.at(left.tensor) + ".update", std::move(arguments))));
}

void Lowering::finish_workspace(const TensorNode& tensor, const std::string& name, lo::Body& out) {
  const bool row = tensor.workspace == TensorNode::Workspace::row;
  std::vector<lo::ExprPtr> sizes;
  if (!row)
    for (const ExprPtr& size : tensor.sizes) sizes.push_back(index_value(size, Scope{}));
  out.push_back(effect(invoke(name + ".finish", std::move(sizes))));
  const auto pointer = [&](const Argument& array, const std::string& function) {
    out.push_back(lo::make_stmt(lo::Declare{lo::Type{ElementType::dependent, "auto*"}, array->name, invoke(name + function, {}), true, ""}));
  };
  for (std::size_t l = 0; l < tensor.levels.size(); ++l)
    pointer(tensor.levels[l].arrays[0], row ? ".coordinates" : ".template coordinates<" + std::to_string(l) + ">");
  pointer(tensor.values, ".values");
  const auto* count = get_if<Argument>(tensor.levels[0].size);
  out.push_back(lo::make_stmt(lo::Declare{lo::Type{}, (*count)->name, invoke(name + ".count", {}), true, ""}));
}

/// The row that `consumer` appends as it is to a result with one stored level; null: it does something else.
const Assign* Lowering::drained_row(const StmtPtr& consumer, const Scope& scope) const {
  const auto* loop = get_if<Forall>(consumer);
  const auto* assign = loop ? get_if<Assign>(loop->body) : nullptr;
  const auto* row = assign ? get_if<Access>(assign->right) : nullptr;
  if (!row || row->tensor->workspace != TensorNode::Workspace::row || !scope.parts.count(assign->left.tensor)) return nullptr;
  const std::vector<TensorLevel>& levels = assign->left.tensor->levels;
  const bool one = has_positions(levels.back()) && std::count_if(levels.begin(), levels.end(), is_stored) == 1;
  return one && as_var(row->subscripts[0]) == loop->var ? assign : nullptr;
}

/// Sorts, appends and empties the row at once.
void Lowering::drain(const Assign& node, const Scope& scope, lo::Body& out) {
  const TensorNode& tensor = *node.left.tensor;
  lo::ExprPtr parent = lo::integer(0);
  for (std::size_t l = 0; l + 1 < tensor.levels.size(); ++l)
    parent = lo::add(lo::mul(parent, index_value(tensor.levels[l].size, Scope{})), index_value(node.left.subscripts[l], scope));
  const std::string& part = scope.parts.at(node.left.tensor);
  const Tensor& row = std::get<Access>(node.right->node).tensor;
  out.push_back(effect(invoke(scope.workspaces.at(row) + ".drain",
                              {lo::name(part + ".template level<0>()"), parent, lo::name(part + ".values")})));
}

}  // namespace insum::lower
