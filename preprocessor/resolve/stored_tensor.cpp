// tensor NAME[sizes] : format(storage)
#include <algorithm>

#include "resolve/buckets.h"
#include "resolve/levels_form.h"
#include "resolve/named_format.h"
#include "resolve/storage.h"

namespace insum::resolver {

using index::ExprPtr;

namespace {

std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& item : list) text += (text.empty() ? "" : ", ") + item;
  return text;
}

/// A block size or width: a positive constant or a C++ value. Null after an error.
ExprPtr format_argument(Context& context, const ast::FormatArgument& argument, const std::string& format,
                        const std::string& fallback) {
  if (const auto* name = std::get_if<ast::Name>(&argument.value)) {
    context.report(
        Diag::format_arguments, argument.range,
        {format, "the sizes that its arrays have", "'" + name->text + "' is",
         "the size as a number or a C++ expression; 'auto' is for 'format A -> " + format + "<auto>'"});
    return nullptr;
  }
  const auto* cpp = std::get_if<ast::Cpp>(&argument.value);
  const ExprPtr value =
      cpp ? integer_value(context, *cpp, fallback) : index::integer(std::get<long long>(argument.value));
  const auto constant = value ? index::as_integer(value) : std::nullopt;
  if (!constant || *constant > 0) return value;
  context.report(Diag::size_not_positive, argument.range, {std::to_string(*constant), format, "1"});
  return nullptr;
}

bool check_storage(Context& context, const ast::FormatUse& use, const Format& format) {
  const std::vector<std::string> names = array_names(format);
  if (use.storage.size() == names.size()) return true;
  context.report(Diag::storage_count, use.range,
                 {format.name, count_of(names.size(), "storage array"), joined(names),
                  count_is(use.storage.size(), "storage array")});
  return false;
}

bool read_sizes(Context& context, const ast::TensorDirective& directive, index::TensorNode& tensor) {
  for (std::size_t mode = 0; mode < directive.sizes.size(); ++mode) {
    const ast::Cpp& size = directive.sizes[mode];
    const ExprPtr value = integer_value(context, size, tensor.name + "_size" + std::to_string(mode));
    if (!value) return false;
    if (const auto constant = index::as_integer(value); constant && *constant < 0) {
      context.report(Diag::size_not_positive, size.range, {std::to_string(*constant), tensor.name, "0"});
      return false;
    }
    tensor.sizes.push_back(value);
  }
  return true;
}

/// The levels of a sparse temporary, whose arrays come with its type.
bool add_built_levels(Context& context, index::TensorNode& tensor, const ast::FormatUse& use,
                      const Format& format) {
  if (!can_build(format.levels)) {
    context.report(Diag::not_supported_yet, use.range,
                   {"a temporary that is stored as " + format.name,
                    "make it dense, csr, csc, coo, dcsr, dcsc, csf, bcsr or dbcsr"});
    return false;
  }
  for (int n = 0; n < format.block_sizes; ++n) {
    const auto number = static_cast<std::size_t>(n);
    tensor.block_sizes.push_back(format_argument(context, use.format.arguments.at(number), format.name,
                                                 tensor.name + "_block" + std::to_string(n)));
    if (!tensor.block_sizes.back()) return false;
  }
  for (const Level& level : format.levels) {
    index::TensorLevel& added = tensor.levels.emplace_back();
    added.level = level;
    if (level.kind == LevelKind::dense) added.size = index::extent_of(tensor, level.mode);
    added.level.ordered = true;
  }
  const auto last = std::find_if(tensor.levels.rbegin(), tensor.levels.rend(), index::is_stored);
  last->level.unique = true;
  return true;
}

/// What is built is sorted, and has each coordinate once.
bool check_modifiers(Context& context, const index::TensorNode& tensor, const Modifiers& modifiers,
                     bool dense) {
  for (const auto& [name, where] : modifiers.where) {
    if (name == "order" || (name == "fill" && !dense)) continue;
    context.report(Diag::modifier_value, where,
                   {name, "does not apply to " + tensor.name + ", which is a temporary", "leave it out"});
    return false;
  }
  return true;
}

/// tensor NAME[sizes] : format, without storage: the first Einsum that writes it gives its type.
TensorPtr make_declared_temporary(Context& context, const TensorPtr& tensor,
                                  const ast::TensorDirective& directive, const ast::FormatUse& use) {
  const int rank = static_cast<int>(tensor->sizes.size());
  auto format = find_format(context, use.format, tensor->name, rank);
  const auto modifiers =
      format ? read_modifiers(context, tensor->name, rank, directive.modifiers) : std::nullopt;
  if (!format || !modifiers || !check_arguments(context, use.format, *format) ||
      !check_modifiers(context, *tensor, *modifiers, is_dense(*format)) ||
      !apply_order(context, *tensor, *modifiers, *format))
    return nullptr;
  tensor->fill = modifiers->fill;
  tensor->format_name = format->name;
  tensor->temporary = true;
  tensor->type = ElementType::none;
  tensor->dense = is_dense(*format);
  if (!tensor->dense) return add_built_levels(context, *tensor, use, *format) ? tensor : nullptr;
  std::vector<int> order;
  for (const Level& level : format->levels) order.push_back(level.mode.mode);
  tensor->strides = strides_of(tensor->sizes, order);
  return tensor;
}

}  // namespace

TensorPtr make_stored_tensor(Context& context, const ast::TensorDirective& directive,
                             const ast::FormatUse& use) {
  auto tensor = std::make_shared<index::TensorNode>();
  tensor->name = directive.name.text;
  tensor->where = directive.name.range;
  if (!read_sizes(context, directive, *tensor)) return nullptr;
  const int rank = static_cast<int>(tensor->sizes.size());

  if (use.storage.empty() && use.levels.empty())
    return make_declared_temporary(context, tensor, directive, use);
  if (use.format.name.text == "hyb") return make_stored_buckets(context, *tensor, directive, use);
  LevelsForm form;
  if (use.format.name.text == "levels") {
    auto read = read_levels(context, use, tensor->name, rank);
    if (!read) return nullptr;
    form = std::move(*read);
  } else {
    auto format = find_format(context, use.format, tensor->name, rank);
    if (!format || !check_arguments(context, use.format, *format) || !check_storage(context, use, *format))
      return nullptr;
    form = {std::move(*format), use.format.arguments, use.storage};
  }
  const auto modifiers = read_modifiers(context, tensor->name, rank, directive.modifiers);
  if (!modifiers) return nullptr;

  StorageSource source;
  source.where = use.range;
  source.array = [&](std::size_t n, const ArrayRole& role) {
    return raw_array(context, form.arrays.at(n), role);
  };
  source.parameter = [&](std::size_t n) {
    return format_argument(context, form.parameters.at(n), form.format.name,
                           tensor->name + argument_suffix(form.format, n));
  };
  if (!add_storage(context, *tensor, form.format, *modifiers, source)) return nullptr;
  return tensor;
}

}  // namespace insum::resolver
