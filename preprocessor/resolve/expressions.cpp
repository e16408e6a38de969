#include "resolve/expressions.h"

#include <algorithm>

#include "ast/walk.h"
#include "index_ir/expression_types.h"
#include "index_ir/printer.h"
#include "resolve/names.h"
#include "support/internal_error.h"

namespace insum::resolver {

using index::ExprPtr;
using index::make_expr;
using index::overloaded;

namespace {

/// How printed Einsums have C++ that is no name.
std::string in_braces(const ast::Cpp& cpp) { return is_identifier(cpp.text) ? "" : "{" + cpp.text + "}"; }

}  // namespace

std::optional<index::Op> reduction_op(const std::string& name) {
  static const std::map<std::string, index::Op> table = {
      {"sum", index::Op::add}, {"prod", index::Op::mul},       {"min", index::Op::min},
      {"max", index::Op::max}, {"any", index::Op::logical_or}, {"all", index::Op::logical_and}};
  const auto entry = table.find(name);
  return entry == table.end() ? std::nullopt : std::optional(entry->second);
}

index::Op assign_op(ast::AssignOp op) {
  switch (op) {
    case ast::AssignOp::assign:
      return index::Op::none;
    case ast::AssignOp::add:
      return index::Op::add;
    case ast::AssignOp::mul:
      return index::Op::mul;
    case ast::AssignOp::min:
      return index::Op::min;
    case ast::AssignOp::max:
      return index::Op::max;
    case ast::AssignOp::logical_or:
      return index::Op::logical_or;
    case ast::AssignOp::logical_and:
      return index::Op::logical_and;
  }
  internal_error("an assignment without a meaning");
}

ExpressionReader::ExpressionReader(Context& context, Tensors& tensors, Functions& functions,
                                   const ast::Einsum& einsum)
    : context_(context), tensors_(tensors), functions_(functions), index_names_(ast::index_names(einsum)) {}

index::Var ExpressionReader::variable(const ast::Name& name) {
  const auto inner =
      std::find_if(bound_.rbegin(), bound_.rend(), [&](const auto& b) { return b.first == name.text; });
  if (inner != bound_.rend()) return inner->second;
  index::Var& var = free_[name.text];
  if (!var) {
    var = std::make_shared<const index::IndexVar>(index::IndexVar{name.text, name.range});
    variables_.push_back(var);
  }
  return var;
}

/// A declared temporary has a type from its first Einsum on.
bool ExpressionReader::check_defined(const index::TensorNode& tensor, const ast::Access& access) {
  if (!tensor.temporary || tensor.type != ElementType::none) return true;
  context_.report(Diag::temporary_undefined, access.range, {tensor.name, "write it with '=' first"});
  return false;
}

ExprPtr ExpressionReader::read_indirect(const ast::Access& access, SourceRange where) {
  const Tensors::Meaning meaning = tensors_.find(access.tensor);
  if (meaning.kind == Tensors::Meaning::Kind::unknown) tensors_.report_unknown(access.tensor);
  if (meaning.kind == Tensors::Meaning::Kind::scalar)
    context_.report(Diag::index_tensor, access.range, {access.tensor.text, "a single number"});
  if (!meaning.tensor) return nullptr;
  const index::TensorNode& tensor = *meaning.tensor;
  const auto result = read_access(access, meaning.tensor);
  if (!result || !check_defined(tensor, access)) return nullptr;
  if (!tensor.dense || (!is_integer(tensor.type) && tensor.type != ElementType::dependent)) {
    context_.report(
        Diag::index_tensor, access.range,
        {tensor.name, tensor.dense ? "not of an integer type" : "stored as " + tensor.format_name});
    return nullptr;
  }
  return make_expr(*result, tensor.type, where);
}

ExprPtr ExpressionReader::read_term(const ast::SubscriptTerm& term) {
  ExprPtr coefficient;
  if (term.coefficient) {
    const auto* number = std::get_if<long long>(&*term.coefficient);
    const auto* cpp = std::get_if<ast::Cpp>(&*term.coefficient);
    coefficient =
        number ? index::integer(*number) : integer_value(context_, *cpp, "subscript", in_braces(*cpp));
    if (!coefficient) return nullptr;
  }
  ExprPtr factor;
  if (const auto* name = std::get_if<ast::Name>(&term.factor))
    factor = make_expr(variable(*name), ElementType::i64, name->range);
  else if (const auto* inner = std::get_if<std::shared_ptr<const ast::Access>>(&term.factor)) {
    factor = read_indirect(**inner, (*inner)->range);
    if (!factor) return nullptr;
  }
  if (!factor) return coefficient ? coefficient : index::integer(1);
  return coefficient ? index::mul(coefficient, factor) : factor;
}

ExprPtr ExpressionReader::read_subscript(const ast::Subscript& subscript) {
  ExprPtr plus, minus;
  for (const ast::SubscriptTerm& term : subscript.terms) {
    const ExprPtr value = read_term(term);
    if (!value) return nullptr;
    ExprPtr& sum = term.negative ? minus : plus;
    sum = sum ? index::add(sum, value) : value;
  }
  if (!plus) plus = index::integer(0);
  const ExprPtr result = minus ? index::sub(plus, minus) : plus;
  return std::make_shared<const index::Expr>(index::Expr{result->node, result->type, subscript.range});
}

std::optional<index::Access> ExpressionReader::read_access(const ast::Access& access,
                                                           const TensorPtr& tensor) {
  index::Access result{tensor, {}};
  for (const ast::Subscript& subscript : access.subscripts) {
    result.subscripts.push_back(read_subscript(subscript));
    if (!result.subscripts.back()) return std::nullopt;
  }
  if (result.subscripts.size() == tensor->sizes.size()) return result;
  std::string sizes;
  for (const ExprPtr& size : tensor->sizes) sizes += (sizes.empty() ? "" : ", ") + index::to_string(size);
  Diagnostic& error = context_.report(Diag::rank_mismatch, access.range,
                                      {tensor->name, count_of(tensor->sizes.size(), "mode"),
                                       count_is(result.subscripts.size(), "subscript")});
  error.notes.push_back(
      {tensor->where, tensor->name + " has " + (sizes.empty() ? "one element" : "sizes [" + sizes + "]")});
  const auto& declared = tensors_.declared();
  if (result.subscripts.size() > 1 && std::find(declared.begin(), declared.end(), tensor) == declared.end())
    add_layout_note(access.tensor, error);
  return std::nullopt;
}

/// A container that was taken for a list of its elements.
void ExpressionReader::add_layout_note(const ast::Name& name, Diagnostic& error) const {
  const bind::CppFacts& facts = context_.facts(name.id);
  if (facts.kind != bind::FactKind::range) return;
  const bool of_eigen = facts.type_spelling.find("Eigen") != std::string::npos;
  error.notes.push_back({name.range, "a line 'tensor " + name.text + "[rows, columns] : dense(" + name.text +
                                         ")' says how its elements lie" +
                                         (of_eigen ? ", and so does the header insum/eigen.hpp" : "")});
}

std::optional<index::Access> ExpressionReader::read_left(const ast::Access& access, const TensorPtr& tensor) {
  if (!tensor->temporary || !tensor->sizes.empty()) return read_access(access, tensor);
  index::Access result{tensor, {}};  // a temporary gets its sizes from these subscripts
  for (const ast::Subscript& subscript : access.subscripts) {
    result.subscripts.push_back(read_subscript(subscript));
    if (!result.subscripts.back()) return std::nullopt;
  }
  return result;
}

ExprPtr ExpressionReader::read_operand(const ast::Access& access) {
  const std::string& name = access.tensor.text;
  if (!access.bracketed) {
    if (const ExprPtr literal = literal_value(name, access.range)) return literal;
    if (index_names_.count(name) && !tensors_.is_declared(name))
      return make_expr(variable(access.tensor), ElementType::i64, access.range);
    const bind::CppFacts& facts = context_.facts(access.tensor.id);
    if (facts.kind == bind::FactKind::other || facts.kind == bind::FactKind::function) {
      context_.report(Diag::not_a_value, access.range, {name, type_of(facts)});
      return nullptr;
    }
  }
  const Tensors::Meaning meaning = tensors_.find(access.tensor);
  switch (meaning.kind) {
    case Tensors::Meaning::Kind::failed:
      return nullptr;
    case Tensors::Meaning::Kind::unknown:
      tensors_.report_unknown(access.tensor);
      return nullptr;
    case Tensors::Meaning::Kind::scalar:
      if (!access.bracketed || access.subscripts.empty())
        return scalar_value(context_, {name, access.tensor.range, access.tensor.id}, name);
      context_.report(Diag::rank_mismatch, access.range,
                      {name, count_of(0, "mode"), count_is(access.subscripts.size(), "subscript")});
      return nullptr;
    case Tensors::Meaning::Kind::tensor:
      break;
  }
  if (!check_defined(*meaning.tensor, access)) return nullptr;
  auto result = read_access(access, meaning.tensor);
  if (!result) return nullptr;
  return make_expr(std::move(*result), meaning.tensor->type, access.range);
}

ExprPtr ExpressionReader::read_reduction(const ast::Reduction& reduction, SourceRange where) {
  const auto op = reduction_op(reduction.op.text);
  internal_check(op.has_value(), "a reduction that the grammar does not know: " + reduction.op.text);
  const std::size_t outside = bound_.size();
  bool good = true;
  for (const ast::Name& name : reduction.indices) {
    const auto same =
        std::find_if(bound_.begin(), bound_.end(), [&](const auto& b) { return b.first == name.text; });
    if (same != bound_.end()) {
      context_.report(Diag::index_reused, name.range, {name.text})
          .notes.push_back({same->second->where, "it already stands for the index here"});
      good = false;
      continue;
    }
    const auto var = std::make_shared<const index::IndexVar>(index::IndexVar{name.text, name.range});
    bound_.emplace_back(name.text, var);
    all_bound_.push_back(name);
    variables_.push_back(var);
  }
  std::vector<index::Var> vars;
  for (std::size_t i = outside; i < bound_.size(); ++i) vars.push_back(bound_[i].second);
  ExprPtr body = read(reduction.body);
  bound_.resize(outside);
  if (!body || !good) return nullptr;
  if (index::is_or_and(*op)) body = index::truth_of(body);
  return make_expr(index::Reduce{*op, std::move(vars), std::move(body)}, ElementType::none, where);
}

ExprPtr ExpressionReader::read(const ast::ExprPtr& expr) {
  const SourceRange where = expr->range;
  return std::visit(
      overloaded{[&](const ast::Number& n) {
                   const ExprPtr literal = literal_value(n.text, where);
                   if (!literal)
                     context_.report(Diag::not_a_value, where, {n.text, "a literal that is no number"});
                   return literal;
                 },
                 [&](const ast::Access& n) { return read_operand(n); },
                 [&](const ast::Cpp& n) { return scalar_value(context_, n, "value", in_braces(n)); },
                 [&](const ast::Unary& n) -> ExprPtr {
                   const ExprPtr operand = read(n.operand);
                   if (!operand || n.op == ast::UnaryOp::plus) return operand;
                   const bool minus = n.op == ast::UnaryOp::minus;
                   return make_expr(minus
                                        ? index::Unary{index::UnaryOp::minus, operand}
                                        : index::Unary{index::UnaryOp::logical_not, index::truth_of(operand)},
                                    ElementType::none, where);
                 },
                 [&](const ast::Binary& n) -> ExprPtr {
                   const ExprPtr left = read(n.left), right = read(n.right);
                   if (!left || !right) return nullptr;
                   if (n.op == BinaryOp::logical_and || n.op == BinaryOp::logical_or)
                     return make_expr(index::Binary{n.op, index::truth_of(left), index::truth_of(right)},
                                      ElementType::none, where);
                   return make_expr(index::Binary{n.op, left, right}, ElementType::none, where);
                 },
                 [&](const ast::Call& n) -> ExprPtr {
                   std::vector<ExprPtr> arguments;
                   for (const ast::ExprPtr& argument : n.arguments) arguments.push_back(read(argument));
                   if (std::find(arguments.begin(), arguments.end(), nullptr) != arguments.end())
                     return nullptr;
                   return functions_.call(n.function, std::move(arguments), where);
                 },
                 [&](const ast::Reduction& n) { return read_reduction(n, where); }},
      expr->node);
}

bool ExpressionReader::check_scopes() const {
  bool good = true;
  for (const ast::Name& name : all_bound_) {
    const auto outside = free_.find(name.text);
    if (outside == free_.end()) continue;
    context_.report(Diag::index_reused, name.range, {name.text})
        .notes.push_back({outside->second->where, "it is used outside of the reduction here"});
    good = false;
  }
  return good;
}

}  // namespace insum::resolver
