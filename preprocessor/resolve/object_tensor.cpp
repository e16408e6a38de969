#include "resolve/object_tensor.h"

#include "resolve/buckets.h"
#include "support/internal_error.h"

namespace insum::resolver {

using bind::FactKind;
using index::ArgumentNode;
using index::ExprPtr;

namespace {

/// The accessors of insum::storage<type of the object>, as C++ text.
class Accessors {
 public:
  explicit Accessors(const std::string& object)
      : object_(object), trait_("::insum::storage<std::remove_cvref_t<decltype(" + object + ")>>::") {}

  std::string array(std::size_t n) const {
    return trait_ + "template array<" + std::to_string(n) + ">(" + object_ + ")";
  }
  std::string length(std::size_t n) const {
    return trait_ + "template length<" + std::to_string(n) + ">(" + object_ + ")";
  }
  std::string container(std::size_t n) const {
    return trait_ + "template container<" + std::to_string(n) + ">(" + object_ + ")";
  }
  std::string size(std::size_t mode) const { return indexed("size", mode); }
  std::string stride(std::size_t mode) const { return indexed("stride", mode); }
  std::string parameter(std::size_t n) const { return indexed("parameter", n); }

 private:
  std::string indexed(const std::string& function, std::size_t n) const {
    return trait_ + function + "(" + object_ + ", " + std::to_string(n) + ")";
  }
  std::string object_, trait_;
};

/// Objects say their layout by their type.
bool check_layout(Context& context, const ast::Cpp& object, const Modifiers& modifiers) {
  if (modifiers.order.empty() && modifiers.strides.empty()) return true;
  const std::string given = modifiers.order.empty() ? "strides" : "order";
  context.report(Diag::modifier_value, modifiers.where.at(given),
                 {given, "does not apply to the object '" + object.text + "', whose type says its layout",
                  "leave it out, or declare the tensor with sizes and storage"});
  return false;
}

/// Those of the modes that have none yet.
void add_sizes(Context& context, index::TensorNode& tensor, const ast::Cpp& object, int rank) {
  const Accessors access(object.text);
  for (std::size_t mode = tensor.sizes.size(); mode < static_cast<std::size_t>(rank); ++mode)
    tensor.sizes.push_back(size_argument(context, access.size(mode),
                                         tensor.name + "_size" + (rank > 1 ? std::to_string(mode) : ""),
                                         object.range));
}

bool add_object(Context& context, index::TensorNode& tensor, const ast::Cpp& object,
                const bind::CppFacts& facts, const Modifiers& modifiers) {
  const bind::ObjectFacts& type = *facts.object;
  const Accessors access(object.text);
  add_sizes(context, tensor, object, type.rank);
  if (is_format_planned(type.format) || is_format_sum(type.format)) {
    context.report(Diag::not_supported_yet, object.range,
                   {"format " + type.format,
                    is_format_sum(type.format) ? "make it hyb_buckets, whose type says which buckets there are"
                                         : "convert it to csr, bcsr or coo for now"});
    return false;
  }
  auto format = make_format(type.format, type.rank);
  if (!format) {
    context.report(
        Diag::unknown_format, object.range,
        {type.format, "insum::storage of its type must name a format of the language that has its rank"});
    return false;
  }
  StorageSource source;
  source.where = object.range;
  source.array = [&](std::size_t n, const ArrayRole& role) -> index::Argument {
    ArgumentNode node = make_argument(ArgumentNode::Kind::array, role.name, access.array(n), object.range);
    node.type = role.values ? type.value : type.index;
    node.type_spelling = role.values ? type.value_spelling : type.index_spelling;
    if (!check_element(context, role, node.type, object.text, node.type_spelling, object.range))
      return nullptr;
    node.depth = role.depth;
    node.length_call = access.length(n);
    if (type.growable && facts.writable) node.container_call = access.container(n);
    if (facts.writable) context.writable_arrays.insert(node.call);
    return context.arguments.get(std::move(node));
  };
  source.parameter = [&](std::size_t n) -> ExprPtr {
    if (n < type.arguments.size()) return index::integer(type.arguments[n]);
    return size_argument(context, access.parameter(n), tensor.name + argument_suffix(*format, n), object.range);
  };
  Modifiers with_layout = modifiers;
  if (format->name == "dense") {
    with_layout.order = type.order;
    for (std::size_t mode = 0; type.strided && mode < tensor.sizes.size(); ++mode)
      with_layout.strides.push_back(
          size_argument(context, access.stride(mode), tensor.name + "_stride" + (type.rank > 1 ? std::to_string(mode) : ""), object.range));
  }
  tensor.growable = type.growable && facts.writable;
  if (type.on_device) context.device_objects.push_back({tensor.name, object.range});
  return add_storage(context, tensor, std::move(*format), with_layout, source);
}

/// The size of one mode of a contiguous range or of a C array, which may hold arrays.
ExprPtr range_size(Context& context, const std::string& tensor, const ast::Cpp& object,
                   const bind::CppFacts& facts, int mode) {
  if (facts.array_rank == 1 && facts.length) return index::integer(static_cast<long long>(*facts.length));
  if (facts.array_rank == 1)
    return size_argument(context, "::insum::rt::length(" + object.text + ")", tensor + "_size", object.range);
  const std::string number = std::to_string(mode);
  return size_argument(context,
                       "std::extent_v<std::remove_cvref_t<decltype(" + object.text + ")>, " + number + ">",
                       tensor + "_size" + number, object.range);
}

/// A contiguous range or a C array.
bool add_range(Context& context, index::TensorNode& tensor, const ast::Cpp& object,
               const bind::CppFacts& facts, const Modifiers& modifiers) {
  for (int mode = 0; mode < facts.array_rank; ++mode)
    tensor.sizes.push_back(range_size(context, tensor.name, object, facts, mode));
  StorageSource source;
  source.where = object.range;
  source.array = [&](std::size_t, const ArrayRole& role) {
    return raw_array(context, {.array = object, .member = std::nullopt, .range = object.range}, role);
  };
  return add_storage(context, tensor, *make_format("dense", facts.array_rank), modifiers, source);
}

}  // namespace

bool is_tensor_object(const bind::CppFacts& facts) {
  return (facts.kind == FactKind::object && facts.object) || facts.kind == FactKind::range ||
         facts.kind == FactKind::array;
}

TensorPtr make_object_tensor(Context& context, const std::string& name, const ast::Cpp& object,
                             const std::vector<ast::Modifier>& modifiers) {
  const bind::CppFacts& facts = context.facts(object.id);
  if (facts.kind == FactKind::pointer) {
    const std::string star = "*" + object.text;
    context.report(
        Diag::unknown_size, object.range,
        {object.text, facts.element == ElementType::none
                          ? "name what it points to: '#pragma insum tensor " + name + " = " + star + "'"
                          : "declare it with '#pragma insum tensor " + object.text + "[size] : dense(" +
                                object.text + ")', or use std::span"});
    return nullptr;
  }
  if (!is_tensor_object(facts)) {
    context.report(Diag::not_a_tensor, object.range, {object.text, type_of(facts)});
    return nullptr;
  }
  auto tensor = std::make_shared<index::TensorNode>();
  tensor->name = name;
  tensor->where = object.range;
  if (name == object.text) tensor->declared_in_cpp = facts.declared_at;
  tensor->object = object.text;
  const bool by_type = facts.kind == FactKind::object;
  const int rank = by_type ? facts.object->rank : facts.array_rank;
  const auto read = read_modifiers(context, name, rank, modifiers);
  if (!read || !check_layout(context, object, *read)) return nullptr;
  if (by_type && facts.object->format == "hyb_buckets" && facts.object->arguments.size() == 2) {
    add_sizes(context, *tensor, object, rank);
    return make_object_buckets(context, *tensor, object, *facts.object, *read);
  }
  const bool good = by_type ? add_object(context, *tensor, object, facts, *read)
                            : add_range(context, *tensor, object, facts, *read);
  return good ? tensor : nullptr;
}

TensorPtr make_typed_tensor(Context& context, const std::string& name, const ast::Cpp& object,
                            const bind::CppFacts& facts, const Modifiers& modifiers,
                            const std::vector<index::ExprPtr>& sizes) {
  auto tensor = std::make_shared<index::TensorNode>();
  tensor->name = name;
  tensor->where = object.range;
  tensor->object = object.text;
  tensor->sizes = sizes;
  return add_object(context, *tensor, object, facts, modifiers) ? tensor : nullptr;
}

TensorPtr make_scalar_tensor(Context& context, const ast::Cpp& object) {
  const bind::CppFacts& facts = context.facts(object.id);
  internal_check(facts.kind == FactKind::scalar, "a scalar tensor that is no scalar");
  auto tensor = std::make_shared<index::TensorNode>();
  tensor->name = object.text;
  tensor->where = object.range;
  tensor->declared_in_cpp = facts.declared_at;
  tensor->object = object.text;
  tensor->format_name = "dense";
  ArgumentNode node = make_argument(ArgumentNode::Kind::array, object.text, "&" + object.text, object.range);
  node.type = facts.element;
  node.type_spelling = facts.element_spelling;
  if (facts.writable) context.writable_arrays.insert(node.call);
  tensor->values = context.arguments.get(std::move(node));
  tensor->type = facts.element;
  tensor->type_spelling = tensor->values->type_spelling;
  return tensor;
}

}  // namespace insum::resolver
