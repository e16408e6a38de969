#include "support/numbers.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <regex>
#include <string_view>

namespace insum {

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

namespace {

std::string without_separators(const std::string& text) {
  std::string digits;
  for (const char c : text)
    if (c != '\'') digits += c;
  return digits;
}

}  // namespace

std::optional<WholeNumber> whole_number(const std::string& text) {
  if (number_kind(text) != NumberKind::integer) return std::nullopt;
  WholeNumber number;
  std::string digits = without_separators(text);
  for (; std::string_view("uUlLzZ").find(digits.back()) != std::string_view::npos; digits.pop_back())
    (digits.back() == 'u' || digits.back() == 'U' ? number.is_unsigned : number.wide) = true;
  int base = 10;
  if (digits.size() > 1 && digits[0] == '0') {
    base = digits[1] == 'x' || digits[1] == 'X' ? 16 : digits[1] == 'b' || digits[1] == 'B' ? 2 : 8;
    digits.erase(0, base == 8 ? 1 : 2);
  }
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number.value, base);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  if (number.value > static_cast<unsigned long long>(std::numeric_limits<long long>::max())) {
    if (base == 10 && !number.is_unsigned) return std::nullopt;
    number.is_unsigned = true;
  }
  const unsigned long long narrow = number.is_unsigned
                                        ? std::numeric_limits<unsigned>::max()
                                        : static_cast<unsigned>(std::numeric_limits<int>::max());
  number.wide |= number.value > narrow;
  return number;
}

std::optional<long long> integer_value(const std::string& text) {
  const auto number = whole_number(text);
  const bool fits =
      number && number->value <= static_cast<unsigned long long>(std::numeric_limits<long long>::max());
  return fits ? std::optional(static_cast<long long>(number->value)) : std::nullopt;
}

bool number_fits(const std::string& text) {
  if (number_kind(text) == NumberKind::integer) return whole_number(text).has_value();
  const std::string digits = without_separators(text);
  char* end = nullptr;
  const double value = std::strtod(digits.c_str(), &end);
  const bool narrow = *end == 'f' || *end == 'F';
  return std::isfinite(narrow ? static_cast<double>(static_cast<float>(value)) : value);
}

}  // namespace insum
