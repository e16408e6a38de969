#include "resolve/device_conversion.h"

#include <algorithm>

#include "resolve/storage.h"
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

}  // namespace

std::string device_element_obstacle(const index::TensorNode& stored) {
  std::vector<index::Argument> arrays = level_arrays(stored);
  arrays.push_back(stored.values);
  for (const index::Argument& array : arrays)
    if (array->type == ElementType::dependent)
      return "the type of its elements depends on a template argument";
  return "";
}

std::string device_conversion_head(const std::string& name) {
  return "std::shared_ptr<const insum::device_arrays> " + name + "(const insum::conversion_source& from)";
}

std::string device_conversion_text(const std::string& name, const index::TensorNode& stored,
                                   const Format& format, const CopyTypes& to) {
  std::string text = "// " + stored.name + ", which is " + stored.format_name + ", as " + to.format + "\n" +
                     "__attribute__((weak)) " + device_conversion_head(name) + " {\n  " + cuda +
                     "stored_levels storage(from, insum::cuda::detail::stream_of_thread);\n";
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
  return text + "  return " + cuda + "convert<" + cuda + "made::" + to.format + ", " +
         value_name(stored.values->type) + ", " + cpp_name(to.index) + ", " +
         std::to_string(stored.sizes.size()) + ", " + cuda + "padding::" + padding_of(stored) +
         ">(from, storage" + levels + ");\n}\n";
}

}  // namespace insum::resolver
