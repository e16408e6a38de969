#include "resolve/conversions.h"

#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/array_names.h"
#include "resolve/call_text.h"
#include "resolve/device_conversion.h"
#include "resolve/named_format.h"
#include "support/content_hash.h"

namespace insum::resolver {

namespace {

/// What insum::convert cannot read as it is stored, and what to do; empty texts where it can.
std::pair<std::string, std::string> obstacle(const index::TensorNode& stored) {
  if (stored.temporary || !stored.values) return {"it is a temporary", "declare it with that format"};
  if (stored.base != 0 || stored.symmetry != index::Symmetry::none)
    return {"it is stored with base(1) or as one triangle", "convert it by insum::convert before"};
  const auto format = make_format(stored.format_name, static_cast<int>(stored.sizes.size()));
  if (!format || stored.format_name == "rows" || stored.sizes.empty())
    return {"it is stored as " + stored.format_name, "store it in a format that has a name, such as csr"};
  for (std::size_t l = 0; l < stored.levels.size(); ++l)
    if (stored.levels[l].level.mode.mode != format->levels[l].mode.mode)
      return {"its modes are stored in another order", "leave order(...) out"};
  std::vector<index::Argument> arrays = level_arrays(stored);
  arrays.push_back(stored.values);
  for (const index::Argument& array : arrays) {
    if (array->is_same) return {"its values are one number", "give it an array of values"};
    if (array->is_field) return {"its arrays are members of structs", "store it in arrays of their own"};
  }
  if (const std::string why = stored.on_device ? device_element_obstacle(stored) : ""; !why.empty())
    return {why, "use a type that is known, or leave it out of device(...)"};
  return {};
}

class Conversion {
 public:
  Conversion(Context& context, const index::TensorNode& stored, const ast::FormatDirective& directive)
      : context_(context), stored_(stored), directive_(directive), target_(directive.parts.front()) {}

  TensorPtr run() {
    const auto format = find_format(context_, target_, stored_.name, static_cast<int>(stored_.sizes.size()));
    if (!format || !check_arguments(context_, target_, *format, true)) return nullptr;
    if (format->name == "rows") {
      context_.report(
          Diag::conversion_impossible, target_.range,
          {stored_.name, format->name, "nothing makes arrays of pointers to rows", "name another format"});
      return nullptr;
    }
    if (!read_arguments(*format)) return nullptr;
    const std::string local = context_.names.make("insum_" + stored_.name + "_" + format->name);
    const std::string maker = stored_.on_device ? device_maker(*format) : host_maker(*format);
    context_.preparations.push_back("const auto " + local + " = ::insum::rt::converted" + maker + source() +
                                    ", {" + options() + "});");
    const TensorPtr tensor = as_tensor(*format, "(*" + local + ")");
    if (tensor) tensor->on_device = stored_.on_device;
    return tensor;
  }

 private:
  std::string arrays_read() const { return std::to_string(level_arrays(stored_).size() + 1); }
  /// For errors: "format A -> csr".
  std::string place(const Format& format) const {
    return "\"format " + stored_.name + " -> " + format.name + "\"";
  }
  std::string host_maker(const Format& format) const {
    return (directive_.once ? "_once<" + format_type(format) + ", " + arrays_read() + ">"
                            : "<" + format_type(format) + ">") +
           "(" + kernel_at_call + ", " + place(format) + ", ";
  }
  std::string names_of_arrays() const {
    std::string text;
    for (const index::Argument& array : level_arrays(stored_))
      text += "\"" + array_name(stored_, array) + "\", ";
    return "{" + text + "\"" + index::values_name(stored_) + "\"}";
  }
  /// Device memory is converted there, by a function of the CUDA file.
  std::string device_maker(const Format& format) {
    const Format from = *make_format(stored_.format_name, static_cast<int>(stored_.sizes.size()));
    const CopyTypes to{format.name, index_type()};
    const std::string number =
        std::to_string(context_.site.number) + "_" + std::to_string(context_.device_functions.size()) + "_";
    const std::string name =
        "converted_" + number + std::to_string(content_hash(device_conversion_text("", stored_, from, to)));
    context_.device_functions.push_back(
        {device_conversion_head(name), device_conversion_text(name, stored_, from, to)});
    return "_on_device" + std::string(directive_.once ? "_once<" : "<") + copy_type_of(format) + ", " +
           arrays_read() + ", " + std::to_string(from.arguments()) + ">(&::insum_kernels::" + name + ", " +
           kernel_at_call + ", " + place(format) + ", " + names_of_arrays() + ", ";
  }
  std::string copy_type_of(const Format& format) const {
    std::size_t arrays = 1;
    for (const Level& level : format.levels)
      if (!is_dense(format)) arrays += level.array_names().size();
    std::string text = "::insum::rt::device_copy<\"" + format.name + "\", " +
                       std::to_string(stored_.sizes.size()) + ", " + std::to_string(arrays) + ", " +
                       value_type() + ", " + index_name();
    for (const auto& argument : arguments_) text += ", " + std::to_string(argument.value_or(0));
    return text + ">";
  }

  /// Template arguments: numbers that are known, or `auto`, which leaves them to the conversion.
  bool read_arguments(const Format& format) {
    for (const ast::FormatArgument& argument : target_.arguments) {
      const auto* name = std::get_if<ast::Name>(&argument.value);
      const auto* cpp = std::get_if<ast::Cpp>(&argument.value);
      const auto* number = std::get_if<long long>(&argument.value);
      const auto value = number ? std::optional(*number) : cpp ? constant_of(context_, *cpp) : std::nullopt;
      if (name && name->text == "auto") {
        arguments_.push_back(std::nullopt);
      } else if (!value) {
        context_.report(Diag::conversion_impossible, argument.range,
                        {stored_.name, format.name, "its sizes have to be known when this is compiled",
                         "give a number or auto"});
        return false;
      } else if (*value <= 0) {
        context_.report(Diag::size_not_positive, argument.range, {std::to_string(*value), format.name, "1"});
        return false;
      } else {
        arguments_.push_back(value);
      }
    }
    return true;
  }

  std::string value_type() const {
    return "std::remove_cvref_t<decltype((" + stored_.values->call + ")[0])>";
  }

  /// That of all its arrays, which may differ: 32 bits where none has more.
  ElementType index_type() const {
    const std::vector<index::Argument> arrays = level_arrays(stored_);
    const bool narrow = std::all_of(arrays.begin(), arrays.end(), [](const index::Argument& array) {
      return array->type == ElementType::i32;
    });
    return narrow ? ElementType::i32 : ElementType::i64;
  }

  std::string index_name() const {
    return index_type() == ElementType::i32 ? "std::int32_t" : "std::int64_t";
  }

  /// The runtime's type of the format.
  std::string format_type(const Format& format) const {
    const std::string index = index_name();
    const std::string rank = std::to_string(stored_.sizes.size());
    if (format.name == "dense") return "::insum::dense<" + value_type() + ", " + rank + ">";
    if (format.name == "coo" || format.name == "csf")
      return "::insum::" + format.name + "<" + value_type() + ", " + rank + ", " + index + ">";
    std::string text = "::insum::" + format.name + "<" + value_type() + ", " + index;
    for (const auto& argument : arguments_)
      text += argument ? ", " + std::to_string(*argument) : ", ::insum::dynamic";
    return text + (stored_.sizes.size() == 2 ? "" : ", " + rank) + ">";
  }

  /// The object that is read: the user's, or one made of raw arrays.
  std::string source() const {
    if (!stored_.object.empty() && !stored_.dense) return stored_.object;
    std::string lengths, pointers;
    std::vector<index::Argument> arrays = level_arrays(stored_);
    arrays.push_back(stored_.values);
    for (const index::Argument& array : arrays) {
      lengths += (lengths.empty() ? "" : ", ") + length_of(*array);
      pointers += ", " + array->call;
    }
    std::vector<index::ExprPtr> parameters = stored_.block_sizes;
    for (const index::TensorLevel& level : stored_.levels)
      if (level.level.kind == LevelKind::fixed) insert_width(parameters, level.size);
    return "::insum::rt::stored_as<" + ("\"" + stored_.format_name + "\"") + ", " +
           std::to_string(stored_.sizes.size()) + ">(" + list_text(stored_.sizes) + ", " +
           list_text(stored_.dense ? stored_.strides : std::vector<index::ExprPtr>{}) + ", " +
           list_text(parameters) + ", {" + lengths + "}" + pointers + ")";
  }

  void insert_width(std::vector<index::ExprPtr>& parameters, const index::ExprPtr& width) const {
    const auto format = make_format(stored_.format_name, static_cast<int>(stored_.sizes.size()));
    parameters.insert(parameters.begin() + format->width, width);
  }

  /// Where the first array of a list does not tell, as many as there are entries; -1: unknown.
  std::string length_of(const index::ArgumentNode& array) const {
    if (!array.length_call.empty()) return array.length_call;
    const index::TensorLevel& outer = stored_.levels.front();
    const bool counted = !stored_.dense && outer.level.kind != LevelKind::dense && outer.size;
    return counted && outer.arrays.front().get() == &array ? cpp_text(outer.size) : "-1";
  }

  std::string options() const {
    return stored_.fill ? ".fill = static_cast<double>(" + cpp_text(stored_.fill) + ")" : "";
  }

  TensorPtr as_tensor(const Format& format, const std::string& object) {
    bind::CppFacts facts;
    facts.kind = bind::FactKind::object;
    bind::ObjectFacts& type = facts.object.emplace();
    type.format = format.name;
    type.rank = static_cast<int>(stored_.sizes.size());
    type.value = stored_.values->type;
    type.value_spelling = stored_.values->type_spelling;
    type.index = index_type();
    for (const auto& argument : arguments_) {
      if (!argument) {
        type.arguments.clear();
        break;
      }
      type.arguments.push_back(*argument);
    }
    Modifiers modifiers;
    modifiers.fill = stored_.fill;
    if (format.name == "coo") modifiers.sorted = modifiers.unique = true;
    const TensorPtr tensor =
        make_typed_tensor(context_, stored_.name, {object, directive_.tensor.range, -1}, facts, modifiers);
    if (tensor) tensor->where = stored_.where;
    return tensor;
  }

  Context& context_;
  const index::TensorNode& stored_;
  const ast::FormatDirective& directive_;
  const ast::FormatName& target_;
  std::vector<std::optional<long long>> arguments_;
};

}  // namespace

TensorPtr make_converted(Context& context, const index::TensorNode& stored,
                         const ast::FormatDirective& directive) {
  if (directive.parts.size() > 1) {
    context.report(Diag::not_supported_yet, directive.parts[1].range,
                   {"a format that is a sum of several", "name one of them"});
    return nullptr;
  }
  if (const auto [why, remedy] = obstacle(stored); !why.empty()) {
    context.report(Diag::conversion_impossible, directive.tensor.range,
                   {stored.name, directive.parts.front().name.text, why, remedy});
    return nullptr;
  }
  return Conversion(context, stored, directive).run();
}

}  // namespace insum::resolver
