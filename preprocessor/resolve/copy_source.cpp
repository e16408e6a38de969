#include "resolve/copy_source.h"

#include <algorithm>

#include "resolve/call_text.h"
#include "resolve/copy_format.h"
#include "resolve/device_conversion.h"
#include "resolve/storage.h"

namespace insum::resolver {

namespace {

/// Where the first array of a list does not tell, as many as there are entries; -1: unknown.
std::string length_of(const index::TensorNode& stored, const index::ArgumentNode& array) {
  if (!array.length_call.empty()) return array.length_call;
  const index::TensorLevel& outer = stored.levels.front();
  const bool counted = !stored.dense && outer.level.kind != LevelKind::dense && outer.size;
  return counted && outer.arrays.front().get() == &array ? cpp_text(outer.size) : "-1";
}

/// Sizes of blocks and widths, in the order of the format's arguments.
std::vector<index::ExprPtr> parameters_of(const index::TensorNode& stored) {
  std::vector<index::ExprPtr> parameters = stored.block_sizes;
  const auto format = make_format(stored.format_name, static_cast<int>(stored.sizes.size()));
  for (const index::TensorLevel& level : stored.levels)
    if (level.level.kind == LevelKind::fixed)
      parameters.insert(parameters.begin() + format->width, level.size);
  return parameters;
}

}  // namespace

const index::TensorNode& source_among(const std::vector<index::Tensor>& stored, const index::Tensor& tensor) {
  const std::string& name = tensor->part_of.empty() ? tensor->name : tensor->part_of;
  const auto source =
      std::find_if(stored.begin(), stored.end(), [&](const index::Tensor& t) { return t->name == name; });
  return source == stored.end() ? *tensor : **source;
}

std::vector<index::Argument> arrays_of_copy(const index::TensorNode& stored) {
  std::vector<index::Argument> arrays = level_arrays(stored);
  arrays.push_back(stored.values);
  return arrays;
}

std::pair<std::string, std::string> obstacle_to_copy(const index::TensorNode& stored) {
  if (stored.temporary || !stored.values) return {"it is a temporary", "declare it with that format"};
  if (stored.base != 0 || stored.symmetry != index::Symmetry::none)
    return {"it is stored with base(1) or as one triangle", "convert it by insum::convert before"};
  const auto format = make_format(stored.format_name, static_cast<int>(stored.sizes.size()));
  if (!format || stored.format_name == "rows" || stored.sizes.empty())
    return {"it is stored as " + stored.format_name, "store it in a format that has a name, such as csr"};
  for (std::size_t l = 0; l < stored.levels.size(); ++l)
    if (stored.levels[l].level.mode.mode != format->levels[l].mode.mode)
      return {"its modes are stored in another order", "leave order(...) out"};
  for (const index::Argument& array : arrays_of_copy(stored)) {
    if (array->is_same) return {"its values are one number", "give it an array of values"};
    if (array->is_field) return {"its arrays are members of structs", "store it in arrays of their own"};
  }
  if (const std::string why = stored.on_device ? device_element_obstacle(stored) : ""; !why.empty())
    return {why, "use a type that is known, or leave it out of device(...)"};
  return {};
}

std::string source_of_copy(const index::TensorNode& stored) {
  if (!stored.object.empty() && !stored.dense) return stored.object;
  std::string lengths, pointers;
  for (const index::Argument& array : arrays_of_copy(stored)) {
    lengths += (lengths.empty() ? "" : ", ") + length_of(stored, *array);
    pointers += ", " + array->call;
  }
  return "::insum::rt::stored_as<" + ("\"" + stored.format_name + "\"") + ", " +
         std::to_string(stored.sizes.size()) + ">(" + list_text(stored.sizes) + ", " +
         list_text(stored.dense ? stored.strides : std::vector<index::ExprPtr>{}) + ", " +
         list_text(parameters_of(stored)) + ", {" + lengths + "}" + pointers + ")";
}

std::string options_of_copy(const index::TensorNode& stored) {
  if (!stored.fill) return "{}";
  std::string fill = cpp_text(stored.fill);
  // INFINITY in a template names a type that only kernels know.
  for (const char* limit : {"insum::rt::op_min::identity<", "insum::rt::op_max::identity<"})
    if (stored.fill->type == ElementType::dependent && fill.starts_with(limit))
      fill = "::" + std::string(limit) + copy_value_type(stored) + ">()";
  return "{.fill = static_cast<double>(" + fill + ")}";
}

}  // namespace insum::resolver
