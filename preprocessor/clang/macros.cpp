#include "clang/macros.h"

#include <cctype>
#include <cstdlib>

#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "support/words.h"

namespace insum::frontend {

namespace {

constexpr int most_nested = 8;  // also of macros that name themselves

const clang::MacroInfo* macro_of(const std::string& word, const clang::Preprocessor& preprocessor) {
  const clang::MacroInfo* macro = preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(word));
  return macro && macro->isObjectLike() ? macro : nullptr;
}

/// A macro that is another one is what that is.
std::string expanded(const clang::MacroInfo& macro, const clang::Preprocessor& preprocessor, int nested = 0) {
  std::string out;
  for (const clang::Token& token : macro.tokens()) {
    const std::string word = preprocessor.getSpelling(token);
    const clang::MacroInfo* inner =
        nested < most_nested && token.getIdentifierInfo() ? macro_of(word, preprocessor) : nullptr;
    out += inner ? expanded(*inner, preprocessor, nested + 1) : word;
    constexpr std::size_t most_characters = 1000;
    if (out.size() > most_characters) break;
  }
  return out;
}

}  // namespace

void collect_macros(const std::string& cpp, const clang::Preprocessor& preprocessor, Macros& out) {
  for (const std::string& word : words_in(cpp))
    if (const clang::MacroInfo* macro = macro_of(word, preprocessor))
      out[word] = expanded(*macro, preprocessor);
}

std::optional<double> number_in(std::string cpp) {
  while (cpp.size() > 1 && cpp.front() == '(' && cpp.back() == ')') cpp = cpp.substr(1, cpp.size() - 2);
  const std::size_t first = cpp.starts_with("-") ? 1 : 0;
  if (first == cpp.size() || (!std::isdigit(static_cast<unsigned char>(cpp[first])) && cpp[first] != '.'))
    return std::nullopt;
  const bool octal =
      cpp[first] == '0' && first + 1 < cpp.size() && std::isdigit(static_cast<unsigned char>(cpp[first + 1]));
  if (octal) return std::nullopt;  // strtod takes it for a decimal number
  char* end = nullptr;
  const double value = std::strtod(cpp.c_str(), &end);
  if (end == cpp.c_str() || std::string(end).find_first_not_of("uUlLfF") != std::string::npos)
    return std::nullopt;
  return value;
}

}  // namespace insum::frontend
