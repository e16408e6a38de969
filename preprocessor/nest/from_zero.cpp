#include "nest/from_zero.h"

#include "nest/polynomial.h"

namespace insum::nest {

namespace {

/// What the bound adds to 0, or to the element that it is read from.
long long start_of(const ExprPtr& lower) {
  long long start = 0;
  int elements = 0;
  for (const Term& term : polynomial(lower).terms) {
    const bool is_element =
        term.coefficient == 1 && term.factors.size() == 1 && term.factors[0]->kind == ExprKind::read;
    if (term.factors.empty())
      start = term.coefficient;
    else if (!is_element || ++elements > 1)
      return 0;
  }
  return start;
}

class Shift {
 public:
  explicit Shift(const std::vector<Loop>& loops) : loops_(loops) {}

  ExprPtr operator()(const ExprPtr& expr) const {
    if (expr->kind == ExprKind::index) {
      const long long start = loops_[static_cast<std::size_t>(expr->id)].start;
      return start == 0 ? expr : binary("+", expr, number(start));
    }
    Expr out = *expr;
    for (ExprPtr& part : out.parts) {
      part = (*this)(part);
      if (out.kind == ExprKind::read) part = expression(polynomial(part));
    }
    return std::make_shared<const Expr>(std::move(out));
  }

 private:
  const std::vector<Loop>& loops_;
};

}  // namespace

Nest from_zero(const Nest& nest) {
  Nest out = nest;
  bool changes = false;
  for (Loop& loop : out.loops) {
    loop.start = start_of(loop.lower);
    changes |= loop.start != 0;
  }
  if (!changes) return out;
  const Shift shift(out.loops);
  for (Loop& loop : out.loops)
    for (ExprPtr* bound : {&loop.lower, &loop.upper})
      *bound = expression(polynomial(shift(*bound)) + constant(-loop.start));
  each_expression(out, [&](ExprPtr& e) { e = shift(e); });
  return out;
}

}  // namespace insum::nest
