#include "resolve/names.h"

#include <cctype>

#include "support/names.h"

namespace insum::resolver {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

}  // namespace

bool is_identifier(const std::string& text) {
  if (text.empty() || !is_letter(text[0])) return false;
  for (char c : text)
    if (!is_letter(c) && !is_digit(c)) return false;
  return !is_cpp_keyword(text);
}

std::string UniqueNames::make(const std::string& wanted) {
  std::string base = is_identifier(wanted) ? wanted : to_identifier(wanted);
  // insum_ names are the compiler's, underscores at the beginning or doubled the implementation's.
  if (base[0] == '_' || base.find("__") != std::string::npos) base = to_identifier(base);
  if (is_cpp_keyword(base) || base.starts_with("insum")) base.insert(0, "v_");
  if (base.back() == '_') base += 'v';
  std::string name = base;
  for (int n = 2; !taken_.insert(name).second; ++n) name = base + "_" + std::to_string(n);
  return name;
}

}  // namespace insum::resolver
