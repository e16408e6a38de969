#include "resolve/tensors.h"

#include <algorithm>
#include <utility>

namespace insum::resolver {

void Tensors::add(const std::string& name, const TensorPtr& tensor) {
  by_name_[name] = tensor;
  list_.push_back(tensor);
  list_.insert(list_.end(), tensor->parts.begin(), tensor->parts.end());
}

void Tensors::declare(const ast::TensorDirective& directive) {
  const std::string& name = directive.name.text;
  declared_names_.push_back(name);
  TensorPtr tensor;
  if (const auto* use = std::get_if<ast::FormatUse>(&directive.storage))
    tensor = make_stored_tensor(context_, directive, *use);
  else
    tensor = make_object_tensor(context_, name, std::get<ast::Cpp>(directive.storage), directive.modifiers);
  if (!tensor) return mark_failed(name);
  tensor->where = directive.name.range;
  add(name, tensor);
  declared_.push_back(tensor);
}

void Tensors::replace(const std::string& name, const TensorPtr& tensor) {
  const TensorPtr before = std::exchange(by_name_[name], tensor);
  for (auto* list : {&list_, &declared_}) std::replace(list->begin(), list->end(), before, tensor);
  list_.insert(list_.end(), tensor->parts.begin(), tensor->parts.end());
}

void Tensors::add_temporary(const TensorPtr& tensor) { add(tensor->name, tensor); }

Tensors::Meaning Tensors::find(const ast::Name& name, bool is_written) {
  using Kind = Meaning::Kind;
  if (failed_.count(name.text)) return {Kind::failed, nullptr};
  if (const auto found = by_name_.find(name.text); found != by_name_.end())
    return {Kind::tensor, found->second};
  const bind::CppFacts& facts = context_.facts(name.id);
  const ast::Cpp object{name.text, name.range, name.id};
  if (facts.kind == bind::FactKind::scalar && is_written) {
    add(name.text, make_scalar_tensor(context_, object));
    return {Kind::tensor, by_name_[name.text]};
  }
  if (facts.kind == bind::FactKind::scalar) return {Kind::scalar, nullptr};
  if (facts.kind == bind::FactKind::not_found) return {Kind::unknown, nullptr};
  const TensorPtr tensor = make_object_tensor(context_, name.text, object, {});
  if (!tensor) {
    mark_failed(name.text);
    return {Kind::failed, nullptr};
  }
  add(name.text, tensor);
  return {Kind::tensor, tensor};
}

void Tensors::report_unknown(const ast::Name& name) {
  std::vector<std::string> names = declared_names_;
  for (const TensorPtr& tensor : list_) names.push_back(tensor->name);
  const std::string near = nearest(name.text, names);
  context_.report(Diag::unknown_tensor, name.range,
                  {name.text, near.empty() ? "declare it with '#pragma insum tensor " + name.text +
                                                 "[sizes] : format(storage)', or name a C++ object in scope"
                                           : "did you mean '" + near + "'?"});
  mark_failed(name.text);
}

}  // namespace insum::resolver
