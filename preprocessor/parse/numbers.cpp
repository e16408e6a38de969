#include "parse/numbers.h"

#include <charconv>
#include <regex>
#include <string_view>

namespace insum::parse {

NumberKind number_kind(const std::string& text) {
  constexpr std::size_t longest = 200;  // std::regex is recursive
  static const std::regex integer(
      "(0[xX][0-9a-fA-F]('?[0-9a-fA-F])*|0[bB][01]('?[01])*|0('?[0-7])*|[1-9]('?[0-9])*)"
      "([uU](l|L|ll|LL|z|Z)?|(l|L|ll|LL|z|Z)[uU]?)?");
  static const std::regex floating(
      "((([0-9]('?[0-9])*)?\\.[0-9]('?[0-9])*|[0-9]('?[0-9])*\\.)([eE][+-]?[0-9]('?[0-9])*)?|"
      "[0-9]('?[0-9])*[eE][+-]?[0-9]('?[0-9])*|"
      "0[xX](([0-9a-fA-F]('?[0-9a-fA-F])*)?\\.[0-9a-fA-F]('?[0-9a-fA-F])*|[0-9a-fA-F]('?[0-9a-fA-F])*\\.?)"
      "[pP][+-]?[0-9]('?[0-9])*)"
      "([fFlL]|[fF]16|[fF]32|[fF]64|[fF]128|bf16|BF16)?");
  if (text.size() > longest) return NumberKind::none;
  if (std::regex_match(text, integer)) return NumberKind::integer;
  return std::regex_match(text, floating) ? NumberKind::floating : NumberKind::none;
}

std::optional<long long> integer_value(const std::string& text) {
  if (number_kind(text) != NumberKind::integer) return std::nullopt;
  std::string digits;
  for (const char c : text)
    if (c != '\'') digits += c;
  while (std::string_view("uUlLzZ").find(digits.back()) != std::string_view::npos) digits.pop_back();
  int base = 10;
  if (digits.size() > 1 && digits[0] == '0') {
    base = digits[1] == 'x' || digits[1] == 'X' ? 16 : digits[1] == 'b' || digits[1] == 'B' ? 2 : 8;
    digits.erase(0, base == 8 ? 1 : 2);
  }
  long long value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

}  // namespace insum::parse
