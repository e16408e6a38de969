#include "clang/inject.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

namespace insum::frontend {

namespace {

/// Appends tokens that no one wrote; they stand at `here`.
class TokenWriter {
 public:
  TokenWriter(clang::Preprocessor& preprocessor, std::vector<clang::Token>& out)
      : preprocessor_(preprocessor), out_(out) {}

  clang::SourceLocation here;

  void punctuation(clang::tok::TokenKind kind) {
    clang::Token& token = out_.emplace_back();
    token.startToken();
    token.setKind(kind);
    token.setLocation(here);
    token.setLength(1);
  }
  void identifier(llvm::StringRef name) {
    clang::IdentifierInfo* info = preprocessor_.getIdentifierInfo(name);
    punctuation(clang::tok::identifier);
    out_.back().setIdentifierInfo(info);
    out_.back().setKind(info->getTokenID());
  }
  void number(int value) {
    clang::Token token;
    token.startToken();
    token.setKind(clang::tok::numeric_constant);
    preprocessor_.CreateString(std::to_string(value), token, here, here);
    out_.push_back(token);
  }
  void copy(const std::vector<clang::Token>& tokens) {
    for (clang::Token token : tokens) {
      token.clearFlag(clang::Token::StartOfLine);  // no directive starts here
      out_.push_back(token);
    }
  }

 private:
  clang::Preprocessor& preprocessor_;
  std::vector<clang::Token>& out_;
};

/// One operand: `(void)(e)`, for a member `(void)((e)[0].member)`, for a type `(void)((T*)0)`. Its
/// punctuation stands at the expression, so that an error such as "expected expression" does too.
void write_operand(TokenWriter& writer, clang::Preprocessor& preprocessor, const FileMap& map,
                   const ast::CppUse& use) {
  using namespace clang;
  writer.here = map.location(use.range.begin);
  for (const tok::TokenKind kind : {tok::l_paren, tok::kw_void, tok::r_paren, tok::l_paren})
    writer.punctuation(kind);
  const bool member = use.kind == ast::CppUse::Kind::member, type = use.kind == ast::CppUse::Kind::type;
  if (member || type) writer.punctuation(tok::l_paren);
  writer.copy(lex_range(preprocessor, use.range.begin, use.range.end));
  if (member) {
    writer.punctuation(tok::r_paren);
    writer.punctuation(tok::l_square);
    writer.number(0);
    writer.punctuation(tok::r_square);
    writer.punctuation(tok::period);
    writer.identifier(use.member);
  }
  if (type) {
    writer.punctuation(tok::star);
    writer.punctuation(tok::r_paren);
    writer.number(0);
  }
  writer.punctuation(tok::r_paren);
}

}  // namespace

void lex_while(clang::Preprocessor& preprocessor, std::uint32_t begin, std::uint32_t end,
               llvm::function_ref<bool(const clang::Token&)> keep) {
  const clang::SourceManager& manager = preprocessor.getSourceManager();
  const clang::FileID file = manager.getMainFileID();
  const llvm::StringRef text = manager.getBufferData(file);
  clang::Lexer lexer(manager.getLocForStartOfFile(file), preprocessor.getLangOpts(), text.begin(),
                     text.begin() + begin, text.end());
  clang::Token token;
  do {
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof) || manager.getFileOffset(token.getLocation()) >= end) return;
    if (token.is(clang::tok::raw_identifier)) preprocessor.LookUpIdentifierInfo(token);
  } while (keep(token));
}

std::vector<clang::Token> lex_range(clang::Preprocessor& preprocessor, std::uint32_t begin,
                                    std::uint32_t end) {
  std::vector<clang::Token> tokens;
  lex_while(preprocessor, begin, end, [&](const clang::Token& token) {
    tokens.push_back(token);
    return true;
  });
  return tokens;
}

std::vector<clang::Token> attribute_tokens(clang::Preprocessor& preprocessor, const FileMap& map,
                                           const CollectedBlock& block) {
  using namespace clang;
  std::vector<Token> tokens;
  TokenWriter writer(preprocessor, tokens);
  writer.here = block.keyword;
  writer.punctuation(tok::l_square);
  writer.punctuation(tok::l_square);
  writer.identifier(attribute_name);
  writer.punctuation(tok::l_paren);
  writer.number(block.number);
  if (!block.injected.empty()) {
    for (const tok::TokenKind kind : {tok::comma, tok::kw_noexcept, tok::l_paren, tok::l_paren})
      writer.punctuation(kind);
    for (std::size_t i = 0; i < block.injected.size(); ++i) {
      if (i > 0) writer.punctuation(tok::comma);
      write_operand(writer, preprocessor, map, block.injected[i]);
    }
    writer.here = block.keyword;
    writer.punctuation(tok::r_paren);
    writer.punctuation(tok::r_paren);
  }
  for (const tok::TokenKind kind : {tok::r_paren, tok::r_square, tok::r_square}) writer.punctuation(kind);
  return tokens;
}

}  // namespace insum::frontend
