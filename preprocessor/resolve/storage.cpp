#include "resolve/storage.h"

#include <algorithm>
#include <cmath>

#include "index_ir/algebra.h"
#include "index_ir/dependent_types.h"
#include "resolve/storage_lengths.h"

namespace insum::resolver {

using index::ArgumentNode;
using index::ExprPtr;

bool apply_order(Context& context, const index::TensorNode& tensor, const Modifiers& modifiers,
                 Format& format) {
  if (modifiers.order.empty()) return true;
  if (!format.any_rank) {
    context.report(
        Diag::modifier_value, modifiers.where.at("order"),
        {"order", "does not apply to " + tensor.name + ", which is " + format.name,
         "it is for dense, coo, csf and group_coo; write levels(...) for other orders of the modes"});
    return false;
  }
  for (std::size_t i = 0; i < format.levels.size(); ++i) format.levels[i].mode.mode = modifiers.order[i];
  return true;
}

namespace {

/// How many levels of `format` have an array of this name; several are told apart by the level's number.
int levels_with(const Format& format, const std::string& array) {
  int count = 0;
  for (const Level& level : format.levels)
    for (const std::string& name : level.array_names()) count += name == array;
  return count;
}

std::string numbered(const Format& format, const std::string& array, std::size_t level) {
  return levels_with(format, array) > 1 ? array + std::to_string(level) : array;
}

bool reject_flags(Context& context, const index::TensorNode& tensor, const Modifiers& modifiers) {
  for (const char* flag : {"sorted", "unsorted", "unique", "duplicates"})
    if (const auto given = modifiers.where.find(flag); given != modifiers.where.end())
      context.report(
          Diag::modifier_value, given->second,
          {flag, "does not apply to " + tensor.name + ", which stores no coordinates", "leave it out"});
  return false;
}

/// sorted, unique and their opposites; in coo they are about whole entries, so that the last level carries
/// `unique`.
bool apply_flags(Context& context, const index::TensorNode& tensor, const Modifiers& modifiers,
                 Format& format) {
  if (!modifiers.sorted && !modifiers.unique) return true;
  const auto stores_coordinates = [](const Level& level) {
    return level.kind == LevelKind::compressed || level.kind == LevelKind::singleton ||
           level.kind == LevelKind::fixed || level.kind == LevelKind::pointers;
  };
  Level* last = nullptr;
  for (Level& level : format.levels) {
    if (!stores_coordinates(level)) continue;
    if (modifiers.sorted) level.ordered = *modifiers.sorted;
    last = &level;
  }
  if (!last) {
    return reject_flags(context, tensor, modifiers);
  }
  if (modifiers.unique) last->unique = *modifiers.unique;
  return true;
}

/// The number of entries of a level without positions, from any of the arrays that has as many.
ExprPtr entry_count(Context& context, const index::TensorNode& tensor,
                    const std::vector<index::Argument>& arrays, const std::string& name) {
  for (const index::Argument& array : arrays)
    if (!array->length_call.empty())
      return size_argument(context, array->length_call, tensor.name + "_" + name, array->where);
  context.report(Diag::unknown_length, arrays.front()->where, {tensor.name});
  return nullptr;
}

/// Whether all that is stored are elements: a number can stand for the values of all of them.
bool may_have_one_value(const Format& format) {
  return std::all_of(format.levels.begin(), format.levels.end(), [](const Level& level) {
    return level.mode.kind == LevelMode::Kind::plain &&
           (level.kind == LevelKind::dense || level.kind == LevelKind::compressed ||
            level.kind == LevelKind::singleton);
  });
}

bool add_levels(index::TensorNode& tensor, const Format& format, const StorageSource& source) {
  std::size_t next = 0;
  bool good = true;
  for (std::size_t i = 0; i < format.levels.size(); ++i) {
    index::TensorLevel level{format.levels[i], {}, nullptr};
    for (const std::string& name : level.level.array_names()) {
      const int depth = level.level.kind == LevelKind::pointers && name == "crd" ? 2 : 1;
      const ArrayRole role{tensor.name + "_" + numbered(format, name, i), false, depth};
      level.arrays.push_back(source.array(next++, role));
      good &= level.arrays.back() != nullptr;
    }
    if (level.level.kind == LevelKind::dense) level.size = index::extent_of(tensor, level.level.mode);
    if (level.level.kind == LevelKind::fixed)
      good &= (level.size = source.parameter(static_cast<std::size_t>(format.width))) != nullptr;
    tensor.levels.push_back(std::move(level));
  }
  const bool rows = std::any_of(format.levels.begin(), format.levels.end(),
                                [](const Level& level) { return level.kind == LevelKind::pointers; });
  tensor.values = source.array(next, {tensor.name + "_vals", true, rows ? 2 : 1, may_have_one_value(format)});
  return good && tensor.values;
}

/// Levels whose number of entries stands in no pos array.
bool add_counts(Context& context, index::TensorNode& tensor) {
  for (std::size_t i = 0; i < tensor.levels.size(); ++i) {
    index::TensorLevel& level = tensor.levels[i];
    std::vector<index::Argument> arrays = level.arrays;
    if (level.level.kind == LevelKind::compressed && level.level.implicit_pos) {
      for (std::size_t j = i + 1;
           j < tensor.levels.size() && tensor.levels[j].level.kind == LevelKind::singleton; ++j)
        arrays.insert(arrays.end(), tensor.levels[j].arrays.begin(), tensor.levels[j].arrays.end());
      if (tensor.levels.back().level.kind == LevelKind::singleton || i + 1 == tensor.levels.size())
        arrays.push_back(tensor.values);
      level.size = entry_count(context, tensor, arrays, "nnz");
    } else if (level.level.kind == LevelKind::offset) {
      level.size = entry_count(context, tensor, arrays, "diagonals");
    } else {
      continue;
    }
    if (!level.size) return false;
  }
  return true;
}

bool check_symmetry(Context& context, const index::TensorNode& tensor, const Modifiers& modifiers) {
  if (tensor.symmetry == index::Symmetry::none) return true;
  const auto rows = index::as_integer(tensor.sizes[0]), columns = index::as_integer(tensor.sizes[1]);
  if (!rows || !columns || *rows == *columns) return true;
  context.report(Diag::modifier_value, modifiers.where.at("symmetric"),
                 {"symmetric",
                  "needs as many rows as columns, but " + tensor.name + " has " + std::to_string(*rows) +
                      " and " + std::to_string(*columns),
                  "leave it out"});
  return false;
}

bool add_dense_storage(index::TensorNode& tensor, const Format& format, const Modifiers& modifiers,
                       const StorageSource& source) {
  std::vector<int> order;
  for (const Level& level : format.levels) order.push_back(level.mode.mode);
  tensor.dense = true;
  tensor.strides = modifiers.strides.empty() ? strides_of(tensor.sizes, order) : modifiers.strides;
  tensor.values = source.array(0, {tensor.name, true, 1});
  return tensor.values != nullptr;
}

/// A pointer or a contiguous range, as deep as the format needs it.
bool check_array(Context& context, const bind::CppFacts& facts, const ArrayRole& role,
                 const std::string& text, SourceRange where) {
  using Kind = bind::FactKind;
  const bool is_array = facts.kind == Kind::pointer || facts.kind == Kind::array ||
                        facts.kind == Kind::range ||
                        (facts.kind == Kind::object && facts.object && facts.object->format == "dense");
  const bool strided = facts.kind == Kind::object && facts.object && facts.object->strided;
  if (!is_array || strided) {
    const std::string type = type_of(facts) + (strided ? ", whose elements may lie apart" : "");
    context.report(Diag::storage_not_array, where, {text, type});
    return false;
  }
  // A vector of vectors is no array of pointers.
  const bool points =
      facts.depth == 1 || facts.kind != Kind::range || facts.type_spelling.find('*') != std::string::npos;
  if (facts.depth == role.depth && points) return true;
  context.report(
      Diag::storage_depth, where,
      {text, type_of(facts), role.depth == 1 ? "an array of numbers" : "an array of pointers to rows"});
  return false;
}

}  // namespace

bool check_element(Context& context, const ArrayRole& role, ElementType element, const std::string& text,
                   const std::string& spelling, SourceRange where) {
  if (element == ElementType::dependent) return true;
  if (element == ElementType::none && role.values)
    context.report(Diag::element_type, where, {text, spelling});
  else if (!role.values && !is_integer(element))
    context.report(Diag::index_type, where, {text, spelling});
  else
    return true;
  return false;
}

bool can_build(const std::vector<Level>& levels) {
  const auto is_dense_level = [](const Level& level) { return level.kind == LevelKind::dense; };
  const bool blocks = std::any_of(levels.begin(), levels.end(), [](const Level& level) {
    return level.mode.kind != LevelMode::Kind::plain;
  });
  const bool list = std::any_of(levels.begin(), levels.end(),
                                [](const Level& level) { return level.kind == LevelKind::singleton; });
  if (list && blocks) return false;  // entries that share a block would have to be told apart from others
  return !std::all_of(levels.begin(), levels.end(), is_dense_level) &&
         std::all_of(levels.begin(), levels.end(), [&](const Level& level) {
           return is_dense_level(level) || level.kind == LevelKind::compressed ||
                  level.kind == LevelKind::singleton;
         });
}

std::vector<index::Argument> level_arrays(const index::TensorNode& tensor) {
  std::vector<index::Argument> list;
  for (const index::TensorLevel& level : tensor.levels)
    list.insert(list.end(), level.arrays.begin(), level.arrays.end());
  return list;
}

std::vector<std::string> array_names(const Format& format) {
  if (!format.arrays.empty()) return format.arrays;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < format.levels.size(); ++i)
    for (const std::string& name : format.levels[i].array_names()) names.push_back(numbered(format, name, i));
  names.push_back("vals");
  return names;
}

std::string argument_suffix(const Format& format, std::size_t argument) {
  const int n = static_cast<int>(argument);
  if (n == format.width) return "_width";
  return "_block" + std::to_string(format.width >= 0 && n > format.width ? n - 1 : n);
}

std::vector<ExprPtr> strides_of(const std::vector<ExprPtr>& sizes, const std::vector<int>& order) {
  std::vector<ExprPtr> strides(sizes.size());
  ExprPtr stride = index::integer(1);
  for (std::size_t i = order.size(); i-- > 0;) {
    const auto mode = static_cast<std::size_t>(order[i]);
    strides[mode] = stride;
    stride = index::mul(sizes[mode], stride);
  }
  return strides;
}

/// A known fill value becomes one of the elements' type, which has to hold it.
bool settle_fill(Context& context, index::TensorNode& tensor, const Modifiers& modifiers) {
  const auto value = tensor.fill ? index::known_value(tensor.fill) : std::nullopt;
  if (value && tensor.type == ElementType::dependent && std::isinf(*value))
    tensor.fill = index::limit_of_elements(*value > 0 ? index::Op::min : index::Op::max, tensor);
  if (!value || !is_integer(tensor.type)) return true;
  for (const index::Op op : {index::Op::min, index::Op::max}) {
    if (tensor.type == ElementType::boolean) break;
    const ExprPtr limit = index::identity_of(op, tensor.type);
    if (*value != index::known_value(limit)) continue;
    tensor.fill = *value == 0 ? nullptr : limit;
    return true;
  }
  if (index::can_hold(tensor.type, *value)) return true;
  context.report(Diag::modifier_value, modifiers.where.at("fill"),
                 {"fill",
                  "has a value that " + std::string(cpp_name(tensor.type)) + ", the type of " + tensor.name +
                      "'s elements, cannot hold",
                  "give one that it can, such as std::numeric_limits<" + std::string(cpp_name(tensor.type)) +
                      ">::max() for infinity"});
  return false;
}

bool add_storage(Context& context, index::TensorNode& tensor, Format format, const Modifiers& modifiers,
                 const StorageSource& source) {
  tensor.format_name = format.name;
  tensor.fill = modifiers.fill;
  tensor.base = modifiers.base;
  tensor.symmetry = modifiers.symmetry;
  if (!apply_order(context, tensor, modifiers, format) || !apply_flags(context, tensor, modifiers, format) ||
      !check_symmetry(context, tensor, modifiers))
    return false;
  bool good = true;
  if (is_dense(format)) {
    good = add_dense_storage(tensor, format, modifiers, source);
  } else {
    if (!modifiers.strides.empty()) {
      context.report(Diag::modifier_value, modifiers.where.at("strides"),
                     {"strides", "does not apply to " + tensor.name + ", which is " + format.name,
                      "it is for dense tensors"});
      return false;
    }
    tensor.dense = false;
    for (int n = 0; n < format.block_sizes; ++n) {
      tensor.block_sizes.push_back(source.parameter(static_cast<std::size_t>(format.block_argument(n))));
      if (!tensor.block_sizes.back()) return false;
    }
    good = add_levels(tensor, format, source) && add_counts(context, tensor);
  }
  if (!good || !check_lengths(context, tensor, source.where)) return false;
  tensor.type = tensor.values->type;
  tensor.type_spelling = tensor.values->type_spelling;
  return settle_fill(context, tensor, modifiers);
}

index::Argument raw_array(Context& context, const ast::StorageArgument& storage, const ArrayRole& role) {
  const bind::CppFacts& facts = context.facts(storage.array.id);
  const std::string& array = storage.array.text;
  const std::string text = storage.member ? array + "." + storage.member->text : array;
  const SourceRange where = storage.range.valid() ? storage.range : storage.array.range;
  const ElementType element = facts.object ? facts.object->value : facts.element;
  std::string spelling = facts.object ? facts.object->value_spelling : facts.element_spelling;
  if (storage.member && element == ElementType::dependent) spelling += "_" + storage.member->text;
  const bool is_same = role.may_be_same && facts.kind == bind::FactKind::scalar;
  if ((!is_same && !check_array(context, facts, role, text, where)) ||
      !check_element(context, role, element, text, spelling, where))
    return nullptr;
  std::string call = "::insum::rt::data(" + array + ")";
  if (is_same)
    call = "::insum::rt::same_value(" + array + ")";
  else if (storage.member)
    call = "::insum::rt::field(" + array + ", &std::remove_cvref_t<decltype((" + array +
           ")[0])>::" + storage.member->text + ")";
  else if (facts.array_rank > 1) {
    call = "&(" + array + ")";
    for (int mode = 0; mode < facts.array_rank; ++mode) call += "[0]";
  }
  ArgumentNode node = make_argument(ArgumentNode::Kind::array, role.name, call, where);
  if (facts.array_rank > 1)
    node.length_call = facts.length ? std::to_string(*facts.length) : "";
  else if (facts.kind != bind::FactKind::pointer && !is_same)
    node.length_call = "::insum::rt::length(" + array + ")";
  if (facts.length) node.length = static_cast<long long>(*facts.length);
  node.type = element;
  node.type_spelling = spelling;
  node.depth = role.depth;
  node.is_field = storage.member.has_value() || is_same;
  node.is_same = is_same;
  if (facts.growable && !storage.member) node.container_call = array;
  if (facts.writable) context.writable_arrays.insert(node.call);
  return context.arguments.get(std::move(node));
}

}  // namespace insum::resolver
