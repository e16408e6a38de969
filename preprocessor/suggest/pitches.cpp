#include <algorithm>

#include "suggest/views.h"

namespace insum::suggest {

using nest::Expr;
using nest::ExprKind;
using nest::ExprPtr;
using nest::Polynomial;
using nest::Term;

namespace {

struct Division {
  Polynomial quotient, rest;
};

/// By a sum whose term of most factors leads.
Division divided(Polynomial rest, const Polynomial& by) {
  constexpr int most_steps = 32;
  const Term& leading = *std::max_element(by.terms.begin(), by.terms.end(), [](const Term& a, const Term& b) {
    return a.factors.size() < b.factors.size();
  });
  Division out;
  for (int step = 0; step < most_steps; ++step) {
    const auto term = std::find_if(rest.terms.begin(), rest.terms.end(), [&](const Term& each) {
      return nest::quotient(each, leading).coefficient != 0;
    });
    if (term == rest.terms.end()) break;
    const Polynomial part{{nest::quotient(*term, leading)}};
    out.quotient = out.quotient + part;
    rest = rest + nest::constant(-1) * part * by;
  }
  out.rest = std::move(rest);
  return out;
}

bool has_negative(const Polynomial& p) {
  return std::any_of(p.terms.begin(), p.terms.end(), [](const Term& t) { return t.coefficient < 0; });
}

class Pitches {
 public:
  explicit Pitches(const nest::Nest& nest) : out_{nest, {}, {}} {}

  Views run() {
    nest::each_expression(out_.nest, [this](ExprPtr& e) { replace(e); });
    return std::move(out_);
  }

 private:
  void replace(ExprPtr& e) {
    Expr out = *e;
    for (ExprPtr& each : out.parts) replace(each);
    if (is_moving_element(e)) out.parts[0] = nest::expression(written(nest::polynomial(out.parts[0])));
    e = std::make_shared<const Expr>(std::move(out));
  }

  /// What the offset multiplies its indices by, as products of what others are multiplied by.
  Polynomial written(const Polynomial& offset) {
    std::vector<std::pair<ExprPtr, Polynomial>> moving;
    Polynomial fixed;
    for (const Term& term : offset.terms) {
      Term rest{term.coefficient, {}};
      ExprPtr index;
      for (const ExprPtr& factor : term.factors) {
        if (moves(factor) && index) return offset;
        (moves(factor) ? index : rest.factors.emplace_back()) = factor;
      }
      if (!index) {
        fixed = fixed + Polynomial{{rest}};
        continue;
      }
      const auto known = std::find_if(moving.begin(), moving.end(), [&](const auto& each) {
        return nest::print(each.first) == nest::print(index);
      });
      if (known == moving.end())
        moving.emplace_back(index, Polynomial{{rest}});
      else
        known->second = known->second + Polynomial{{rest}};
    }
    by_.clear();
    for (const auto& [index, by] : moving) by_.push_back(by);
    std::stable_sort(by_.begin(), by_.end(), [](const Polynomial& a, const Polynomial& b) {
      return a.terms.size() > b.terms.size();
    });
    if (by_.empty() || by_.front().terms.size() < 2) return offset;
    Polynomial out;
    for (const auto& [index, by] : moving) out = out + Polynomial{{product(by)}} * Polynomial{{{1, {index}}}};
    for (const Polynomial& by : by_) {
      if (by.terms.size() < 2) break;
      const Division parts = divided(fixed, by);
      if (has_negative(parts.rest)) continue;
      out = out + parts.quotient * Polynomial{{product(by)}};
      fixed = parts.rest;
    }
    return out + fixed;
  }

  /// A sum of sizes as a product of other distances of the offset and of one factor that stands for the rest.
  Term product(const Polynomial& sum) {
    if (sum.terms.size() == 1) return sum.terms[0];
    for (const Polynomial& by : by_) {
      const bool is_one = by.terms.size() == 1 && by.terms[0].factors.empty();
      if (is_one || by.terms.size() >= sum.terms.size()) continue;
      const Division parts = divided(sum, by);
      if (!parts.rest.terms.empty() || parts.quotient.terms.empty()) continue;
      return (Polynomial{{product(by)}} * Polynomial{{product(parts.quotient)}}).terms[0];
    }
    const std::string text = nest::text(sum);
    out_.pitches[text] = sum;
    return {1, {nest::make(ExprKind::scalar, text)}};
  }

  Views out_;
  std::vector<Polynomial> by_;  // what the offset's indices are multiplied by, the longest sum first
};

}  // namespace

Views with_pitches(const nest::Nest& nest) { return Pitches(nest).run(); }

}  // namespace insum::suggest
