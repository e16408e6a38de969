#include "resolve/device_conversion.h"

#include <algorithm>

#include "index_ir/array_names.h"
#include "resolve/call_text.h"
#include "resolve/copy_source.h"
#include "resolve/storage.h"
#include "support/content_hash.h"
#include "support/internal_error.h"

namespace insum::resolver {

namespace {

constexpr const char* cuda = "insum::rt::cuda::";

/// nvcc has no _Float16: the elements are the same.
std::string value_name(ElementType type) { return type == ElementType::f16 ? "insum::half" : cpp_name(type); }

std::string array_names(const index::TensorLevel& level) {
  std::string list;
  for (const index::Argument& array : level.arrays)
    list += (list.empty() ? "<" : ", ") + cpp_name(array->type);
  return list.empty() ? "" : list + ">";
}

/// The call that makes a level of a source: see stored_levels in rt/cuda/stored_entries.hpp.
std::string level_call(const index::TensorLevel& level, const Format& format) {
  using Kind = LevelMode::Kind;
  const LevelMode& mode = level.level.mode;
  const bool blocked = mode.kind == Kind::quotient || mode.kind == Kind::remainder;
  const std::string parameter =
      blocked ? ", " + std::to_string(format.block_argument(mode.divisor)) : std::string();
  const std::string arguments = "(" + std::to_string(mode.mode) + parameter + ")", types = array_names(level);
  switch (level.level.kind) {
    case LevelKind::dense:
      return (mode.kind == Kind::plain      ? "dense"
              : mode.kind == Kind::quotient ? "dense_blocks"
                                            : "within") +
             arguments;
    case LevelKind::compressed:
      return (level.level.implicit_pos ? "list" : "compressed") + types + arguments;
    case LevelKind::singleton:
      return "singleton" + types + arguments;
    case LevelKind::fixed:
      return "fixed" + types + "(" + std::to_string(mode.mode) + ", " + std::to_string(format.width) +
             (level.level.padded ? ", true" : ", false") + parameter + ")";
    case LevelKind::offset:
      return "offset" + types + "()";
    case LevelKind::ragged:
      return "ragged" + types + arguments;
    case LevelKind::pointers:
      break;
  }
  internal_error("rows behind pointers in device memory");
}

/// Which slots with the fill value are no entries: as insum::convert has it.
std::string padding_of(const index::TensorNode& stored) {
  const auto any = [&](auto holds) {
    return std::any_of(stored.levels.begin(), stored.levels.end(),
                       [&](const index::TensorLevel& level) { return holds(level.level); });
  };
  if (stored.dense || any([](const Level& level) {
        return level.kind == LevelKind::ragged || level.kind == LevelKind::offset ||
               level.mode.kind == LevelMode::Kind::remainder;
      }))
    return "any";
  return any([](const Level& level) { return level.kind == LevelKind::fixed && !level.padded; }) ? "repeated"
                                                                                                 : "none";
}

Format format_of(const index::TensorNode& stored) {
  return *make_format(stored.format_name, static_cast<int>(stored.sizes.size()));
}

/// {"A.pos", "A.crd", "A.vals"}
std::string names_of_arrays(const index::TensorNode& stored) {
  std::string text;
  for (const index::Argument& array : level_arrays(stored)) text += "\"" + array_name(stored, array) + "\", ";
  return "{" + text + "\"" + index::values_name(stored) + "\"}";
}

std::string function_head(const std::string& name) {
  return "std::shared_ptr<const insum::device_arrays> " + name + "(const insum::conversion_source& from)";
}

std::string function_text(const std::string& name, const index::TensorNode& stored,
                          const DeviceConversion& conversion) {
  std::string text = "// " + stored.name + ", which is " + stored.format_name + ", as " + conversion.made +
                     "\n__attribute__((weak)) " + function_head(name) + " {\n  " + cuda +
                     "stored_levels storage(from, insum::cuda::detail::stream_of_thread);\n";
  const Format format = format_of(stored);
  std::vector<std::string> calls;
  for (const index::TensorLevel& level : stored.levels) calls.push_back(level_call(level, format));
  if (stored.dense)
    for (std::size_t mode = 0; mode < stored.sizes.size(); ++mode)
      calls.push_back("dense(" + std::to_string(mode) + ")");
  std::string levels;
  for (std::size_t l = 0; l < calls.size(); ++l) {
    const std::string level = "level" + std::to_string(l);
    text += "  const auto " + level + " = storage." + calls[l] + ";\n";
    levels += ", " + level;
  }
  return text + "  return " + cuda + conversion.maker + ", " + value_name(stored.values->type) + ", " +
         cpp_name(copy_index_type(stored)) + ", " + std::to_string(stored.sizes.size()) + ", " + cuda +
         "padding::" + padding_of(stored) + ">(from, storage" + levels + ");\n}\n";
}

}  // namespace

std::string device_element_obstacle(const index::TensorNode& stored) {
  std::vector<index::Argument> arrays = level_arrays(stored);
  arrays.push_back(stored.values);
  for (const index::Argument& array : arrays)
    if (array->type == ElementType::dependent)
      return "the type of its elements depends on a template argument";
  return "";
}

std::string device_value_name(const index::TensorNode& stored) { return value_name(stored.values->type); }

std::string device_copy_type(const index::TensorNode& stored, const CopyFormat& copy) {
  std::size_t arrays = 1;
  for (const Level& level : copy.format.levels)
    if (!is_dense(copy.format)) arrays += level.array_names().size();
  std::string text = "::insum::rt::device_copy<\"" + copy.format.name + "\", " +
                     std::to_string(stored.sizes.size()) + ", " + std::to_string(arrays) + ", " +
                     copy_value_type(stored) + ", " + copy_index_name(stored);
  for (const auto& size : copy.sizes) text += ", " + std::to_string(size.value_or(0));
  return text + ">";
}

std::string device_source_counts(const index::TensorNode& stored) {
  return std::to_string(arrays_of_copy(stored).size()) + ", " + std::to_string(format_of(stored).arguments());
}

std::string device_conversion_arguments(Context& context, const index::TensorNode& stored,
                                        const DeviceConversion& conversion, const std::string& place) {
  const std::string number =
      std::to_string(context.site.number) + "_" + std::to_string(context.device_functions.size()) + "_";
  const std::string name =
      "converted_" + number + std::to_string(content_hash(function_text("", stored, conversion)));
  context.device_functions.push_back({function_head(name), function_text(name, stored, conversion)});
  return "&::insum_kernels::" + name + ", " + kernel_at_call + ", \"" + place + "\", " +
         names_of_arrays(stored);
}

}  // namespace insum::resolver
