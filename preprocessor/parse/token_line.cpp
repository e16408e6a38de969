#include "parse/token_line.h"

#include "parse/in_quotes.h"
#include "parse/utf8.h"

namespace insum::parse {

namespace {

using grammar::InsumLexer;

// Far beyond any sensible line; syntax trees of this size are safe to walk recursively.
constexpr std::size_t max_tokens = 4000;
constexpr std::size_t max_nesting = 200;

/// Each byte as one character of ANTLR's, whose positions count characters: U+0080 to U+00FF stand for bytes.
std::string bytes_as_characters(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xC0u | (byte >> 6u));
      out += static_cast<char>(0x80u | (byte & 0x3Fu));
    }
  }
  return out;
}

struct Complaint {
  std::string message, remedy;  // empty message: none
};

Complaint complaint_about(std::size_t type, const std::string& text) {
  switch (type) {
    case InsumLexer::OPEN_COMMENT:
      return {"this comment is not closed", "close it with */ in the same directive"};
    case InsumLexer::OPEN_STRING:
      return {"this string is not closed", "close it with \" in the same directive"};
    case InsumLexer::OPEN_CHARACTER:
      return {"this character literal is not closed",
              "close it with '; a transposed tensor is written with its "
              "subscripts swapped, such as A[j,i]"};
    case InsumLexer::BAD:
      return {in_quotes(text) + " begins nothing that insum or C++ knows", "remove it"};
    default:
      return {};
  }
}

/// Reports a character that no name has. The lexer takes all bytes beyond ASCII for letters. True if there is
/// none.
bool check_name(const TokenLine& line, std::size_t index, Diagnostics& diagnostics) {
  const std::string text = line.text(index);
  for (std::size_t i = 0; i < text.size();) {
    const Character character = first_character(std::string_view(text).substr(i));
    if (character.length > 0 && may_be_in_name(character.code)) {
      i += character.length;
      continue;
    }
    const std::size_t begin = line.begin(index) + i;
    const std::size_t length = character.length > 0 ? character.length : 1;
    const std::string write = character.length > 0 ? replacement(character.code) : "";
    const std::string what = in_quotes(std::string_view(text).substr(i, length));
    diagnostics.report(Diag::syntax_error, line.line().range(begin, begin + length),
                       {what + (character.length > 0 ? " cannot be in a name" : " is not UTF-8"),
                        write.empty() ? "remove it" : "write " + write});
    return false;
  }
  return true;
}

}  // namespace

TokenLine::TokenLine(LogicalLine line)
    : line_(std::move(line)),
      input_(std::make_unique<antlr4::ANTLRInputStream>(bytes_as_characters(line_.text))),
      lexer_(std::make_unique<InsumLexer>(input_.get())),
      stream_(std::make_unique<antlr4::CommonTokenStream>(lexer_.get())) {
  lexer_->removeErrorListeners();  // every character begins a token: there are no lexical errors
  stream_->fill();
  tokens_ = stream_->getTokens();
}

std::string TokenLine::text(std::size_t index) const {
  if (is_end(index)) return "";
  return line_.text.substr(begin(index), end(index) - begin(index));
}

SourceRange TokenLine::range(std::size_t index) const {
  if (!is_end(index)) return line_.range(begin(index), end(index));
  if (index == 0) return line_.range(0, 0);
  const SourceRange last = range(index - 1);
  return {last.file, last.end, last.end};
}

bool check_tokens(const TokenLine& line, Diagnostics& diagnostics) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::string text = line.text(i);
    if (const Complaint complaint = complaint_about(line.type(i), text); !complaint.message.empty()) {
      diagnostics.report(Diag::syntax_error, line.range(i), {complaint.message, complaint.remedy});
      return false;
    }
    if (line.type(i) == InsumLexer::NAME && !check_name(line, i, diagnostics)) return false;
    if (text == "(" || text == "[" || text == "{") ++depth;
    if ((text == ")" || text == "]" || text == "}") && depth > 0) --depth;
    if (depth > max_nesting) {
      diagnostics.report(Diag::nesting_too_deep, line.range(i), {std::to_string(max_nesting)});
      return false;
    }
    if (i >= max_tokens) {
      diagnostics.report(Diag::directive_too_long, line.range(i), {std::to_string(max_tokens) + " words"});
      return false;
    }
  }
  return true;
}

}  // namespace insum::parse
