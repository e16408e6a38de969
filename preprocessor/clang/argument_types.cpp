#include "clang/argument_types.h"

#include <algorithm>

#include "ast/known_functions.h"

namespace insum::frontend {

namespace {

using Types = std::set<ElementType>;

/// What arithmetic on values of these types gives, by C++'s usual conversions: one of them, or wider.
Types arithmetic(Types types) {
  if (types.count(ElementType::boolean)) types.insert(ElementType::i32);
  const bool wide = types.count(ElementType::f64) > 0;
  if (wide && types.count(ElementType::c32)) types.insert(ElementType::c64);
  return types;
}

Types both(Types a, const Types& b) {
  a.insert(b.begin(), b.end());
  return arithmetic(std::move(a));
}

/// The ids of the C++ expressions that hold what a tensor stores.
std::vector<int> arrays_of(const ast::TensorDirective& tensor) {
  if (const auto* object = std::get_if<ast::Cpp>(&tensor.storage)) return {object->id};
  std::vector<int> ids;
  const auto add = [&](const std::vector<ast::StorageArgument>& arrays) {
    for (const ast::StorageArgument& array : arrays) ids.push_back(array.array.id);
  };
  const auto& use = std::get<ast::FormatUse>(tensor.storage);
  add(use.storage);
  add(use.values);
  return ids;
}

}  // namespace

ElementType promoted(ElementType type) {
  if (type == ElementType::f16 || type == ElementType::bf16) return ElementType::f32;
  return is_integer(type) && type != ElementType::boolean && size_in_bytes(type) < 4 ? ElementType::i32
                                                                                     : type;
}

ArgumentTypes::ArgumentTypes(const ast::Block& block, const bind::Facts& facts, Types all)
    : facts_(facts), all_(std::move(all)) {
  for (const ast::Directive& directive : block.directives) {
    if (const auto* function = std::get_if<ast::FunctionDirective>(&directive.node))
      functions_.insert(function->name.text);
    if (const auto* tensor = std::get_if<ast::TensorDirective>(&directive.node))
      for (const int id : arrays_of(*tensor)) tensors_[tensor->name.text].merge(of_fact(id));
  }
}

std::set<ElementType> ArgumentTypes::of(const ast::ExprPtr& expr) const {
  Types known;
  for (const ElementType type : open(expr))
    if (all_.count(type)) known.insert(type);
  return known.empty() ? all_ : known;
}

Types ArgumentTypes::open(const ast::ExprPtr& expr) const {
  if (const auto* number = std::get_if<ast::Number>(&expr->node)) {
    const bool plain =
        std::all_of(number->text.begin(), number->text.end(), [](char c) { return c >= '0' && c <= '9'; });
    return plain                ? Types{ElementType::i32, ElementType::i64, ElementType::u64}
           : number->is_integer ? all_
                                : Types{ElementType::f32, ElementType::f64};
  }
  if (const auto* cpp = std::get_if<ast::Cpp>(&expr->node)) return of_fact(cpp->id);
  if (const auto* access = std::get_if<ast::Access>(&expr->node)) return of_access(*access);
  if (const auto* unary = std::get_if<ast::Unary>(&expr->node))
    return unary->op == ast::UnaryOp::logical_not ? Types{ElementType::boolean}
                                                  : arithmetic(of(unary->operand));
  if (const auto* binary = std::get_if<ast::Binary>(&expr->node))
    return binary->op > BinaryOp::div ? Types{ElementType::boolean}
                                      : both(of(binary->left), of(binary->right));
  if (const auto* call = std::get_if<ast::Call>(&expr->node)) return of_call(*call);
  const auto& reduction = std::get<ast::Reduction>(expr->node);
  const bool truth = reduction.op.text == "any" || reduction.op.text == "all";
  return truth ? Types{ElementType::boolean} : arithmetic(of(reduction.body));
}

Types ArgumentTypes::of_fact(int id) const {
  const auto fact = facts_.find(id);
  if (fact == facts_.end() || fact->second.kind == bind::FactKind::not_found) return all_;
  return {promoted(fact->second.object ? fact->second.object->value : fact->second.element)};
}

Types ArgumentTypes::of_access(const ast::Access& access) const {
  const auto declared = tensors_.find(access.tensor.text);
  return declared == tensors_.end() ? of_fact(access.tensor.id) : declared->second;
}

Types ArgumentTypes::of_call(const ast::Call& call) const {
  const std::string& name = call.function.text;
  if (functions_.count(name) || !ast::is_known_function(name)) return all_;
  Types types = {ElementType::f64};  // sqrt and its like of whole numbers
  for (const ast::ExprPtr& argument : call.arguments) types = both(std::move(types), of(argument));
  if (name == "abs" && types.count(ElementType::c32)) types.insert(ElementType::f32);
  return types;
}

}  // namespace insum::frontend
