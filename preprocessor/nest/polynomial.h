// Offsets and bounds as sums of products, in which they can be compared and taken apart.
#pragma once
#include "nest/loop_nest.h"

namespace insum::nest {

/// coefficient * factors. Factors are no sums and no numbers; they stand in the order of their printed form.
struct Term {
  long long coefficient = 0;
  std::vector<ExprPtr> factors;
};

/// Terms with different factors, in the order in which they were written.
struct Polynomial {
  std::vector<Term> terms;
};

Polynomial polynomial(const ExprPtr& expr);
Polynomial constant(long long value);
Polynomial operator+(Polynomial a, const Polynomial& b);
Polynomial operator*(const Polynomial& a, const Polynomial& b);
bool same(const Polynomial& a, const Polynomial& b);
bool same_factors(const Term& a, const Term& b);
/// a / b, where that is a product again; coefficient 0: it is not.
Term quotient(const Term& a, const Term& b);

ExprPtr expression(const Polynomial& p);
/// C++, of factors that are scalars.
std::string text(const Polynomial& p);
/// No loop's index and no array in it.
bool is_fixed(const Polynomial& p);

}  // namespace insum::nest
