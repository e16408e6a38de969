#include "nest/apart.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace insum::nest {

namespace {

/// A size, or a number of iterations by steps: a quotient of such sums.
bool is_count(const ExprPtr& e) {
  const bool divides = e->kind == ExprKind::binary && e->text == "/" && e->id == 0;
  return e->kind == ExprKind::scalar || (divides && is_fixed(polynomial(e->parts[0])));
}

bool is_of_counts(const Polynomial& p) {
  return std::all_of(p.terms.begin(), p.terms.end(), [](const Term& term) {
    return std::all_of(term.factors.begin(), term.factors.end(), is_count);
  });
}

/// The least or the greatest value of an offset; nothing where it is no sum over indices with fixed bounds.
std::optional<Polynomial> extreme(const Polynomial& offset, const std::vector<Loop>& loops, bool greatest) {
  Polynomial out;
  for (const Term& term : offset.terms) {
    Polynomial product = constant(term.coefficient);
    int indices = 0;
    for (const ExprPtr& factor : term.factors) {
      if (is_count(factor)) {
        product = product * polynomial(factor);
        continue;
      }
      if (factor->kind != ExprKind::index || ++indices > 1) return std::nullopt;
      const Loop& loop = loops.at(static_cast<std::size_t>(factor->id));
      const bool last = (term.coefficient > 0) == greatest;
      const Polynomial bound = last ? polynomial(loop.upper) + constant(-1) : polynomial(loop.lower);
      if (!is_of_counts(bound)) return std::nullopt;
      product = product * bound;
    }
    out = out + product;
  }
  return out;
}

bool is_above(const Polynomial& a, const Polynomial& b, const std::vector<Loop>& loops) {
  const auto least = extreme(a, loops, false), greatest = extreme(b, loops, true);
  if (!least || !greatest) return false;
  const Polynomial between = *least + constant(-1) * *greatest + constant(-1);
  return std::all_of(between.terms.begin(), between.terms.end(),
                     [](const Term& term) { return term.coefficient >= 0; });
}

}  // namespace

bool surely_apart(const ExprPtr& a, const ExprPtr& b, const std::vector<Loop>& loops) {
  const Polynomial p = polynomial(a), q = polynomial(b);
  return is_above(p, q, loops) || is_above(q, p, loops);
}

bool may_meet(const Polynomial& a, const Polynomial& b, const std::vector<Loop>& loops) {
  if (is_above(a, b, loops) || is_above(b, a, loops)) return false;
  long long step = 0, between = 0;
  for (const auto& [p, sign] : {std::pair(&a, -1), std::pair(&b, 1)})
    for (const Term& term : p->terms)
      if (term.factors.empty())
        between += sign * term.coefficient;
      else
        step = std::gcd(step, term.coefficient);
  return step == 0 ? between == 0 : between % step == 0;
}

}  // namespace insum::nest
