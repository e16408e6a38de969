#include "resolve/buckets.h"

#include "resolve/named_format.h"
#include "resolve/object_tensor.h"

namespace insum::resolver {

namespace {

constexpr long long widest_bucket = 30;
constexpr long long most_buckets = 64;

std::vector<std::string> suffixes(const Buckets& buckets) {
  std::vector<std::string> list;
  for (long long b = 0; b < buckets.count(); ++b) list.push_back("hyb" + std::to_string(buckets.width(b)));
  return list;
}

/// The rows of a bucket, in slots of which those that are not used have coordinate -1, or the fill value at
/// the coordinate before.
Format bucket_format() {
  Format format = *make_format("group_coo", 2);
  format.name = "hyb";
  format.levels.back().padded = true;
  return format;
}

}  // namespace

std::optional<Buckets> read_buckets(Context& context, const std::string& tensor, std::size_t rank,
                                    const ast::FormatName& written, bool allows_auto) {
  if (rank != 2) {
    context.report(Diag::format_rank, written.name.range, {"hyb", "2 modes", tensor, count_of(rank, "size")});
    return std::nullopt;
  }
  if (written.arguments.size() != 2) {
    context.report(Diag::format_arguments, written.range,
                   {"hyb", "2 template arguments", count_is(written.arguments.size(), "argument"),
                    std::string("hyb<partitions of the columns, exponent of the widest bucket>") +
                        (allows_auto ? ", numbers or auto" : "")});
    return std::nullopt;
  }
  const auto partitions = read_number(context, written, written.arguments[0], 1, allows_auto);
  const auto widest =
      partitions ? read_number(context, written, written.arguments[1], 0, allows_auto) : std::nullopt;
  if (!widest) return std::nullopt;
  const Buckets buckets{partitions->value_or(1), widest->value_or(Buckets::widest_automatic)};
  const bool too_wide = buckets.widest > widest_bucket;
  if (!too_wide && buckets.partitions <= most_buckets && buckets.count() <= most_buckets) return buckets;
  context.report(Diag::not_supported_yet, written.range,
                 {too_wide ? "hyb with a bucket of more than 2^30 slots a row"
                           : "hyb with more than " + std::to_string(most_buckets) +
                                 " buckets, each with loops of its own,",
                  "ask for fewer partitions or a narrower widest bucket"});
  return std::nullopt;
}

TensorPtr make_sum(const std::string& name, const std::string& format, const std::vector<TensorPtr>& parts) {
  const TensorPtr sum = std::make_shared<index::TensorNode>(*parts.front());
  sum->name = name;
  sum->part_of.clear();
  sum->format_name = format;
  sum->parts = parts;
  for (const TensorPtr& part : parts) part->part_of = name;
  return sum;
}

TensorPtr make_stored_buckets(Context& context, const index::TensorNode& tensor,
                              const ast::TensorDirective& directive, const ast::FormatUse& use) {
  const auto buckets = read_buckets(context, tensor.name, tensor.sizes.size(), use.format, false);
  const auto modifiers = read_modifiers(context, tensor.name, 2, directive.modifiers);
  if (!buckets || !modifiers) return nullptr;
  const auto arrays = static_cast<std::size_t>(3 * buckets->count());
  if (use.storage.size() != arrays) {
    context.report(Diag::storage_count, use.range,
                   {"hyb", count_of(arrays, "storage array"), "rows, crd and vals of each bucket",
                    count_is(use.storage.size(), "storage array")});
    return nullptr;
  }
  std::vector<TensorPtr> parts;
  for (const std::string& suffix : suffixes(*buckets)) {
    const auto bucket = static_cast<long long>(parts.size());
    StorageSource source;
    source.where = use.range;
    source.array = [&](std::size_t n, const ArrayRole& role) {
      return raw_array(context, use.storage[3 * static_cast<std::size_t>(bucket) + n], role);
    };
    source.parameter = [&](std::size_t) { return index::integer(buckets->width(bucket)); };
    parts.push_back(std::make_shared<index::TensorNode>(tensor));
    parts.back()->name = context.names.make(tensor.name + "_" + suffix);
    if (!add_storage(context, *parts.back(), bucket_format(), *modifiers, source)) return nullptr;
  }
  return make_sum(tensor.name, "hyb", parts);
}

TensorPtr make_object_buckets(Context& context, const index::TensorNode& tensor, const ast::Cpp& object,
                              const bind::ObjectFacts& type, const Modifiers& modifiers) {
  const Buckets buckets{type.arguments.at(0), type.arguments.at(1)};
  bind::CppFacts facts;
  facts.kind = bind::FactKind::object;
  std::vector<TensorPtr> parts;
  for (const std::string& suffix : suffixes(buckets)) {
    const auto bucket = static_cast<long long>(parts.size());
    facts.object = type;
    facts.object->format = "group_coo";
    facts.object->arguments = {buckets.width(bucket)};
    facts.object->growable = false;
    const std::string text = "::insum::rt::bucket<" + std::to_string(bucket) + ">(" + object.text + ")";
    parts.push_back(make_typed_tensor(context, context.names.make(tensor.name + "_" + suffix),
                                      {text, object.range, -1}, facts, modifiers, tensor.sizes));
    if (!parts.back()) return nullptr;
    if (buckets.has_whole_rows(bucket)) parts.back()->levels.front().level.unique = true;
  }
  return make_sum(tensor.name, "hyb_buckets", parts);
}

}  // namespace insum::resolver
