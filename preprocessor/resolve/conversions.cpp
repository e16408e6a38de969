#include "resolve/conversions.h"

#include "resolve/call_text.h"
#include "resolve/copy_format.h"
#include "resolve/copy_source.h"
#include "resolve/decompositions.h"
#include "resolve/device_conversion.h"

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
    context_.preparations.push_back("const auto " + local + " = ::insum::rt::converted" + maker + ", " +
                                    source_of_copy(stored_) + ", " + options_of_copy(stored_) + ");");
    const TensorPtr tensor = tensor_of_copy(context_, stored_, stored_.name, *copy,
                                            {"(*" + local + ")", directive_.tensor.range, -1});
    if (tensor) tensor->on_device = stored_.on_device;
    return tensor;
  }

 private:
  /// For errors.
  std::string place(const CopyFormat& copy) const {
    return "format " + stored_.name + " -> " + copy.format.name;
  }
  std::string host_maker(const CopyFormat& copy) const {
    const std::string type = copy_type(stored_, copy);
    const std::string arrays = std::to_string(arrays_of_copy(stored_).size());
    return (directive_.once ? "_once<" + type + ", " + arrays + ">" : "<" + type + ">") + "(" +
           kernel_at_call + ", \"" + place(copy) + "\"";
  }
  /// Device memory is converted there, by a function of the CUDA file.
  std::string device_maker(const CopyFormat& copy) {
    const DeviceConversion conversion{copy.format.name, "convert<insum::rt::cuda::made::" + copy.format.name};
    return "_on_device" + std::string(directive_.once ? "_once<" : "<") + device_copy_type(stored_, copy) +
           ", " + device_source_counts(stored_) + ">(" +
           device_conversion_arguments(context_, stored_, conversion, place(copy));
  }

  Context& context_;
  const index::TensorNode& stored_;
  const ast::FormatDirective& directive_;
};

}  // namespace

TensorPtr make_converted(Context& context, const index::TensorNode& stored,
                         const ast::FormatDirective& directive) {
  if (const auto [why, remedy] = obstacle_to_copy(stored); !why.empty()) {
    context.report(Diag::conversion_impossible, directive.tensor.range,
                   {stored.name, directive.parts.front().name.text, why, remedy});
    return nullptr;
  }
  return is_decomposition(directive) ? make_decomposed(context, stored, directive)
                                     : Conversion(context, stored, directive).run();
}

}  // namespace insum::resolver
