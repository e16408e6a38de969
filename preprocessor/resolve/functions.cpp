#include "resolve/functions.h"

#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/expression_types.h"
#include "index_ir/rewrite.h"
#include "support/names.h"

namespace insum::resolver {

using index::ExprPtr;

namespace {

struct Known {
  const char* name;
  std::size_t arity;
  bool more;  // takes more arguments too: min(a, b, c)
};
constexpr Known known_functions[] = {{"abs", 1, false},  {"sqrt", 1, false},    {"exp", 1, false},
                                     {"log", 1, false},  {"pow", 2, false},     {"tanh", 1, false},
                                     {"relu", 1, false}, {"sigmoid", 1, false}, {"min", 2, true},
                                     {"max", 2, true},   {"select", 3, false}};

const Known* find_known(const std::string& name) {
  for (const Known& known : known_functions)
    if (name == known.name) return &known;
  return nullptr;
}

ExprPtr make_call(const std::string& function, std::vector<ExprPtr> arguments, SourceRange where) {
  return index::make_expr(index::Call{function, std::move(arguments), nullptr, nullptr, {}},
                          ElementType::none, where);
}

/// As which type an argument is passed: its value's, computed in a type that C++ has arithmetic for.
ElementType type_as_argument(const ExprPtr& argument) {
  const ElementType type = index::with_types(argument)->type;
  return type == ElementType::boolean ? type : index::common_type(type, ElementType::none);
}

/// Indices are wider than the `int` that functions often take: they are passed as what the function takes.
void pass_indices(const bind::CppFacts& facts, const std::vector<ExprPtr>& arguments,
                  std::vector<ElementType>& parameters) {
  const auto call = std::find_if(facts.calls.begin(), facts.calls.end(),
                                 [&](const bind::CallFacts& c) { return c.arguments == parameters; });
  if (call == facts.calls.end() || call->parameters.size() != arguments.size()) return;
  for (std::size_t n = 0; n < arguments.size(); ++n) {
    bool is_index = false, is_read = false;
    index::for_each_expr(arguments[n], [&](const ExprPtr& e) {
      is_index |= index::as_var(e) != nullptr;
      is_read |= index::get_if<index::Access>(e) != nullptr;
    });
    if (is_index && !is_read && is_integer(call->parameters[n])) parameters[n] = call->parameters[n];
  }
}

}  // namespace

void Functions::declare(const ast::FunctionDirective& directive) {
  const std::string& name = directive.name.text;
  const bind::CppFacts& facts = context_.facts(directive.name.id);
  if (facts.kind != bind::FactKind::function) {
    const bool unknown = facts.kind == bind::FactKind::not_found;
    context_.report(Diag::not_a_function, directive.name.range,
                    {name, unknown ? "not declared in C++" : "no function: it has " + type_of(facts),
                     unknown ? "declare the C++ function before this statement"
                             : "declare a C++ function that calls it"});
  }
  auto properties = std::make_shared<index::FunctionProperties>();
  for (const ast::FunctionProperty& property : directive.properties) read_property(property, *properties);
  check_zeros(directive, *properties);
  declared_[name] = {directive.name.range, std::move(properties)};
}

void Functions::read_property(const ast::FunctionProperty& property, index::FunctionProperties& out) {
  const std::string& name = property.name.text;
  const bool is_zero = name == "zero";
  if (is_zero == property.arguments.empty() || is_zero != property.value.has_value()) {
    context_.report(Diag::function_property_value, property.range,
                    {name, is_zero ? "needs arguments and a value" : "takes no arguments and no value",
                     is_zero ? "zero(x) = 0" : name});
    return;
  }
  out.commutative |= name == "commutative";
  out.associative |= name == "associative";
  if (!is_zero) return;
  index::FunctionProperties::Zero zero;
  for (const ast::Name& argument : property.arguments) zero.arguments.push_back(argument.text != "_");
  zero.value = literal_value(property.value->text, property.value->range);
  if (zero.value) return out.zeros.push_back(std::move(zero));
  context_.report(Diag::function_property_value, property.value->range,
                  {name, "needs a number as its value", "zero(x) = 0"});
}

/// Where all arguments are 0, every zero(...) applies.
void Functions::check_zeros(const ast::FunctionDirective& directive,
                            const index::FunctionProperties& properties) {
  const ast::FunctionProperty* first = nullptr;
  std::size_t number = 0;  // of the properties that have been read without an error
  for (const ast::FunctionProperty& property : directive.properties) {
    if (number == properties.zeros.size()) return;
    const bool read = property.name.text == "zero" && !property.arguments.empty() && property.value;
    if (!read || !literal_value(property.value->text, {})) continue;
    const auto value = index::known_value(properties.zeros[number++].value);
    if (!first) first = &property;
    if (value == index::known_value(properties.zeros.front().value)) continue;
    context_
        .report(Diag::function_property_value, property.range,
                {"zero",
                 "contradicts another one: where all arguments are 0, " + directive.name.text + " would be " +
                     first->value->text + " and " + property.value->text,
                 "one value for all, or leave one of them out"})
        .notes.push_back({first->range, "the other one is here"});
    return;
  }
}

ExprPtr Functions::call(const ast::Name& name, std::vector<ExprPtr> arguments, SourceRange where) {
  if (const auto user = declared_.find(name.text); user != declared_.end())
    return call_of_user(name, user->second, std::move(arguments), where);
  const Known* known = find_known(name.text);
  if (!known) {
    std::vector<std::string> names;
    for (const Known& k : known_functions) names.push_back(k.name);
    for (const auto& [user, declared] : declared_) names.push_back(user);
    const std::string near = nearest(name.text, names);
    const bool in_cpp = context_.facts(name.id).kind == bind::FactKind::function;
    context_.report(
        Diag::unknown_function, name.range,
        {name.text, !in_cpp && !near.empty()
                        ? "did you mean '" + near + "'?"
                        : "declare the C++ function with '#pragma insum function " + name.text + "()'"});
    return nullptr;
  }
  if (arguments.size() != known->arity && !(known->more && arguments.size() > known->arity)) {
    context_.report(Diag::function_arity, where,
                    {name.text, count_of(known->arity, "argument"), count_is(arguments.size(), "argument")});
    return nullptr;
  }
  if (name.text == "select") arguments.front() = index::truth_of(arguments.front());
  ExprPtr result = make_call(
      name.text, {arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(known->arity)}, where);
  for (std::size_t i = known->arity; i < arguments.size(); ++i)
    result = make_call(name.text, {result, arguments[i]}, where);
  return result;
}

ExprPtr Functions::call_of_user(const ast::Name& name, const Declared& declared,
                                std::vector<ExprPtr> arguments, SourceRange where) {
  for (const index::FunctionProperties::Zero& zero : declared.properties->zeros)
    if (zero.arguments.size() > arguments.size()) {
      context_
          .report(Diag::function_arity, where,
                  {name.text, count_of(zero.arguments.size(), "argument"),
                   count_is(arguments.size(), "argument")})
          .notes.push_back({declared.where, "its properties name more arguments"});
      return nullptr;
    }
  const bind::CppFacts& facts = context_.facts(name.id);
  index::Call call{name.text, {}, nullptr, declared.properties, {}};
  for (const ExprPtr& argument : arguments) call.parameters.push_back(type_as_argument(argument));
  const auto type = result_type(name, facts, call.parameters, where);
  if (!type) return nullptr;
  pass_indices(facts, arguments, call.parameters);
  index::ArgumentNode callable =
      make_argument(index::ArgumentNode::Kind::callable, to_identifier(name.text),
                    "[&](auto... insum_x) { return " + name.text + "(insum_x...); }", name.range);
  callable.type = *type;
  callable.type_spelling = facts.element_spelling;
  call.arguments = std::move(arguments);
  call.callable = context_.arguments.get(std::move(callable));
  return index::make_expr(std::move(call), *type, where);
}

std::optional<ElementType> Functions::result_type(const ast::Name& name, const bind::CppFacts& facts,
                                                  const std::vector<ElementType>& arguments,
                                                  SourceRange where) {
  if (facts.kind != bind::FactKind::function) return ElementType::f64;  // declare() has reported it
  const auto is_dependent = [](ElementType type) { return type == ElementType::dependent; };
  if (std::any_of(arguments.begin(), arguments.end(), is_dependent) || is_dependent(facts.element))
    return facts.element == ElementType::none ? ElementType::dependent : facts.element;
  const auto call = std::find_if(facts.calls.begin(), facts.calls.end(),
                                 [&](const bind::CallFacts& c) { return c.arguments == arguments; });
  if (call != facts.calls.end() && call->result != ElementType::none) return call->result;
  if (call != facts.calls.end()) {
    context_.report(Diag::function_result, where, {name.text, call->spelling});
    return std::nullopt;
  }
  std::string types;
  for (const ElementType type : arguments) types += (types.empty() ? "" : ", ") + std::string(cpp_name(type));
  Diagnostic& error = context_.report(Diag::function_call, where, {name.text, types});
  if (facts.declared_at.valid()) error.notes.push_back({facts.declared_at, name.text + " is declared here"});
  return std::nullopt;
}

}  // namespace insum::resolver
