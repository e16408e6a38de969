#include "resolve/conversions.h"

#include "index_ir/array_names.h"
#include "resolve/copy_format.h"
#include "resolve/copy_source.h"
#include "resolve/decompositions.h"
#include "resolve/device_conversion.h"
#include "support/content_hash.h"

namespace insum::resolver {

namespace {

class Conversion {
 public:
  Conversion(Context& context, const index::TensorNode& stored, const ast::FormatDirective& directive)
      : context_(context), stored_(stored), directive_(directive) {}

  TensorPtr run() {
    const auto copy = read_copy_format(context_, stored_, directive_.parts.front());
    if (!copy) return nullptr;
    const std::string local = context_.names.make("insum_" + stored_.name + "_" + copy->format.name);
    const std::string maker = stored_.on_device ? device_maker(*copy) : host_maker(*copy);
    context_.preparations.push_back("const auto " + local + " = ::insum::rt::converted" + maker +
                                    source_of_copy(stored_) + ", " + options_of_copy(stored_) + ");");
    const TensorPtr tensor = tensor_of_copy(context_, stored_, stored_.name, *copy,
                                            {"(*" + local + ")", directive_.tensor.range, -1});
    if (tensor) tensor->on_device = stored_.on_device;
    return tensor;
  }

 private:
  std::string arrays_read() const { return std::to_string(arrays_of_copy(stored_).size()); }
  /// For errors: "format A -> csr".
  std::string place(const Format& format) const {
    return "\"format " + stored_.name + " -> " + format.name + "\"";
  }
  std::string host_maker(const CopyFormat& copy) const {
    const std::string type = copy_type(stored_, copy);
    return (directive_.once ? "_once<" + type + ", " + arrays_read() + ">" : "<" + type + ">") + "(" +
           kernel_at_call + ", " + place(copy.format) + ", ";
  }
  std::string names_of_arrays() const {
    std::string text;
    for (const index::Argument& array : level_arrays(stored_))
      text += "\"" + array_name(stored_, array) + "\", ";
    return "{" + text + "\"" + index::values_name(stored_) + "\"}";
  }
  /// Device memory is converted there, by a function of the CUDA file.
  std::string device_maker(const CopyFormat& copy) {
    const Format from = *make_format(stored_.format_name, static_cast<int>(stored_.sizes.size()));
    const CopyTypes to{copy.format.name, copy_index_type(stored_)};
    const std::string number =
        std::to_string(context_.site.number) + "_" + std::to_string(context_.device_functions.size()) + "_";
    const std::string name =
        "converted_" + number + std::to_string(content_hash(device_conversion_text("", stored_, from, to)));
    context_.device_functions.push_back(
        {device_conversion_head(name), device_conversion_text(name, stored_, from, to)});
    return "_on_device" + std::string(directive_.once ? "_once<" : "<") + device_type(copy) + ", " +
           arrays_read() + ", " + std::to_string(from.arguments()) + ">(&::insum_kernels::" + name + ", " +
           kernel_at_call + ", " + place(copy.format) + ", " + names_of_arrays() + ", ";
  }
  std::string device_type(const CopyFormat& copy) const {
    std::size_t arrays = 1;
    for (const Level& level : copy.format.levels)
      if (!is_dense(copy.format)) arrays += level.array_names().size();
    std::string text = "::insum::rt::device_copy<\"" + copy.format.name + "\", " +
                       std::to_string(stored_.sizes.size()) + ", " + std::to_string(arrays) + ", " +
                       copy_value_type(stored_) + ", " + copy_index_name(stored_);
    for (const auto& size : copy.sizes) text += ", " + std::to_string(size.value_or(0));
    return text + ">";
  }

  Context& context_;
  const index::TensorNode& stored_;
  const ast::FormatDirective& directive_;
};

}  // namespace

TensorPtr make_converted(Context& context, Tensors& tensors, const index::TensorNode& stored,
                         const ast::FormatDirective& directive) {
  if (const auto [why, remedy] = obstacle_to_copy(stored); !why.empty()) {
    context.report(Diag::conversion_impossible, directive.tensor.range,
                   {stored.name, directive.parts.front().name.text, why, remedy});
    return nullptr;
  }
  return is_decomposition(directive) ? make_decomposed(context, tensors, stored, directive)
                                     : Conversion(context, stored, directive).run();
}

}  // namespace insum::resolver
