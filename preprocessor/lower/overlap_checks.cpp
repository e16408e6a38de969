// More that a kernel built with INSUM_CHECKS validates: that arrays are there, that what it writes lies apart
// from all others, and that a symmetric tensor stores one triangle.
#include <algorithm>
#include <map>
#include <set>

#include "index_ir/rewrite.h"
#include "lower/check_calls.h"
#include "lower/lowering.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

/// The arrays of a kernel with the memory that they take.
class Uses {
 public:
  void add(const ArrayExtent& extent) {
    const Argument& array = extent.array;
    if (array->depth > 1 || array->is_field) return;
    lo::ExprPtr begin = lower::array(array);
    if (extent.first) begin = lo::make_expr(lo::Pointer{begin, extent.first}, begin->type);
    list_.push_back(invoke("insum::rt::array_use",
                           {id(array), word(array->writable), quoted(extent.name), begin, extent.count}));
  }
  /// `array`: what the kernel reads the container's elements by.
  void add_container(const Argument& array, const std::string& name, const Argument& container) {
    list_.push_back(invoke("insum::rt::container_use", {id(array), quoted(name), lo::name(container->name)}));
  }
  bool needs_check() const { return !list_.empty(); }
  lo::ExprPtr list() const { return lo::make_expr(lo::List{list_}, {}); }

 private:
  lo::ExprPtr id(const Argument& array) {
    return lo::integer(static_cast<long long>(ids_.emplace(array, ids_.size()).first->second));
  }

  std::vector<lo::ExprPtr> list_;
  std::map<Argument, std::size_t> ids_;
};

/// A stride is more than a product of sizes: any number.
bool has_own_strides(const TensorNode& tensor) {
  std::set<Argument> of_sizes;
  for (const ExprPtr& size : tensor.sizes)
    for_each_expr(size, [&](const ExprPtr& e) {
      if (const auto* argument = get_if<Argument>(e)) of_sizes.insert(*argument);
    });
  return std::any_of(tensor.strides.begin(), tensor.strides.end(), [&](const ExprPtr& stride) {
    bool negative = false;
    for_each_expr(stride, [&](const ExprPtr& e) {
      const auto* argument = get_if<Argument>(e);
      negative |= argument ? of_sizes.count(*argument) == 0 : as_integer(e).value_or(0) < 0;
    });
    return negative;
  });
}

void add_containers(const TensorNode& tensor, Uses& uses) {
  std::size_t next = 0;
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    const std::vector<std::string> names = tensor.levels[l].level.array_names();
    for (std::size_t a = 0; a < names.size(); ++a)
      uses.add_container(tensor.levels[l].arrays[a], array_name(tensor, names[a], l),
                         tensor.containers.at(next++));
  }
  uses.add_container(tensor.values, values_name(tensor), tensor.containers.at(next));
}

}  // namespace

/// The positions of level l below `count` of the level above.
lo::ExprPtr Lowering::count_below(const TensorNode& tensor, std::size_t l, const lo::ExprPtr& count) {
  const TensorLevel& level = tensor.levels[l];
  const bool by_positions = level.level.kind == LevelKind::ragged || has_positions(level);
  if (by_positions)
    return invoke("insum::rt::level_end", {array(level.arrays[0]), count, lo::integer(tensor.base)});
  if (level.level.kind == LevelKind::singleton) return count;
  return lo::mul(count, index_value(level.size, Scope{}));
}

lo::ExprPtr Lowering::list_of(const std::vector<ExprPtr>& values) {
  lo::List list;
  for (const ExprPtr& value : values) list.items.push_back(index_value(value, Scope{}));
  return lo::make_expr(list, {});
}

/// The arrays of a tensor that has storage, with the memory that they take.
std::vector<ArrayExtent> Lowering::extents(const TensorNode& tensor) {
  if (tensor.dense) {
    const std::vector<lo::ExprPtr> shape = {list_of(tensor.sizes), list_of(tensor.strides)};
    return {{tensor.values, tensor.name, invoke("insum::rt::extent", shape),
             has_own_strides(tensor) ? invoke("insum::rt::first_element", shape) : nullptr}};
  }
  std::vector<ArrayExtent> list;
  lo::ExprPtr count = lo::integer(1);
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    const TensorLevel& level = tensor.levels[l];
    if (level.level.kind == LevelKind::pointers) {
      list.push_back({level.arrays[0], array_name(tensor, "counts", l), count});
      break;
    }
    const lo::ExprPtr above = count;
    count = count_below(tensor, l, count);
    const std::vector<std::string> names = level.level.array_names();
    for (std::size_t a = 0; a < names.size(); ++a)
      list.push_back({level.arrays[a], array_name(tensor, names[a], l),
                      names[a] == "pos" ? lo::add(above, lo::integer(1)) : count});
  }
  list.push_back({tensor.values, values_name(tensor), count});
  return list;
}

void Lowering::overlap_checks(lo::Body& out) {
  for (const Tensor& tensor : program_.outputs)
    if (tensor->dense && has_own_strides(*tensor))
      out.push_back(
          check("check_places", {quoted(tensor->name), list_of(tensor->sizes), list_of(tensor->strides)}));
  if (program_.no_alias) return;
  Uses uses;
  for (const Tensor& tensor : program_.tensors) {
    if (tensor->temporary || tensor->storage_form || !tensor->values) continue;
    if (tensor->on_device && !tensor->dense) continue;  // the lengths of its arrays stand there as well
    if (tensor->assembled && !tensor->keeps_pattern) {
      add_containers(*tensor, uses);
      continue;
    }
    for (const ArrayExtent& extent : extents(*tensor)) uses.add(extent);
  }
  if (uses.needs_check()) out.push_back(check("check_apart", {uses.list()}));
}

std::vector<lo::ArrayUse> Lowering::array_uses() {
  std::vector<lo::ArrayUse> list;
  for (const Tensor& tensor : program_.tensors) {
    if (tensor->temporary || tensor->storage_form || !tensor->values) continue;
    if (tensor->assembled && !tensor->keeps_pattern && !is_read_first(*tensor)) continue;
    for (const ArrayExtent& extent : extents(*tensor))
      list.push_back({extent.array->name, extent.name, extent.count, extent.first, tensor->on_device});
  }
  return list;
}

/// How the coordinates of level l make up the place of an element: its row and its column.
lo::ExprPtr Lowering::place_steps(const TensorNode& tensor, std::size_t l) {
  const LevelMode& mode = tensor.levels[l].level.mode;
  const bool is_block = mode.kind == LevelMode::Kind::quotient;
  const lo::ExprPtr step =
      is_block ? index_value(tensor.block_sizes[static_cast<std::size_t>(mode.divisor)], Scope{})
               : lo::integer(1);
  lo::List steps{{lo::integer(0), lo::integer(0)}};
  steps.items[static_cast<std::size_t>(mode.mode)] = step;
  if (mode.kind != LevelMode::Kind::difference)
    for (const TensorLevel& other : tensor.levels)  // a diagonal counts from here
      if (other.level.mode.kind == LevelMode::Kind::difference && other.level.mode.other_mode == mode.mode)
        steps.items[static_cast<std::size_t>(other.level.mode.mode)] = step;
  return lo::make_expr(std::move(steps), {});
}

void Lowering::check_triangle(const Tensor& tensor, lo::Body& out) {
  std::vector<lo::ExprPtr> arguments = {quoted(tensor->name), word(tensor->symmetry == Symmetry::lower),
                                        index_value(tensor->sizes[0], Scope{}), array(tensor->values),
                                        fill_value(tensor, Scope{})};
  for (std::size_t l = 0; l < tensor->levels.size(); ++l) {
    const TensorLevel& level = tensor->levels[l];
    const LevelKind kind = level.level.kind;
    const bool is_list =
        kind == LevelKind::offset || (kind == LevelKind::compressed && level.level.implicit_pos);
    std::vector<lo::ExprPtr> parts = {place_steps(*tensor, l)};
    if (kind != LevelKind::dense) parts.push_back(lo::integer(kind == LevelKind::offset ? 0 : tensor->base));
    if (kind == LevelKind::dense || kind == LevelKind::fixed || is_list)
      parts.push_back(index_value(level.size, Scope{}));
    for (const Argument& a : level.arrays) parts.push_back(array(a));
    arguments.push_back(invoke(
        "insum::rt::" + (is_list ? "list_walk" : std::string(to_string(kind)) + "_walk"), std::move(parts)));
  }
  out.push_back(check("check_triangle", std::move(arguments)));
}

}  // namespace insum::lower
