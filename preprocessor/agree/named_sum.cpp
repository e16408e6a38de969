#include "agree/named_sum.h"

#include <cctype>
#include <cmath>
#include <cstdlib>

#include "agree/memory.h"

namespace insum::agree {

using nest::ExprKind;
using nest::Polynomial;

namespace {

// More are in no subscript, and could overflow or take long.
constexpr std::size_t most_digits = 9, most_terms = 64;
constexpr long long most_coefficient = 1'000'000;
constexpr int most_brackets = 32;

/// Nothing where one of them is too large to be multiplied.
std::optional<Polynomial> multiplied(const Polynomial& a, const Polynomial& b) {
  for (const Polynomial* p : {&a, &b})
    for (const nest::Term& term : p->terms)
      if (p->terms.size() > most_terms || std::abs(term.coefficient) > most_coefficient) return std::nullopt;
  return a * b;
}

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {}

  std::optional<Polynomial> run() {
    std::optional<Polynomial> out = sum();
    return at_ == text_.size() ? out : std::nullopt;
  }

 private:
  bool is(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool is_word() const {
    return at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || is('_'));
  }

  std::optional<Polynomial> sum() {
    Polynomial out;
    for (bool first = true; first || is('+') || is('-'); first = false) {
      const bool minus = is('-');
      if (is('+') || is('-')) ++at_;
      const std::optional<Polynomial> term = product();
      if (!term) return std::nullopt;
      out = out + nest::constant(minus ? -1 : 1) * *term;
    }
    return out;
  }

  std::optional<Polynomial> product() {
    std::optional<Polynomial> out = factor();
    while (out && is('*')) {
      ++at_;
      const std::optional<Polynomial> next = factor();
      out = next ? multiplied(*out, *next) : std::nullopt;
    }
    return out;
  }

  std::optional<Polynomial> factor() {
    if (is('(')) {
      if (++brackets_ > most_brackets) return std::nullopt;
      ++at_;
      std::optional<Polynomial> out = sum();
      if (!is(')')) return std::nullopt;
      ++at_, --brackets_;
      return out;
    }
    const std::string word = path();
    if (word.empty()) return std::nullopt;
    if (!std::isdigit(static_cast<unsigned char>(word[0])))
      return Polynomial{{{1, {nest::make(ExprKind::scalar, word)}}}};
    const bool whole = word.find_first_not_of("0123456789") == std::string::npos;
    if (!whole || word.size() > most_digits || (word[0] == '0' && word.size() > 1)) return std::nullopt;
    return nest::constant(std::stoll(word));
  }

  /// "n", "a.size()", "this->rows", "pos[0]"
  std::string path() {
    const std::size_t begin = at_;
    for (;;) {
      if (is_word() || is('.') || is(':'))
        ++at_;
      else if (text_.compare(at_, 2, "->") == 0 || (at_ > begin && text_.compare(at_, 2, "()") == 0))
        at_ += 2;
      else if (at_ == begin || !is('[') || text_.find(']', at_) == std::string::npos)
        break;
      else
        at_ = text_.find(']', at_) + 1;
    }
    const std::string word = text_.substr(begin, at_ - begin);
    return word.starts_with("this->") ? word.substr(6) : word;
  }

  const std::string& text_;
  std::size_t at_ = 0;
  int brackets_ = 0;
};

std::string array_of(std::string text) {
  while (text.ends_with("[0]")) text.resize(text.size() - 3);
  if (text.starts_with("(") && text.find(')') + 1 == text.size()) text = text.substr(1, text.size() - 2);
  if (text.starts_with("this->")) text.erase(0, 6);
  if (text.ends_with(".data()")) text.resize(text.size() - 7);
  return text;
}

/// The first sign outside of brackets that has something to its left; npos: there is none.
std::size_t first_sign(const std::string& text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '(' || text[at] == '[') ++depth;
    if (text[at] == ')' || text[at] == ']') --depth;
    const bool arrow = text.compare(at, 2, "->") == 0;
    if (at > 0 && depth == 0 && !arrow && (text[at] == '+' || text[at] == '-')) return at;
  }
  return std::string::npos;
}

std::size_t last_subscript(const std::string& text) {
  int depth = 0;
  for (std::size_t at = text.size(); at-- > 0;) {
    if (text[at] == ']') ++depth;
    if (text[at] == '[' && --depth == 0) return at;
  }
  return std::string::npos;
}

Polynomial sum_of(const std::string& text) {
  const std::optional<Polynomial> sum = parse_sum(text);
  if (!sum) throw Unknown{"'" + text + "' is no sum or product of names"};
  return *sum;
}

}  // namespace

bool is_name(std::string text) {
  for (const char* part : {"->", "()"})
    for (std::size_t at; (at = text.find(part)) != std::string::npos;) text.erase(at, 2);
  return text.find_first_of("+-*/%?<>&|(") == std::string::npos;
}

std::optional<Polynomial> parse_sum(const std::string& text) { return Parser(text).run(); }

std::optional<Polynomial> sum_in(const std::string& text) {
  const bool is_number = !text.empty() && std::isdigit(static_cast<unsigned char>(text[0]));
  return is_name(text) && !is_number ? std::nullopt : parse_sum(text);
}

std::set<std::string> names_in(const Polynomial& sum) {
  std::set<std::string> out;
  for (const nest::Term& term : sum.terms)
    for (const nest::ExprPtr& factor : term.factors) out.insert(factor->text);
  return out;
}

long long evaluate(const Polynomial& sum, const Values& values) {
  long long out = 0;
  for (const nest::Term& term : sum.terms) {
    long long product = term.coefficient;
    for (const nest::ExprPtr& factor : term.factors) {
      const auto value = values.find(factor->text);
      if (value == values.end() || __builtin_mul_overflow(product, std::llround(value->second), &product))
        throw Unknown{"'" + factor->text + "' has no small value"};
    }
    if (__builtin_add_overflow(out, product, &out)) throw Unknown{"an offset is too large"};
  }
  return out;
}

Start split_start(const std::string& text) {
  if (text.starts_with("&(") && text.ends_with(")"))
    return split_start("&" + text.substr(2, text.size() - 3));
  if (text.starts_with("(") && text.find(')') + 1 == text.size())
    return split_start(text.substr(1, text.size() - 2));
  if (const std::size_t sign = first_sign(text); sign != std::string::npos && !text.starts_with("&"))
    return {array_of(text.substr(0, sign)), sum_of(text.substr(sign))};
  if (text.starts_with("&") && text.ends_with("]"))
    if (const std::size_t bracket = last_subscript(text); bracket != std::string::npos)
      return {array_of(text.substr(1, bracket - 1)),
              sum_of(text.substr(bracket + 1, text.size() - bracket - 2))};
  return {array_of(text.starts_with("&") ? text.substr(1) : text), {}};
}

}  // namespace insum::agree
