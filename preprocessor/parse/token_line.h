// The tokens of one directive, before the grammar sees them.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "InsumLexer.h"
#include "antlr4-runtime.h"
#include "parse/logical_line.h"
#include "support/diagnostics.h"

namespace insum::parse {

/// A line with its tokens, the end token included. Positions of ANTLR are bytes of `line().text`.
class TokenLine {
 public:
  explicit TokenLine(LogicalLine line);

  const LogicalLine& line() const { return line_; }
  antlr4::CommonTokenStream& stream() { return *stream_; }
  std::size_t size() const { return tokens_.size(); }
  std::size_t type(std::size_t index) const { return tokens_[index]->getType(); }
  bool is_end(std::size_t index) const { return type(index) == antlr4::Token::EOF; }
  std::string text(std::size_t index) const;
  std::size_t begin(std::size_t index) const { return tokens_[index]->getStartIndex(); }  // in line().text
  std::size_t end(std::size_t index) const { return tokens_[index]->getStopIndex() + 1; }
  /// Of the end token: the empty range after the last token, before trailing comments and blanks.
  SourceRange range(std::size_t index) const;

 private:
  LogicalLine line_;
  std::unique_ptr<antlr4::ANTLRInputStream> input_;
  std::unique_ptr<grammar::InsumLexer> lexer_;
  std::unique_ptr<antlr4::CommonTokenStream> stream_;
  std::vector<antlr4::Token*> tokens_;
};

/// Reports a token that no line may have (an unclosed comment or literal, a stray character), and lines that
/// are too long or nested too deep for what comes after. True if there is none.
bool check_tokens(const TokenLine& line, Diagnostics& diagnostics);

/// The longest line that is looked at, in bytes.
constexpr std::size_t max_line_bytes = 65536;

}  // namespace insum::parse
