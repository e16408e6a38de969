#include "passes/row_sum.h"

#include <set>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

bool has_exact_updates(const Type& type) {
  using E = ElementType;
  return type.spelling.empty() && (type.element == E::f32 || type.element == E::f64 ||
                                   type.element == E::i32 || type.element == E::i64);
}

}  // namespace

bool RowSum::take_apart() {
  bool good = true;
  for_each_stmt(rows_.body, [&](const StmtPtr& s) {
    if (const auto* n = get_if<Declare>(s)) {
      if (n->constant) constants_.push_back(n);
    } else if (const auto* n = get_if<For>(s)) {
      if (is_over_entries(*n)) entries_.push_back(s);
    } else {
      good &= get_if<Update>(s) || get_if<Continue>(s) || get_if<Comment>(s) || get_if<If>(s);
    }
  });
  return good && entries_.size() == 1 && has_one_sum() && has_one_element() && has_no_other_positions();
}

bool RowSum::is_over_entries(const For& loop) {
  const auto found = positions_of_entries(loop, rows_.var, constants_);
  if (found) positions_ = *found;
  return found.has_value();
}

bool RowSum::has_one_sum() {
  bool good = true;
  for_each_stmt(entries().body, [&](const StmtPtr& s) {
    const auto* n = get_if<Update>(s);
    if (!n) return;
    const auto* variable = get_if<Name>(n->target);
    good &= variable && !sum_ && n->op != Combine::store && !n->target->pack;
    if (good) sum_ = n;
  });
  return good && sum_ && has_exact_updates(sum_->target->type);
}

bool RowSum::is_linear(const ExprPtr& value) const {
  if (sum_->op != Combine::add) return equal(value, sum_->target);
  const std::set<std::string> sum = {get_if<Name>(sum_->target)->text};
  const auto* kept = get_if<Call>(value);
  const bool checked = kept && kept->function == "insum::rt::kept_if";
  const auto* product = get_if<Binary>(checked ? kept->arguments[1] : value);
  if (!product || product->op != "*") return equal(value, sum_->target);
  return equal(product->right, sum_->target) && !uses(product->left, sum) &&
         (checked || get_if<Literal>(product->left));
}

bool RowSum::has_one_element() {
  int others = 0;
  for_each_stmt(rows_.body, [&](const StmtPtr& s) {
    const auto* n = get_if<Update>(s);
    if (!n || n == sum_) return;
    const bool whole = get_if<Load>(n->target) && n->target->type == sum_->target->type &&
                       is_linear(n->value) && (n->op == Combine::store || n->op == sum_->op);
    if (whole && !element_)
      element_ = n;
    else
      ++others;
  });
  return element_ && others == 0 && is_used_alone() && loads_of(get_if<Load>(element_->target)->array) == 1;
}

bool RowSum::is_used_alone() const {
  int count = 0, own = 1;
  const auto count_in = [&](const auto& where, int& n) {
    for_each_expr(where, [&](const ExprPtr& e) { n += get_if<Name>(e) && equal(e, sum_->target); });
  };
  count_in(rows_.body, count), count_in(element_->value, own);
  return count == own;
}

int RowSum::loads_of(const ExprPtr& array) const {
  int count = 0;
  for_each_expr(rows_.body, [&](const ExprPtr& e) {
    const auto* load = get_if<Load>(e);
    count += load && equal(load->array, array);
  });
  return count;
}

}  // namespace insum::passes
