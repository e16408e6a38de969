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

std::string to_identifier(const std::string& text) {
  std::string name;
  for (char c : text)
    if (is_letter(c) || is_digit(c))
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty() || is_digit(name[0])) name.insert(0, "v");
  return name;
}

std::string UniqueNames::make(const std::string& wanted) {
  std::string base = is_identifier(wanted) ? wanted : to_identifier(wanted);
  // The global and the insum_ names are the compiler's, INFINITY and its kin are the preprocessor's.
  if (is_cpp_keyword(base) || base.starts_with("insum") || base[0] == '_' || base.find("__") != std::string::npos)
    base = "v_" + base.substr(base.find_first_not_of('_') == std::string::npos ? base.size() : 0);
  if (base.back() == '_') base += "v";
  std::string name = base;
  for (int n = 2; !taken_.insert(name).second; ++n) name = base + "_" + std::to_string(n);
  return name;
}

}  // namespace insum::resolver
