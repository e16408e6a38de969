#include "resolve/names.h"

#include <cctype>

namespace insum::resolver {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

}  // namespace

bool is_identifier(const std::string& text) {
  if (text.empty() || !is_letter(text[0])) return false;
  for (char c : text)
    if (!is_letter(c) && !is_digit(c)) return false;
  return !is_keyword(text);
}

bool is_keyword(const std::string& text) {
  static const std::set<std::string> keywords = {
      "alignas",     "alignof",  "and",        "and_eq",    "asm",       "auto",         "bitand",
      "bitor",       "bool",     "break",      "case",      "catch",     "char",         "char16_t",
      "char32_t",    "char8_t",  "class",      "co_await",  "co_return", "co_yield",     "compl",
      "concept",     "const",    "const_cast", "consteval", "constexpr", "constinit",    "continue",
      "decltype",    "default",  "delete",     "do",        "double",    "dynamic_cast", "else",
      "enum",        "explicit", "export",     "extern",    "false",     "float",        "for",
      "friend",      "goto",     "if",         "inline",    "int",       "long",         "mutable",
      "namespace",   "new",      "noexcept",   "not",       "not_eq",    "nullptr",      "operator",
      "or",          "or_eq",    "private",    "protected", "public",    "register",     "reinterpret_cast",
      "requires",    "return",   "short",      "signed",    "sizeof",    "static",       "static_assert",
      "static_cast", "struct",   "switch",     "template",  "this",      "thread_local", "throw",
      "true",        "try",      "typedef",    "typeid",    "typename",  "union",        "unsigned",
      "using",       "virtual",  "void",       "volatile",  "wchar_t",   "while",        "xor",
      "xor_eq"};
  return keywords.count(text) > 0;
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
  if (is_keyword(base) || base.starts_with("insum") || base[0] == '_' || base.find("__") != std::string::npos)
    base = "v_" + base.substr(base.find_first_not_of('_') == std::string::npos ? base.size() : 0);
  if (base.back() == '_') base += "v";
  std::string name = base;
  for (int n = 2; !taken_.insert(name).second; ++n) name = base + "_" + std::to_string(n);
  return name;
}

}  // namespace insum::resolver
