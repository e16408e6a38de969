#include "clang/highlight.h"

#include <clang/Basic/IdentifierTable.h>
#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>

namespace insum::frontend {

namespace {

clang::LangOptions cpp20() {
  clang::LangOptions options;
  options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = true;
  options.CPlusPlus20 = options.CXXOperatorNames = options.Bool = options.RawStringLiterals = true;
  options.LineComment = options.Char8 = options.WChar = options.Digraphs = true;
  return options;
}

/// The kind of a token that is no identifier; nothing for punctuation.
std::optional<CodeTokenKind> kind_of(const clang::Token& token) {
  if (token.is(clang::tok::comment)) return CodeTokenKind::comment;
  if (token.is(clang::tok::numeric_constant)) return CodeTokenKind::number;
  // A literal that does not end is `unknown`, and so is a byte that is no part of C++.
  if (clang::tok::isLiteral(token.getKind())) return CodeTokenKind::text;
  return std::nullopt;
}

}  // namespace

Code highlight(std::string text) {
  Code code{std::move(text), {}};
  const clang::LangOptions options = cpp20();
  clang::IdentifierTable identifiers(options);
  const char* begin = code.text.data();
  clang::Lexer lexer(clang::SourceLocation(), options, begin, begin, begin + code.text.size());
  lexer.SetCommentRetentionState(true);
  bool names_directive = false;  // the token before was the '#' of a line
  for (clang::Token token;;) {
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof)) break;
    const std::size_t end = static_cast<std::size_t>(lexer.getBufferLocation() - begin);
    const std::size_t length = token.getLength();
    std::optional<CodeTokenKind> kind = kind_of(token);
    const bool is_hash = token.is(clang::tok::hash) && token.isAtStartOfLine();
    if (is_hash || (names_directive && token.is(clang::tok::raw_identifier) && !token.isAtStartOfLine()))
      kind = CodeTokenKind::directive;
    else if (token.is(clang::tok::raw_identifier) &&
             identifiers.get(token.getRawIdentifier()).isKeyword(options))
      kind = CodeTokenKind::keyword;
    names_directive = is_hash;
    if (kind) code.tokens.push_back({end - length, length, *kind});
  }
  return code;
}

}  // namespace insum::frontend
