#include "resolve/copy_format.h"

#include <algorithm>

namespace insum::resolver {

std::optional<CopyFormat> read_copy_format(Context& context, const index::TensorNode& stored,
                                           const ast::FormatName& target) {
  auto format = find_format(context, target, stored.name, static_cast<int>(stored.sizes.size()));
  if (!format || !check_arguments(context, target, *format, true)) return std::nullopt;
  if (format->name == "rows") {
    context.report(
        Diag::conversion_impossible, target.range,
        {stored.name, format->name, "nothing makes arrays of pointers to rows", "name another format"});
    return std::nullopt;
  }
  std::vector<FormatNumber> sizes;
  for (const ast::FormatArgument& argument : target.arguments) {
    const auto size = read_number(context, target, argument, 1, true);
    if (!size) return std::nullopt;
    sizes.push_back(*size);
  }
  return CopyFormat{std::move(*format), std::move(sizes)};
}

std::string copy_value_type(const index::TensorNode& stored) {
  return "std::remove_cvref_t<decltype((" + stored.values->call + ")[0])>";
}

ElementType copy_index_type(const index::TensorNode& stored) {
  const std::vector<index::Argument> arrays = level_arrays(stored);
  const bool narrow = std::all_of(arrays.begin(), arrays.end(), [](const index::Argument& array) {
    return array->type == ElementType::i32;
  });
  return narrow ? ElementType::i32 : ElementType::i64;
}

std::string copy_index_name(const index::TensorNode& stored) {
  return copy_index_type(stored) == ElementType::i32 ? "std::int32_t" : "std::int64_t";
}

std::string copy_type(const index::TensorNode& stored, const CopyFormat& copy) {
  return copy_type(stored, copy, copy_value_type(stored));
}

std::string copy_type(const index::TensorNode& stored, const CopyFormat& copy, const std::string& value) {
  const std::string& name = copy.format.name;
  const std::string index = copy_index_name(stored);
  const std::string rank = std::to_string(stored.sizes.size());
  if (name == "dense") return "::insum::dense<" + value + ", " + rank + ">";
  if (name == "coo" || name == "csf")
    return "::insum::" + name + "<" + value + ", " + rank + ", " + index + ">";
  std::string text = "::insum::" + name + "<" + value + ", " + index;
  for (const auto& size : copy.sizes) text += size ? ", " + std::to_string(*size) : ", ::insum::dynamic";
  return text + (stored.sizes.size() == 2 ? "" : ", " + rank) + ">";
}

TensorPtr tensor_of_copy(Context& context, const index::TensorNode& stored, const std::string& name,
                         const CopyFormat& copy, const ast::Cpp& object,
                         const std::vector<index::ExprPtr>& sizes) {
  bind::CppFacts facts;
  facts.kind = bind::FactKind::object;
  bind::ObjectFacts& type = facts.object.emplace();
  type.format = copy.format.name;
  type.rank = static_cast<int>(stored.sizes.size());
  type.value = stored.values->type;
  type.value_spelling = stored.values->type_spelling;
  type.index = copy_index_type(stored);
  const bool known =
      std::all_of(copy.sizes.begin(), copy.sizes.end(), [](const auto& size) { return size.has_value(); });
  for (std::size_t n = 0; known && n < copy.sizes.size(); ++n) type.arguments.push_back(*copy.sizes[n]);
  Modifiers modifiers;
  modifiers.fill = stored.fill;
  if (copy.format.name == "coo") modifiers.sorted = modifiers.unique = true;
  const TensorPtr tensor = make_typed_tensor(context, name, object, facts, modifiers, sizes);
  if (tensor) tensor->where = stored.where;
  return tensor;
}

}  // namespace insum::resolver
