#include <algorithm>

#include "suggest/views.h"

namespace insum::suggest {

using nest::Expr;
using nest::ExprKind;
using nest::ExprPtr;

namespace {

/// Whether an offset is the entry that the loop is at, and a number.
bool is_at_entry(const ExprPtr& offset, int loop) {
  const auto terms = nest::polynomial(offset).terms;
  return std::any_of(terms.begin(), terms.end(), [&](const nest::Term& term) {
    return term.coefficient == 1 && term.factors.size() == 1 && term.factors[0]->kind == ExprKind::index &&
           term.factors[0]->id == loop;
  });
}

/// Offsets of the arrays that have an element for each entry of one loop.
struct OfEntries {
  ExprPtr coordinate;
  bool has_values = false;
};

void collect(const ExprPtr& e, int loop, bool subscripts, OfEntries& out) {
  if (e->kind == ExprKind::read && e->parts.size() == 1 && is_at_entry(e->parts[0], loop)) {
    if (subscripts && !out.coordinate) out.coordinate = e->parts[0];
    out.has_values = out.has_values || !subscripts;
  }
  for (const ExprPtr& part : e->parts) collect(part, loop, subscripts || e->kind == ExprKind::read, out);
}

bool has(const std::vector<int>& loops, int loop) {
  return std::find(loops.begin(), loops.end(), loop) != loops.end();
}

class Numbers {
 public:
  explicit Numbers(const nest::Nest& nest) : out_(nest) {}

  nest::Nest run() {
    for (std::size_t loop = 0; loop < out_.loops.size(); ++loop)
      if (is_over_entries(out_.loops[loop])) multiply(static_cast<int>(loop));
    return std::move(out_);
  }

 private:
  void multiply(int loop) {
    OfEntries entries;
    for (const nest::Assignment* each : nest::assignments(out_)) {
      collect(each->target, loop, false, entries);
      collect(each->value, loop, false, entries);
    }
    if (!entries.coordinate || entries.has_values) return;
    nest::Array one;
    one.text = "1";
    one.kind = nest::ArrayKind::number;
    one.element = "int";
    one_ = nest::make(ExprKind::read, "", {entries.coordinate}, static_cast<int>(out_.arrays.size()));
    out_.arrays.push_back(one);
    const auto in = [&](nest::Assignment& each) {
      if (has(each.around, loop) && each.op == "+")
        each.value = product(each.value);
      else
        each.value = with_factor(each.value, loop);
    };
    in(out_);
    for (nest::Assignment& other : out_.others) in(other);
  }

  ExprPtr product(const ExprPtr& e) const { return nest::make(ExprKind::binary, "*", {one_, e}); }

  /// In sums over the loop.
  ExprPtr with_factor(const ExprPtr& e, int loop) const {
    Expr out = *e;
    const bool is_sum = e->kind == ExprKind::reduce && e->text == "+" && has(e->loops, loop);
    for (ExprPtr& part : out.parts) part = is_sum ? product(part) : with_factor(part, loop);
    return std::make_shared<const Expr>(std::move(out));
  }

  nest::Nest out_;
  ExprPtr one_;
};

}  // namespace

bool is_over_entries(const nest::Loop& loop) {
  const ExprPtr &lower = loop.lower, &upper = loop.upper;
  return lower->kind == ExprKind::read && upper->kind == ExprKind::read && lower->id == upper->id &&
         lower->parts.size() == 1 && upper->parts.size() == 1 &&
         nest::same(nest::polynomial(upper->parts[0]), nest::polynomial(lower->parts[0]) + nest::constant(1));
}

nest::Nest with_numbers(const nest::Nest& nest) { return Numbers(nest).run(); }

}  // namespace insum::suggest
