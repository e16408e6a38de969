#include "parse/syntax_error.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "InsumParser.h"
#include "parse/expectations.h"
#include "parse/in_quotes.h"
#include "parse/words.h"

namespace insum::parse {

namespace {

using grammar::InsumParser;

constexpr std::size_t first_word = 3;  // after '#', 'pragma' and 'insum'

struct Construct {
  std::string begins, tokens, context, form;
};

const Construct& construct(std::size_t rule) {
  static const std::map<std::size_t, Construct> table = {
#define INSUM_CONSTRUCT(rule, begins, tokens, context, form) \
  {InsumParser::Rule##rule, {begins, tokens, context, form}},
#include "parse/constructs.def"
  };
  static const Construct none;
  const auto entry = table.find(rule);
  return entry == table.end() ? none : entry->second;
}

std::string token_phrase(std::size_t token, const antlr4::dfa::Vocabulary& vocabulary) {
  if (token == antlr4::Token::EOF) return "the end of the line";
  if (token == InsumParser::NAME) return "a name";
  if (token == InsumParser::NUMBER) return "a number";
  const std::string literal = vocabulary.getLiteralName(token);
  return literal.empty() ? "a C++ literal" : literal;
}

/// The phrase for one expectation: of the outermost rule that could begin at `at`, else of the token. "" if
/// none.
std::string phrase(const Expectation& expectation, std::size_t at,
                   const antlr4::dfa::Vocabulary& vocabulary) {
  const Construct* around = nullptr;
  for (const OpenRule& open : expectation.rules) {
    const Construct& about = construct(open.rule);
    if (open.begin < at) {
      around = &about;
      continue;
    }
    if (about.begins == "-") return "";
    if (!about.begins.empty()) return about.begins;
    around = &about;
  }
  if (around && around->tokens == "-") return "";
  if (around && !around->tokens.empty()) return around->tokens;
  return token_phrase(expectation.token, vocabulary);
}

constexpr int last_rank = 3;

/// Phrases first, then punctuation, then what closes.
int rank(const std::string& phrase) {
  if (phrase == "the end of the line") return last_rank;
  if (phrase == "')'" || phrase == "']'" || phrase == "'}'" || phrase == "'>'") return 2;
  return phrase.starts_with('\'') ? 1 : 0;
}

std::string alternatives(const Expectations& expectations, const antlr4::dfa::Vocabulary& vocabulary) {
  std::vector<std::string> phrases;
  for (const Expectation& expectation : expectations.list) {
    std::istringstream list(phrase(expectation, expectations.at, vocabulary));
    for (std::string one; std::getline(list, one, '|');)
      if (std::find(phrases.begin(), phrases.end(), one) == phrases.end()) phrases.push_back(one);
  }
  std::vector<std::string> ordered;
  for (int wanted = 0; wanted <= last_rank; ++wanted)
    for (const std::string& one : phrases)
      if (rank(one) == wanted) ordered.push_back(one);
  std::string list;
  for (std::size_t i = 0; i < ordered.size(); ++i)
    list += (i == 0 ? "" : i + 1 == ordered.size() ? " or " : ", ") + ordered[i];
  return list.empty() ? "more of the C++ expression" : list;
}

/// The innermost text of the constructs that the error is in: of the rules that most alternatives are within,
/// the one that began last, and of those the deepest.
std::string innermost(const Expectations& expectations, std::string Construct::* text) {
  struct Place {
    std::size_t begin, depth, rule;
    auto operator<=>(const Place&) const = default;
  };
  std::map<Place, std::size_t> counts;
  for (const Expectation& expectation : expectations.list)
    for (std::size_t depth = 0; depth < expectation.rules.size(); ++depth) {
      const OpenRule& open = expectation.rules[depth];
      if (open.begin < expectations.at && !(construct(open.rule).*text).empty())
        ++counts[{open.begin, depth, open.rule}];
    }
  for (auto entry = counts.rbegin(); entry != counts.rend(); ++entry)
    if (entry->second * 2 >= expectations.list.size()) return construct(entry->first.rule).*text;
  return "";
}

bool is_directive_word(const TokenLine& line, std::size_t index) {
  return contains(WordList::directives, line.text(index));
}

bool within(const Expectation& expectation, std::size_t rule) {
  return std::any_of(expectation.rules.begin(), expectation.rules.end(),
                     [&](const OpenRule& open) { return open.rule == rule; });
}

/// `kernel` may begin a kernel line or an Einsum that writes a tensor called kernel: speak of the former.
void prefer_directive(const TokenLine& line, Expectations& expectations) {
  if (expectations.at <= first_word || !is_directive_word(line, first_word)) return;
  std::vector<Expectation> others;
  for (const Expectation& expectation : expectations.list)
    if (!within(expectation, InsumParser::RuleEinsum)) others.push_back(expectation);
  if (!others.empty()) expectations.list = std::move(others);
}

/// Whether an assignment stands outside of all brackets: then the line is meant as an Einsum.
bool has_assignment(const TokenLine& line) {
  static const std::vector<std::string> operators = {
      "=", "+=", "-=", "*=", "/=", "min=", "max=", "|=", "&=", "=="};
  int depth = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::string text = line.text(i);
    if (text == "(" || text == "[" || text == "{") ++depth;
    if (text == ")" || text == "]" || text == "}") --depth;
    if (depth == 0 && std::find(operators.begin(), operators.end(), text) != operators.end()) return true;
  }
  return false;
}

/// A line such as `shedule reorder(i,j)`: one word, then what cannot follow the left side of an Einsum.
bool looks_like_directive(const TokenLine& line, const Expectations& expectations) {
  if (expectations.at != first_word + 1 || line.type(first_word) != InsumParser::NAME) return false;
  if (!nearest(line.text(first_word), words(WordList::directives)).empty()) return true;
  const std::size_t found = line.type(expectations.at);
  return !has_assignment(line) &&
         (line.is_end(expectations.at) || found == InsumParser::NAME || found == InsumParser::NUMBER ||
          line.text(expectations.at) == "(" || is_directive_word(line, expectations.at));
}

/// A remedy for what was found, where that says more than the form of the construct.
std::string remedy_for(const TokenLine& line, const Expectations& expectations) {
  static const std::map<std::string, std::string> remedies = {
      {"-=", "write C[...] += -(...)"},
      {"/=", "write C[...] *= 1 / (...)"},
      {"^", "powers are written pow(x, 2)"},
      {"and", "write &&"},
      {"or", "write ||"},
      {"not", "write !"},
      {"#", "write one directive a line"},
  };
  const std::string text = line.text(expectations.at);
  if (expectations.at <= first_word) return "";
  if (text == ";" && line.is_end(expectations.at + 1))
    return "leave out the ';': a directive ends with its line";
  if (const auto entry = remedies.find(text); entry != remedies.end()) return entry->second;
  if (text == "(" && expectations.at == first_word + 1) return "subscripts stand in brackets: C[i,j]";
  if (text == "[" && line.text(expectations.at - 1) == "]") return "write all subscripts in one pair: A[i,j]";
  const bool in_einsum =
      std::any_of(expectations.list.begin(), expectations.list.end(), [](const Expectation& expectation) {
        return within(expectation, InsumParser::RuleEinsum) || within(expectation, InsumParser::RuleExpr);
      });
  static const std::vector<std::string> cpp = {".", "->", "::", "%", "?", "&", "|", "<<", "~", "["};
  const bool in_subscript = std::any_of(expectations.list.begin(), expectations.list.end(), [](const Expectation& expectation) {
    return within(expectation, InsumParser::RuleSubscript);
  });
  if (in_einsum && !in_subscript && text == "?") return "write select(condition, a, b) for condition ? a : b";
  if (in_einsum && !in_subscript && text == "%") return "declare a C++ function that does it with '#pragma insum function f', and call it";
  const bool after_qualified_name = expectations.at >= 2 && line.text(expectations.at - 2) == "::";
  if (in_einsum && (after_qualified_name || std::find(cpp.begin(), cpp.end(), text) != cpp.end()))
    return "a C++ expression stands in braces, such as {x.size()}";
  return "";
}

/// The place of the innermost bracket that is still open before token `at`, else nowhere.
SourceRange open_bracket(const TokenLine& line, std::size_t at) {
  std::vector<SourceRange> open;
  for (std::size_t i = 0; i < at; ++i) {
    const std::string text = line.text(i);
    if (text == "(" || text == "[" || text == "{") open.push_back(line.range(i));
    if ((text == ")" || text == "]" || text == "}") && !open.empty()) open.pop_back();
  }
  return open.empty() ? SourceRange{} : open.back();
}

/// The form of the directive that the line's first word names, else of any line.
std::string form_of_line(const TokenLine& line, const antlr4::Parser& parser) {
  const std::vector<std::string>& rules = parser.getRuleNames();
  const std::string wanted = line.size() > first_word ? line.text(first_word) + "_directive" : "";
  const auto rule = static_cast<std::size_t>(std::find(rules.begin(), rules.end(), wanted) - rules.begin());
  const std::string& form = construct(rule).form;
  return form.empty() ? construct(InsumParser::RuleDirective).form : form;
}

std::string found_phrase(const TokenLine& line, std::size_t index) {
  return line.is_end(index) ? "the end of the line" : in_quotes(line.text(index));
}

}  // namespace

void report_syntax_error(const TokenLine& line, const antlr4::Parser& parser, Diagnostics& diagnostics) {
  std::vector<std::size_t> types;
  types.reserve(line.size());
  for (std::size_t i = 0; i < line.size(); ++i) types.push_back(line.type(i));
  Expectations expectations = find_expectations(parser.getATN(), InsumParser::RuleLine, types);
  prefer_directive(line, expectations);
  if (looks_like_directive(line, expectations)) {
    const std::string word = line.text(first_word);
    diagnostics.report(Diag::unknown_directive, line.range(first_word),
                       {in_quotes(word), suggestion(word, words(WordList::directives)) + ", or an Einsum"});
    return;
  }
  std::string message = "expected " + alternatives(expectations, parser.getVocabulary());
  if (const std::string context = innermost(expectations, &Construct::context); !context.empty())
    message += " in " + context;
  message += ", found " + found_phrase(line, expectations.at);
  std::string remedy = remedy_for(line, expectations);
  if (remedy.empty()) remedy = innermost(expectations, &Construct::form);
  if (remedy.empty()) remedy = form_of_line(line, parser);
  Diagnostic& report = diagnostics.report(Diag::syntax_error, line.range(expectations.at), {message, remedy});
  if (!line.is_end(expectations.at)) return;
  if (const SourceRange open = open_bracket(line, expectations.at); open.valid())
    report.notes.push_back({open, "opened here"});
}

}  // namespace insum::parse
