#include "nest/polynomial.h"

#include <algorithm>
#include <cstdlib>

namespace insum::nest {

namespace {

std::string key(const Term& term) {
  std::string out;
  for (const ExprPtr& factor : term.factors) out += print(factor) + "*";
  return out;
}

void add(Polynomial& to, Term term) {
  for (auto it = to.terms.begin(); it != to.terms.end(); ++it) {
    if (key(*it) != key(term)) continue;
    it->coefficient += term.coefficient;
    if (it->coefficient == 0) to.terms.erase(it);
    return;
  }
  if (term.coefficient != 0) to.terms.push_back(std::move(term));
}

Polynomial atom(const ExprPtr& expr) { return {{{1, {expr}}}}; }

}  // namespace

Polynomial constant(long long value) { return value == 0 ? Polynomial{} : Polynomial{{{value, {}}}}; }

Polynomial operator+(Polynomial a, const Polynomial& b) {
  for (const Term& term : b.terms) add(a, term);
  return a;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial out;
  for (const Term& x : a.terms)
    for (const Term& y : b.terms) {
      Term product{x.coefficient * y.coefficient, x.factors};
      product.factors.insert(product.factors.end(), y.factors.begin(), y.factors.end());
      std::stable_sort(product.factors.begin(), product.factors.end(),
                       [](const ExprPtr& l, const ExprPtr& r) { return print(l) < print(r); });
      add(out, std::move(product));
    }
  return out;
}

Polynomial polynomial(const ExprPtr& e) {
  if (e->kind == ExprKind::number) {
    char* end = nullptr;
    const long long value = std::strtoll(e->text.c_str(), &end, 10);
    if (end && *end == 0) return constant(value);
  }
  if (e->kind == ExprKind::unary && e->text == "-") return constant(-1) * polynomial(e->parts[0]);
  if (e->kind == ExprKind::binary && e->text == "+") return polynomial(e->parts[0]) + polynomial(e->parts[1]);
  if (e->kind == ExprKind::binary && e->text == "*") return polynomial(e->parts[0]) * polynomial(e->parts[1]);
  if (e->kind == ExprKind::binary && e->text == "-")
    return polynomial(e->parts[0]) + constant(-1) * polynomial(e->parts[1]);
  return atom(e);
}

bool same(const Polynomial& a, const Polynomial& b) { return (a + constant(-1) * b).terms.empty(); }

bool same_factors(const Term& a, const Term& b) { return key(a) == key(b); }

Term quotient(const Term& a, const Term& b) {
  if (b.coefficient == 0 || a.coefficient % b.coefficient != 0) return {};
  Term out{a.coefficient / b.coefficient, a.factors};
  for (const ExprPtr& factor : b.factors) {
    const auto found = std::find_if(out.factors.begin(), out.factors.end(),
                                    [&](const ExprPtr& e) { return print(e) == print(factor); });
    if (found == out.factors.end()) return {};
    out.factors.erase(found);
  }
  return out;
}

ExprPtr expression(const Polynomial& p) {
  ExprPtr out = number(0);
  for (const Term& term : p.terms) {
    const bool below = term.coefficient < 0 && &term != &p.terms.front();
    ExprPtr product = number(below ? -term.coefficient : term.coefficient);
    for (const ExprPtr& factor : term.factors) product = binary("*", product, factor);
    out = binary(below ? "-" : "+", out, product);
  }
  return out;
}

namespace {

/// i, (n / 2), ((i + 1) % n)
std::string factor_text(const ExprPtr& e) {
  const auto operand = [&](std::size_t part) {
    const std::string out = text(polynomial(e->parts[part]));
    return out.find(' ') == std::string::npos || out.starts_with("(") ? out : "(" + out + ")";
  };
  if (e->kind == ExprKind::binary) return "(" + operand(0) + " " + e->text + " " + operand(1) + ")";
  return e->text.find(' ') == std::string::npos ? e->text : "(" + e->text + ")";
}

}  // namespace

std::string text(const Polynomial& p) {
  std::string out;
  if (p.terms.size() == 1 && p.terms[0].coefficient == 1 && p.terms[0].factors.size() == 1) {
    out = factor_text(p.terms[0].factors[0]);
    return out.starts_with("(") ? out.substr(1, out.size() - 2) : out;
  }
  for (const Term& term : p.terms) {
    std::string product;
    const long long size = std::llabs(term.coefficient);
    if (size != 1 || term.factors.empty()) product = std::to_string(size);
    for (const ExprPtr& factor : term.factors)
      product += (product.empty() ? "" : " * ") + factor_text(factor);
    if (out.empty())
      out = (term.coefficient < 0 ? "-" : "") + product;
    else
      out += (term.coefficient < 0 ? " - " : " + ") + product;
  }
  return out.empty() ? "0" : out;
}

bool is_fixed(const Polynomial& p) {
  return std::all_of(p.terms.begin(), p.terms.end(), [](const Term& term) {
    return std::all_of(term.factors.begin(), term.factors.end(),
                       [](const ExprPtr& e) { return e->kind == ExprKind::scalar; });
  });
}

}  // namespace insum::nest
