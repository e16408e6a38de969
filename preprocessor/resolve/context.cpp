#include "resolve/context.h"

#include <charconv>
#include <cstdlib>
#include <limits>

namespace insum::resolver {

using index::ArgumentNode;
using index::ExprPtr;

namespace {

std::optional<long long> parse_integer(std::string_view text) {
  const bool minus = text.starts_with('-');
  if (minus) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  if (!hexadecimal && text.size() > 1 && text[0] == '0') return std::nullopt;  // octal: Clang knows its value
  while (!text.empty() && std::string_view("uUlL").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  long long value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return minus ? -value : value;
}

/// Infinities by the names that C++ has for them.
std::optional<double> parse_infinity(std::string_view text) {
  const bool minus = text.starts_with('-');
  if (minus) text.remove_prefix(1);
  const bool infinite = text == "INFINITY" || text == "HUGE_VAL" || text == "HUGE_VALF" ||
                        (text.starts_with("std::numeric_limits<") && text.ends_with(">::infinity()"));
  if (!infinite) return std::nullopt;
  return (minus ? -1 : 1) * std::numeric_limits<double>::infinity();
}

ElementType infinity_type(std::string_view text) {
  if (text.ends_with("HUGE_VAL") || text.find("<double>") != std::string_view::npos) return ElementType::f64;
  return ElementType::f32;
}

std::string argument_name(const ast::Cpp& cpp, const bind::CppFacts& facts, const std::string& fallback) {
  return is_identifier(cpp.text) && !facts.is_macro ? cpp.text : fallback;
}

}  // namespace

const bind::CppFacts& Context::facts(int id) const {
  static const bind::CppFacts nothing;
  const auto found = site.facts.find(id);
  return found == site.facts.end() ? nothing : found->second;
}

std::string type_of(const bind::CppFacts& facts) {
  return facts.type_spelling.empty() ? "an unknown type" : "type '" + facts.type_spelling + "'";
}

std::optional<long long> constant_of(const Context& context, const ast::Cpp& cpp) {
  if (const auto value = parse_integer(cpp.text)) return value;
  return context.facts(cpp.id).constant;
}

ExprPtr literal_value(const std::string& text, SourceRange where) {
  if (const auto value = parse_integer(text)) {
    const bool wide = *value > std::numeric_limits<int>::max() || *value < std::numeric_limits<int>::min();
    return index::make_expr(index::Literal{text, static_cast<double>(*value)},
                            wide ? ElementType::i64 : ElementType::i32, where);
  }
  if (text == "true" || text == "false")
    return index::make_expr(index::Literal{text, text == "true" ? 1.0 : 0.0}, ElementType::boolean, where);
  if (const auto value = parse_infinity(text))
    return index::make_expr(index::Literal{text, *value}, infinity_type(text), where);
  if (text.empty() || text.find_first_of("0123456789") == std::string::npos) return nullptr;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const std::string_view rest(end);
  if (end == text.c_str() || !(rest.empty() || rest == "f" || rest == "F" || rest == "l" || rest == "L"))
    return nullptr;
  const bool single = rest == "f" || rest == "F";
  return index::make_expr(index::Literal{text, value}, single ? ElementType::f32 : ElementType::f64, where);
}

ExprPtr size_argument(Context& context, const std::string& call, const std::string& name, SourceRange where) {
  return index::argument_expr(
      context.arguments.get(make_argument(ArgumentNode::Kind::size, name, call, where)));
}

ExprPtr integer_value(Context& context, const ast::Cpp& cpp, const std::string& fallback) {
  if (const auto value = constant_of(context, cpp)) return index::integer(*value);
  const bind::CppFacts& facts = context.facts(cpp.id);
  const bool integral = is_integer(facts.element) || facts.element == ElementType::dependent;
  if (facts.kind != bind::FactKind::scalar || !integral) {
    context.report(Diag::not_an_integer, cpp.range, {cpp.text, type_of(facts)});
    return nullptr;
  }
  return size_argument(context, cpp.text, argument_name(cpp, facts, fallback), cpp.range);
}

ExprPtr scalar_value(Context& context, const ast::Cpp& cpp, const std::string& fallback) {
  if (const ExprPtr literal = literal_value(cpp.text, cpp.range)) return literal;
  const bind::CppFacts& facts = context.facts(cpp.id);
  if (facts.kind != bind::FactKind::scalar || facts.element == ElementType::none) {
    context.report(Diag::not_a_value, cpp.range, {cpp.text, type_of(facts)});
    return nullptr;
  }
  ArgumentNode node =
      make_argument(ArgumentNode::Kind::scalar, argument_name(cpp, facts, fallback), cpp.text, cpp.range);
  node.type = facts.element;
  node.type_spelling = facts.element_spelling;
  return index::argument_expr(context.arguments.get(std::move(node)));
}

ExprPtr divide_up(const ExprPtr& a, const ExprPtr& b) {
  const auto x = index::as_integer(a), y = index::as_integer(b);
  if (y == 1) return a;
  if (x && y && *y > 0) return index::integer((*x + *y - 1) / *y);
  const ExprPtr rounded = index::add(a, index::sub(b, index::integer(1)));
  return index::make_expr(index::Binary{index::BinaryOp::div, rounded, b}, ElementType::i64);
}

}  // namespace insum::resolver
