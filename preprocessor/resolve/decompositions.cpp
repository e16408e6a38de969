#include "resolve/decompositions.h"

#include <algorithm>

#include "resolve/buckets.h"
#include "resolve/call_text.h"
#include "resolve/copy_format.h"
#include "resolve/copy_source.h"
#include "resolve/device_conversion.h"

namespace insum::resolver {

namespace {

/// One summand of the line: an object of the runtime that is one tensor, or as many as there are buckets.
struct Summand {
  const ast::FormatName* written = nullptr;
  std::variant<CopyFormat, Buckets> form;
};

class Decomposition {
 public:
  Decomposition(Context& context, const index::TensorNode& stored, const ast::FormatDirective& directive)
      : context_(context), stored_(stored), directive_(directive) {}

  TensorPtr run() {
    for (const ast::FormatName& part : directive_.parts) {
      auto summand = read(part);
      if (!summand || (&part != &directive_.parts.back() && !check_takes_some(*summand))) return nullptr;
      summands_.push_back(std::move(*summand));
    }
    const std::string local = context_.names.make("insum_" + stored_.name + "_parts");
    context_.preparations.push_back("const auto " + local + " = ::insum::rt::decomposed" +
                                    (stored_.on_device ? device_maker() : host_maker()) + ", " +
                                    source_of_copy(stored_) + ", " + options_of_copy(stored_) + ");");
    const std::vector<TensorPtr> list = make_parts(local);
    if (std::find(list.begin(), list.end(), nullptr) != list.end()) return nullptr;
    return make_sum(stored_.name, text(), list);
  }

 private:
  std::optional<Summand> read(const ast::FormatName& written) {
    if (written.name.text == "hyb") {
      const auto buckets = read_buckets(context_, stored_.name, stored_.sizes.size(), written, true);
      return buckets ? std::optional(Summand{&written, *buckets}) : std::nullopt;
    }
    auto format = read_copy_format(context_, stored_, written);
    return format ? std::optional(Summand{&written, std::move(*format)}) : std::nullopt;
  }

  /// Parts take entries one after the other: what takes all of them leaves none.
  bool check_takes_some(const Summand& summand) {
    const auto* copy = std::get_if<CopyFormat>(&summand.form);
    const std::string name = copy ? copy->format.name : "hyb";
    if (copy && (copy->format.block_sizes > 0 || name == "dia" || name == "ell")) return true;
    if (name == "group_coo" && copy->sizes.front()) return true;
    context_.report(
        Diag::conversion_impossible, summand.written->range,
        {stored_.name, text(), name + " takes all entries and leaves none to the part behind it",
         name == "group_coo" ? "give the size of a group, of which it takes full ones" : "put it last"});
    return false;
  }

  /// "bcsr + ell"
  std::string text() const {
    std::string list;
    for (const ast::FormatName& part : directive_.parts) list += (list.empty() ? "" : " + ") + part.name.text;
    return list;
  }

  std::string host_maker() const {
    const std::string types = types_of_summands(copy_value_type(stored_));
    const std::string arrays = std::to_string(arrays_of_copy(stored_).size());
    return (directive_.once ? "_once<" + arrays + ", " + types + ">" : "<" + types + ">") + "(" +
           kernel_at_call + ", \"" + place() + "\"";
  }
  /// Device memory is divided there, by a function of the CUDA file.
  std::string device_maker() {
    const std::string types = types_of_summands(device_value_name(stored_));
    const DeviceConversion conversion{text(), "decompose<std::tuple<" + types + ">"};
    std::string copies;
    for (const Part& part : parts()) copies += ", " + device_copy_type(stored_, part.format);
    return std::string(directive_.once ? "_on_device_once<" : "_on_device<") + device_source_counts(stored_) +
           copies + ">(" + device_conversion_arguments(context_, stored_, conversion, place());
  }
  /// For errors.
  std::string place() const { return "format " + stored_.name + " -> " + text(); }

  std::string types_of_summands(const std::string& value) const {
    std::string types;
    for (const Summand& summand : summands_) {
      types += types.empty() ? "" : ", ";
      if (const auto* copy = std::get_if<CopyFormat>(&summand.form)) {
        types += copy_type(stored_, *copy, value);
        continue;
      }
      const auto& buckets = std::get<Buckets>(summand.form);
      types += "::insum::hyb_buckets<" + value + ", " + copy_index_name(stored_) + ", " +
               std::to_string(buckets.partitions) + ", " + std::to_string(buckets.widest) + ">";
    }
    return types;
  }

  /// A tensor that the Einsums read: a summand, or one bucket of it.
  struct Part {
    std::string suffix;  // of its name
    CopyFormat format;
    std::string before, behind;  // around the summand that it is of
    std::size_t summand;
    bool whole_rows = false;  // each row that is in it is one group
  };
  std::vector<Part> parts() const {
    std::vector<Part> list;
    for (std::size_t n = 0; n < summands_.size(); ++n) {
      if (const auto* copy = std::get_if<CopyFormat>(&summands_[n].form)) {
        list.push_back({copy->format.name, *copy, "", "", n});
        continue;
      }
      const auto& buckets = std::get<Buckets>(summands_[n].form);
      for (long long b = 0; b < buckets.count(); ++b) {
        const long long width = buckets.width(b);
        list.push_back({"hyb" + std::to_string(width),
                        {*make_format("group_coo", 2), {width}},
                        "::insum::rt::bucket<" + std::to_string(b) + ">(",
                        ")",
                        n,
                        buckets.has_whole_rows(b)});
      }
    }
    return list;
  }

  /// Null where one cannot be a tensor.
  std::vector<TensorPtr> make_parts(const std::string& local) {
    std::vector<TensorPtr> list;
    for (const Part& part : parts()) {
      const auto element = [&](std::size_t n) {
        return "std::get<" + std::to_string(n) + ">(*" + local + ")";
      };
      const std::string object =
          stored_.on_device ? element(list.size()) : part.before + element(part.summand) + part.behind;
      list.push_back(tensor_of_copy(context_, stored_, context_.names.make(stored_.name + "_" + part.suffix),
                                    part.format, {object, directive_.tensor.range, -1}, stored_.sizes));
      if (!list.back()) break;
      list.back()->on_device = stored_.on_device;
      if (part.whole_rows) list.back()->levels.front().level.unique = true;
    }
    return list;
  }

  Context& context_;
  const index::TensorNode& stored_;
  const ast::FormatDirective& directive_;
  std::vector<Summand> summands_;
};

}  // namespace

bool is_decomposition(const ast::FormatDirective& directive) {
  return directive.parts.size() > 1 || directive.parts.front().name.text == "hyb";
}

TensorPtr make_decomposed(Context& context, const index::TensorNode& stored,
                          const ast::FormatDirective& directive) {
  return Decomposition(context, stored, directive).run();
}

}  // namespace insum::resolver
