#include "passes/row_sum.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

using Loops = std::vector<const For*>;

/// The loops of `body` that stand around a statement for which `is_it` holds; nothing: there is none.
std::optional<Loops> loops_around(const Body& body, const std::function<bool(const StmtPtr&)>& is_it) {
  for (const StmtPtr& stmt : body) {
    if (is_it(stmt)) return Loops{};
    const auto* loop = get_if<For>(stmt);
    const auto* branch = get_if<If>(stmt);
    if (!loop && !branch) continue;
    std::optional<Loops> inner = loops_around(loop ? loop->body : branch->body, is_it);
    if (!inner) continue;
    if (loop) inner->insert(inner->begin(), loop);
    return inner;
  }
  return std::nullopt;
}

}  // namespace

bool RowSum::take_apart() {
  bool good = true;
  for_each_stmt(rows_.body, [&](const StmtPtr& s) {
    if (const auto* n = get_if<Declare>(s)) {
      if (n->constant) constants_.push_back(n);
    } else if (const auto* n = get_if<For>(s)) {
      if (is_over_entries(*n)) entries_.push_back(n);
    } else {
      good &= get_if<Update>(s) || get_if<Continue>(s) || get_if<Comment>(s) || get_if<If>(s);
    }
  });
  return good && entries_.size() == 1 && has_one_sum() && has_one_element() && has_loops_around() &&
         has_no_other_positions();
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
  return good && sum_ && size_in_bytes(sum_->target->type.element) > 0;
}

bool RowSum::has_one_element() {
  int others = 0;
  for_each_stmt(rows_.body, [&](const StmtPtr& s) {
    const auto* n = get_if<Update>(s);
    if (!n || n == sum_) return;
    const auto* place = get_if<Load>(n->target);
    if (place && get_if<Name>(place->array) && !element_)
      element_ = n;
    else
      ++others;
  });
  return element_ && others == 0 && is_used_alone() && loads_of(get_if<Load>(element_->target)->array) == 1;
}

bool RowSum::has_loops_around() {
  const std::string& variable = get_if<Name>(sum_->target)->text;
  const auto begin = loops_around(rows_.body, [&](const StmtPtr& s) {
    const auto* n = get_if<Declare>(s);
    return n && n->name == variable;
  });
  const auto entries = loops_around(rows_.body,
                                    [&](const StmtPtr& s) { return get_if<For>(s) == entries_.front(); }),
             end = loops_around(rows_.body, [&](const StmtPtr& s) { return get_if<Update>(s) == element_; });
  if (!begin || begin != entries || begin != end) return false;
  around_ = *begin;
  return std::all_of(around_.begin(), around_.end(), [&](const For* loop) {
    return host_.knows(loop->begin) && host_.knows(loop->end) && !loop->step && loop->axis == Axis::none;
  });
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
