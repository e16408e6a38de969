// What may stand at the place of a syntax error. ANTLR's own expected-token set is that of one decision of
// one alternative; a message for people needs all alternatives that are still alive, and the constructs that
// they are part of. So the tokens before the error are run through the grammar's automaton once more, all
// alternatives side by side.
#pragma once
#include <cstddef>
#include <vector>

#include "antlr4-runtime.h"

namespace insum::parse {

/// A rule that was being parsed, and the index of the token that it began with.
struct OpenRule {
  std::size_t rule;
  std::size_t begin;
};

/// A token that could have stood there, with the rules around it, outermost first.
struct Expectation {
  std::size_t token;  // its type; antlr4::Token::EOF for the end
  std::vector<OpenRule> rules;
};

struct Expectations {
  std::size_t at;  // index of the first token that no alternative accepts
  std::vector<Expectation> list;
};

/// `tokens` are the types of a whole line, EOF included, that rule `start` does not accept. The grammar must
/// not be left-recursive. Time is linear in the tokens as long as few alternatives are alive at once.
Expectations find_expectations(const antlr4::atn::ATN& atn, std::size_t start,
                               const std::vector<std::size_t>& tokens);

}  // namespace insum::parse
