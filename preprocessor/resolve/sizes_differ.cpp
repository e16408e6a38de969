#include "resolve/sizes_differ.h"

#include <cctype>
#include <cstdlib>
#include <optional>

#include "index_ir/printer.h"

namespace insum::resolver {

namespace {

/// `what` + constant
struct Sum {
  std::string what;
  long long constant = 0;
};

std::optional<long long> number_in(const std::string& digits) {
  constexpr std::size_t most = 9;  // no size that anybody writes down has more
  if (digits.empty() || digits.size() > most) return std::nullopt;
  for (const char c : digits)
    if (!std::isdigit(static_cast<unsigned char>(c))) return std::nullopt;
  return std::atoll(digits.c_str());
}

/// Names, members, calls and products: what a constant beside them is added to as a whole.
bool is_summand(const std::string& text) {
  if (text.empty() || number_in(text)) return false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '-' && text.compare(at, 2, "->") == 0)
      ++at;
    else if (!std::isalnum(static_cast<unsigned char>(c)) &&
             std::string("_.:()[]*").find(c) == std::string::npos)
      return false;
  }
  return true;
}

Sum sum_of(const std::string& cpp) {
  std::string text;
  for (const char c : cpp)
    if (!std::isspace(static_cast<unsigned char>(c))) text += c;
  const std::size_t sign = text.find_last_of("+-"), plus = text.find('+');
  if (sign != std::string::npos)
    if (const auto number = number_in(text.substr(sign + 1)); number && is_summand(text.substr(0, sign)))
      return {text.substr(0, sign), text[sign] == '-' ? -*number : *number};
  if (plus != std::string::npos)
    if (const auto number = number_in(text.substr(0, plus)); number && is_summand(text.substr(plus + 1)))
      return {text.substr(plus + 1), *number};
  return {is_summand(text) ? text : "", 0};
}

}  // namespace

std::string size_text(const index::ExprPtr& size) {
  const auto* argument = index::get_if<index::Argument>(size);
  return argument && !(*argument)->call.empty() ? (*argument)->call : index::to_string(size);
}

bool surely_differ(const index::ExprPtr& a, const index::ExprPtr& b) {
  const auto x = index::as_integer(a), y = index::as_integer(b);
  if (x || y) return x && y && *x != *y;
  const auto *first = index::get_if<index::Argument>(a), *second = index::get_if<index::Argument>(b);
  if (!first || !second) return false;
  const Sum of_a = sum_of((*first)->call), of_b = sum_of((*second)->call);
  return !of_a.what.empty() && of_a.what == of_b.what && of_a.constant != of_b.constant;
}

}  // namespace insum::resolver
