#include "resolve/context.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <limits>

#include "support/numbers.h"

namespace insum::resolver {

using index::ArgumentNode;
using index::ExprPtr;

namespace {

std::string lower(std::string_view text) {
  std::string out;
  for (const char c : text) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

/// An integer literal of C++, possibly with a minus.
struct Integer {
  WholeNumber number;
  bool minus = false;
  long long value() const {
    const long long magnitude = static_cast<long long>(number.value);
    return minus ? -magnitude : magnitude;
  }
};

std::optional<Integer> parse_integer(const std::string& text) {
  const bool minus = text.starts_with('-');
  const auto number = whole_number(minus ? text.substr(1) : text);
  return number ? std::optional(Integer{*number, minus}) : std::nullopt;
}

ElementType smallest_type(const WholeNumber& number) {
  if (number.is_unsigned) return number.wide ? ElementType::u64 : ElementType::u32;
  return number.wide ? ElementType::i64 : ElementType::i32;
}

/// The type of a floating literal by its suffix; nothing when that is none.
std::optional<ElementType> type_of_suffix(const std::string& suffix) {
  if (suffix == "f" || suffix == "f32") return ElementType::f32;
  if (suffix.empty() || suffix == "l" || suffix == "f64" || suffix == "f128") return ElementType::f64;
  if (suffix == "f16") return ElementType::f16;
  if (suffix == "bf16") return ElementType::bf16;
  return std::nullopt;
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

/// A parameter cannot have the name of a macro, which a header may define by then.
std::string argument_name(const ast::Cpp& cpp, const bind::CppFacts& facts, const std::string& fallback) {
  if (is_identifier(cpp.text) && !facts.is_macro) return cpp.text;
  return fallback == cpp.text ? fallback + "_value" : fallback;
}

}  // namespace

const bind::CppFacts& Context::facts(int id) const {
  static const bind::CppFacts nothing;
  const auto found = site.facts.find(id);
  return found == site.facts.end() ? nothing : found->second;
}

std::string count_of(std::size_t n, const std::string& what) {
  return (n == 0 ? "no" : std::to_string(n)) + " " + what + (n == 1 ? "" : "s");
}

std::string count_is(std::size_t n, const std::string& what) {
  return count_of(n, what) + (n == 1 ? " is" : " are");
}

std::string type_of(const bind::CppFacts& facts) {
  return facts.type_spelling.empty() ? "an unknown type" : "type '" + facts.type_spelling + "'";
}

void note_constant(Context& context, const ast::Cpp& cpp) {
  if (is_identifier(cpp.text) && !context.facts(cpp.id).is_macro) context.constants.insert(cpp.text);
}

std::optional<long long> constant_of(Context& context, const ast::Cpp& cpp) {
  if (const auto literal = parse_integer(cpp.text)) return literal->value();
  const auto value = context.facts(cpp.id).constant;
  if (value) note_constant(context, cpp);
  return value;
}

ExprPtr literal_value(const std::string& text, SourceRange where) {
  if (const auto integer = parse_integer(text)) {
    const double magnitude = static_cast<double>(integer->number.value);
    return index::make_expr(index::Literal{text, integer->minus ? -magnitude : magnitude},
                            smallest_type(integer->number), where);
  }
  if (text == "true" || text == "false")
    return index::make_expr(index::Literal{text, text == "true" ? 1.0 : 0.0}, ElementType::boolean, where);
  if (const auto value = parse_infinity(text)) {
    const bool macro = text.ends_with("INFINITY") ||
                       text.find("HUGE_VAL") != std::string::npos;  // of a header that kernels lack
    return index::make_expr(index::Literal{!macro       ? text
                                           : *value < 0 ? "-INFINITY"
                                                        : "INFINITY",
                                           *value},
                            infinity_type(text), where);
  }
  std::string digits = text;
  std::erase(digits, '\'');
  const std::size_t first = digits.find_first_not_of('-');
  if (first == std::string::npos || first > 1 ||
      (!std::isdigit(static_cast<unsigned char>(digits[first])) && digits[first] != '.'))
    return nullptr;
  char* end = nullptr;
  const double value = std::strtod(digits.c_str(), &end);
  const auto type = type_of_suffix(lower(end));
  if (end == digits.c_str() || !type) return nullptr;
  return index::make_expr(index::Literal{text, value}, *type, where);
}

ExprPtr size_argument(Context& context, const std::string& call, const std::string& name, SourceRange where) {
  return index::argument_expr(
      context.arguments.get(make_argument(ArgumentNode::Kind::size, name, call, where)));
}

ExprPtr integer_value(Context& context, const ast::Cpp& cpp, const std::string& fallback,
                      const std::string& text) {
  const bind::CppFacts& facts = context.facts(cpp.id);
  if (const auto value = constant_of(context, cpp)) return index::integer(*value);
  const bool integral = is_integer(facts.element) || facts.element == ElementType::dependent;
  if (facts.kind != bind::FactKind::scalar || !integral) {
    context.report(Diag::not_an_integer, cpp.range, {cpp.text, type_of(facts)});
    return nullptr;
  }
  ArgumentNode node =
      make_argument(ArgumentNode::Kind::size, argument_name(cpp, facts, fallback), cpp.text, cpp.range);
  node.text = text;
  return index::argument_expr(context.arguments.get(std::move(node)));
}

ExprPtr scalar_value(Context& context, const ast::Cpp& cpp, const std::string& fallback,
                     const std::string& text) {
  if (const ExprPtr literal = literal_value(cpp.text, cpp.range)) return literal;
  const bind::CppFacts& facts = context.facts(cpp.id);
  if (facts.kind != bind::FactKind::scalar || facts.element == ElementType::none) {
    context.report(Diag::not_a_value, cpp.range, {cpp.text, type_of(facts)});
    return nullptr;
  }
  ArgumentNode node =
      make_argument(ArgumentNode::Kind::scalar, argument_name(cpp, facts, fallback), cpp.text, cpp.range);
  node.text = text;
  node.type = facts.element;
  node.type_spelling = facts.element_spelling;
  return index::argument_expr(context.arguments.get(std::move(node)));
}

}  // namespace insum::resolver
