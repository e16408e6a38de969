#include "resolve/decompositions.h"

#include <algorithm>

#include "resolve/call_text.h"
#include "resolve/copy_format.h"
#include "resolve/copy_source.h"

namespace insum::resolver {

namespace {

constexpr long long widest_automatic = 5;  // hyb<c,auto>: as in insum::hyb_buckets
constexpr long long most_buckets = 64;

/// hyb<c,k>: for each of c column partitions a bucket for rows of up to 2^0, 2^1, ... 2^k entries.
struct Buckets {
  long long partitions = 1;
  std::optional<long long> widest;
  long long exponents() const { return widest.value_or(widest_automatic) + 1; }
  long long count() const { return partitions * exponents(); }
};

/// One summand of the line: an object of the runtime that is one tensor, or as many as there are buckets.
struct Summand {
  const ast::FormatName* written = nullptr;
  std::variant<CopyFormat, Buckets> form;
};

class Decomposition {
 public:
  Decomposition(Context& context, const index::TensorNode& stored, const ast::FormatDirective& directive)
      : context_(context), stored_(stored), directive_(directive) {}

  TensorPtr run(Tensors& tensors) {
    if (stored_.on_device) {
      context_.report(Diag::not_supported_yet, directive_.parts.front().range,
                      {"a sum of formats of '" + stored_.name + "', which is in a device's memory",
                       "name one format, or leave " + stored_.name + " out of device(...)"});
      return nullptr;
    }
    for (const ast::FormatName& part : directive_.parts) {
      auto summand = read(part);
      if (!summand || (&part != &directive_.parts.back() && !check_takes_some(*summand))) return nullptr;
      summands_.push_back(std::move(*summand));
    }
    const std::string local = context_.names.make("insum_" + stored_.name + "_parts");
    context_.preparations.push_back("const auto " + local + " = ::insum::rt::decomposed" +
                                    template_arguments() + "(" + kernel_at_call + ", \"format " +
                                    stored_.name + " -> " + text() + "\", " + source_of_copy(stored_) + ", " +
                                    options_of_copy(stored_) + ");");
    if (!make_parts(local)) return nullptr;
    const TensorPtr whole = std::make_shared<index::TensorNode>(*parts_.front());
    whole->name = stored_.name;
    whole->part_of.clear();
    whole->format_name = text();
    for (const TensorPtr& part : parts_) {
      whole->parts.push_back(part);
      tensors.add_temporary(part);
    }
    return whole;
  }

 private:
  std::optional<Summand> read(const ast::FormatName& written) {
    if (written.name.text == "hyb") {
      const auto buckets = read_buckets(written);
      return buckets ? std::optional(Summand{&written, *buckets}) : std::nullopt;
    }
    auto format = read_copy_format(context_, stored_, written);
    return format ? std::optional(Summand{&written, std::move(*format)}) : std::nullopt;
  }

  std::optional<Buckets> read_buckets(const ast::FormatName& written) {
    if (stored_.sizes.size() != 2) {
      context_.report(Diag::format_rank, written.name.range,
                      {"hyb", "2 modes", stored_.name, count_of(stored_.sizes.size(), "size")});
      return std::nullopt;
    }
    if (written.arguments.size() != 2) {
      context_.report(Diag::format_arguments, written.range,
                      {"hyb", "2 template arguments", count_is(written.arguments.size(), "argument"),
                       "hyb<partitions of the columns, exponent of the widest bucket>, numbers or auto"});
      return std::nullopt;
    }
    const auto sizes = read_sizes(context_, stored_, written, 0);
    if (!sizes) return std::nullopt;
    const Buckets buckets{sizes->front().value_or(1), sizes->back()};
    if (buckets.partitions < 1) {
      context_.report(Diag::size_not_positive, written.arguments.front().range, {"0", "hyb", "1"});
      return std::nullopt;
    }
    if (buckets.partitions > most_buckets || buckets.exponents() > most_buckets ||
        buckets.count() > most_buckets) {
      context_.report(Diag::conversion_impossible, written.range,
                      {stored_.name, "hyb",
                       "it would have more than " + std::to_string(most_buckets) +
                           " buckets, each of which has loops of its own",
                       "ask for fewer partitions or a narrower widest bucket"});
      return std::nullopt;
    }
    return buckets;
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

  std::string template_arguments() const {
    std::string types;
    for (const Summand& summand : summands_) types += (types.empty() ? "" : ", ") + type_of_summand(summand);
    if (!directive_.once) return "<" + types + ">";
    return "_once<" + std::to_string(arrays_of_copy(stored_).size()) + ", " + types + ">";
  }

  std::string type_of_summand(const Summand& summand) const {
    if (const auto* copy = std::get_if<CopyFormat>(&summand.form)) return copy_type(stored_, *copy);
    const auto& buckets = std::get<Buckets>(summand.form);
    return "::insum::hyb_buckets<" + copy_value_type(stored_) + ", " + copy_index_name(stored_) + ", " +
           std::to_string(buckets.partitions) + ", " + std::to_string(buckets.widest.value_or(-1)) + ">";
  }

  bool make_parts(const std::string& local) {
    for (std::size_t n = 0; n < summands_.size(); ++n) {
      const std::string object = "std::get<" + std::to_string(n) + ">(*" + local + ")";
      if (const auto* copy = std::get_if<CopyFormat>(&summands_[n].form)) {
        if (!add_part(copy->format.name, *copy, object)) return false;
        continue;
      }
      const auto& buckets = std::get<Buckets>(summands_[n].form);
      for (long long b = 0; b < buckets.count(); ++b) {
        const long long width = 1LL << (b % buckets.exponents());
        const CopyFormat groups{*make_format("group_coo", 2), {width}};
        if (!add_part("hyb" + std::to_string(width), groups,
                      "::insum::rt::bucket<" + std::to_string(b) + ">(" + object + ")"))
          return false;
      }
    }
    return true;
  }

  bool add_part(const std::string& suffix, const CopyFormat& format, const std::string& object) {
    const std::string name = context_.names.make(stored_.name + "_" + suffix);
    const TensorPtr part =
        tensor_of_copy(context_, stored_, name, format, {object, directive_.tensor.range, -1}, stored_.sizes);
    if (!part) return false;
    part->part_of = stored_.name;
    parts_.push_back(part);
    return true;
  }

  Context& context_;
  const index::TensorNode& stored_;
  const ast::FormatDirective& directive_;
  std::vector<Summand> summands_;
  std::vector<TensorPtr> parts_;
};

}  // namespace

bool is_decomposition(const ast::FormatDirective& directive) {
  return directive.parts.size() > 1 || directive.parts.front().name.text == "hyb";
}

TensorPtr make_decomposed(Context& context, Tensors& tensors, const index::TensorNode& stored,
                          const ast::FormatDirective& directive) {
  return Decomposition(context, stored, directive).run(tensors);
}

}  // namespace insum::resolver
