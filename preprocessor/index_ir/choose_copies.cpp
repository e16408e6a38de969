#include "index_ir/choose_copies.h"

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>

#include "index_ir/algebra.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

constexpr std::size_t most_permuted = 6;  // indices of which all orders are tried
constexpr std::size_t most_combined = 4;  // operands of which all combinations are tried

using Order = std::vector<Var>;

std::size_t place(const Order& order, const Var& var) {
  return static_cast<std::size_t>(std::find(order.begin(), order.end(), var) - order.begin());
}

/// The index that a level stores coordinates of; null where a loop need not walk it.
Var walked(const Access& access, std::size_t level) {
  const Level& l = access.tensor->levels[level].level;
  if (can_locate(l) || l.mode.kind == LevelMode::Kind::difference) return nullptr;
  return as_var(access.subscripts[static_cast<std::size_t>(l.mode.mode)]);
}

std::vector<Var> variables_above(const Access& access, std::size_t level) {
  std::vector<Var> vars;
  for (std::size_t l = 0; l < level; ++l)
    for (const Var& var :
         variables_of(access.subscripts[static_cast<std::size_t>(access.tensor->levels[l].level.mode.mode)]))
      vars.push_back(var);
  return vars;
}

bool is_in(const Clause& clause, const Access& access) {
  return std::any_of(clause.begin(), clause.end(), [&](const Access& one) { return equal(one, access); });
}

/// Indices (outer, inner) of levels whose loops `order` turns around.
std::optional<std::pair<Var, Var>> turned(const Access& access, const Order& order) {
  for (std::size_t l = 1; l < access.tensor->levels.size(); ++l)
    if (const Var inner = walked(access, l))
      for (const Var& outer : variables_above(access, l))
        if (outer != inner && place(order, inner) < place(order, outer)) return std::pair{outer, inner};
  return std::nullopt;
}

std::string why_not_searched(const TensorNode& tensor) {
  for (const TensorLevel& level : tensor.levels)
    if (!level.level.ordered)
      return "its coordinates are in no order, in which they cannot be met with those of others";
  if (may_hold_duplicates(tensor)) return "a coordinate may be stored several times";
  return "its levels (" + tensor.format_name + ") cannot be merged with those of others";
}

class Chooser {
 public:
  explicit Chooser(const CopyQuestion& question)
      : question_(question), nest_(question.nest), accesses_(sparse_accesses(nest_.body)) {
    for (const Access& access : accesses_) {
      required_.push_back(std::any_of(
          question_.clauses.begin(), question_.clauses.end(),
          [&](const Clause& clause) { return clause.size() == 1 && equal(clause.front(), access); }));
      optional_.push_back(std::none_of(question_.clauses.begin(), question_.clauses.end(),
                                       [&](const Clause& clause) { return is_in(clause, access); }));
      reasons_.push_back(
          needs_copy(nest_, access, question_.program.ieee) ? why_apart(*access.tensor)
          : is_selected(access)
              ? "where it stores nothing it has a value, and its subscripts have to be searched"
              : "");
    }
    if (accesses_.size() > 1) spare_leader();
  }

  std::vector<Copy> run() {
    product_ = question_.faster && is_product();
    leads_ = question_.leads && std::find(optional_.begin(), optional_.end(), true) != optional_.end();
    const bool needed =
        std::any_of(reasons_.begin(), reasons_.end(), [](const std::string& why) { return !why.empty(); });
    if (accesses_.empty() || (!needed && !product_ && !leads_ && !question_.clash)) return {};
    for_each_order([&](const Order& order) {
      if (follows_requests(order)) consider(order);
    });
    if (!best_) for_each_order([&](const Order& order) { consider(order); });
    if (!best_) return {};
    std::vector<Copy> copies = copies_of(*best_);
    if (copies.empty() && question_.clash) {  // for a reason that is not seen here: the same order for all
      for (std::size_t a = 0; a < accesses_.size(); ++a)
        best_->copied[a] = !goes_along(nest_.left, accesses_[a]);
      copies = copies_of(*best_);
    }
    return copies;
  }

 private:
  struct Plan {
    Order order;
    std::vector<bool> copied;
    std::size_t roots = 0, modes = 0, early = 0;
    bool scattered = false;
  };

  static std::string why_apart(const TensorNode& tensor) {
    return may_hold_duplicates(tensor) ? "an entry may be stored in parts, whose sum the term needs"
                                       : "it stores one triangle, and other operands the whole";
  }

  /// Some of its entries are picked by a condition. What is summed up that way would start at the operator's
  /// identity, and not at the fill value.
  bool is_selected(const Access& access) const {
    if (is_searched_by_mode(*access.tensor) ||
        known_value(neutral_of(nest_)) == known_value(identity_of(nest_.op, nest_.left.tensor->type)))
      return false;
    std::set<Var> distinct;
    for (const ExprPtr& subscript : access.subscripts)
      if (const Var var = as_var(subscript)) distinct.insert(var);
    return distinct.size() < access.subscripts.size();
  }

  /// One operand that cannot be searched may lead the loops, where it is stored at every point that matters.
  void spare_leader() {
    std::optional<std::size_t> leader;
    for (const bool pattern : {true, false})
      for (std::size_t a = 0; a < accesses_.size(); ++a)
        if (!leader && required_[a] && reasons_[a].empty() && !is_searched_by_mode(*accesses_[a].tensor) &&
            goes_along(nest_.left, accesses_[a]) == pattern)
          leader = a;
    for (std::size_t a = 0; a < accesses_.size(); ++a)
      if (a != leader && reasons_[a].empty() && !is_searched_by_mode(*accesses_[a].tensor))
        reasons_[a] = why_not_searched(*accesses_[a].tensor);
  }

  /// Entries of several operands that are multiplied and summed into a result that is built.
  bool is_product() const {
    if (!nest_.left.tensor->assembled || accesses_.size() < 2) return false;
    for (std::size_t a = 0; a < accesses_.size(); ++a)
      if (!required_[a] && !optional_[a]) return false;
    const std::vector<Var> result = variables_of(nest_.left);
    return std::any_of(nest_.vars.begin(), nest_.vars.end(), [&](const Var& var) {
      return std::find(result.begin(), result.end(), var) == result.end();
    });
  }

  /// The indices that a reorder names stand as it says.
  bool follows_requests(const Order& order) const {
    for (const std::vector<std::string>& names : question_.program.requests.orders) {
      std::size_t last = 0;
      for (const std::string& name : names) {
        const auto var =
            std::find_if(order.begin(), order.end(), [&](const Var& v) { return v->name == name; });
        if (var == order.end()) continue;
        const auto at = static_cast<std::size_t>(var - order.begin());
        if (at < last) return false;
        last = at;
      }
    }
    return true;
  }

  /// Calls `visit` with orders of all indices, first that of the result with what is reduced inside.
  void for_each_order(const std::function<void(const Order&)>& visit) const {
    Order preferred;
    const auto add = [&](const std::vector<Var>& vars) {
      for (const Var& var : vars)
        if (place(preferred, var) == preferred.size() && place(nest_.vars, var) < nest_.vars.size())
          preferred.push_back(var);
    };
    for (const ExprPtr& subscript : levels_of_result()) add(variables_of(subscript));
    add(nest_.vars);
    if (preferred.size() > most_permuted) {
      visit(preferred);
      for (const Access& access : accesses_) visit(starting_with(access, preferred));
      return;
    }
    std::vector<std::size_t> numbers(preferred.size());
    for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] = n;
    do {
      Order order;
      for (const std::size_t n : numbers) order.push_back(preferred[n]);
      visit(order);
    } while (std::next_permutation(numbers.begin(), numbers.end()));
  }

  static Order starting_with(const Access& access, const Order& preferred) {
    Order order = variables_above(access, access.tensor->levels.size());
    std::erase_if(order, [&](const Var& var) { return place(preferred, var) == preferred.size(); });
    for (const Var& var : preferred)
      if (place(order, var) == order.size()) order.push_back(var);
    Order once;
    for (const Var& var : order)
      if (place(once, var) == once.size()) once.push_back(var);
    return once;
  }

  std::vector<ExprPtr> levels_of_result() const {
    if (nest_.left.tensor->dense) return nest_.left.subscripts;
    std::vector<ExprPtr> list;
    for (const TensorLevel& level : nest_.left.tensor->levels)
      list.push_back(nest_.left.subscripts[static_cast<std::size_t>(level.level.mode.mode)]);
    return list;
  }

  void consider(const Order& order) {
    Plan plan{order, std::vector<bool>(accesses_.size(), false)};
    std::vector<std::size_t> choices;  // operands that may be copied or not
    for (std::size_t a = 0; a < accesses_.size(); ++a) {
      const bool against = turned(accesses_[a], order).has_value();
      const bool searched = required_[a] && is_searched_by_mode(*accesses_[a].tensor);
      plan.copied[a] = !reasons_[a].empty() || (against && !searched);
      if (plan.copied[a] && goes_along(nest_.left, accesses_[a])) return;
      const bool may_help = (product_ && (against || scatters(a, order))) || (leads_ && against);
      if (!plan.copied[a] && may_help) choices.push_back(a);
    }
    const std::size_t combinations = choices.size() > most_combined ? 2 : std::size_t{1} << choices.size();
    for (std::size_t c = 0; c < combinations; ++c) {
      Plan some = plan;
      for (std::size_t n = 0; n < choices.size(); ++n)
        some.copied[choices[n]] = choices.size() > most_combined ? c == 1 : (c >> n & 1U) != 0;
      rate(some);
      if (!best_ || key(some) < key(*best_)) best_ = std::move(some);
    }
  }

  std::tuple<std::size_t, std::size_t, std::size_t, bool, std::size_t> key(const Plan& plan) const {
    if (product_ && question_.program.requests.scatters)
      return {plan.roots, 0, plan.modes, plan.scattered, plan.early};
    if (product_) return {plan.roots, plan.scattered, plan.modes, false, plan.early};
    return {leads_ ? plan.roots : 0, 0, plan.modes, plan.scattered, plan.early};
  }

  void rate(Plan& plan) const {
    for (const Var& var : plan.order) plan.roots += !is_narrowed(plan, var);
    plan.scattered = !follows_result(plan.order);
    for (std::size_t a = 0; a < accesses_.size(); ++a) {
      plan.scattered |= !plan.copied[a] && scatters(a, plan.order);
      if (!plan.copied[a]) continue;
      plan.modes += accesses_[a].subscripts.size();
      plan.early += accesses_.size() - a;
    }
  }

  /// The loop over `var` takes those coordinates that operands store below what outer loops chose: one that
  /// every point needs, or all of which it needs one.
  bool is_narrowed(const Plan& plan, const Var& var) const {
    return std::any_of(question_.clauses.begin(), question_.clauses.end(), [&](const Clause& clause) {
      for (std::size_t a = 0; a < accesses_.size(); ++a)
        if (is_in(clause, accesses_[a]) && !narrows(a, plan, var)) return false;
      return true;
    });
  }

  bool narrows(std::size_t a, const Plan& plan, const Var& var) const {
    const Access& access = accesses_[a];
    const auto before = [&](const Var& other) { return place(plan.order, other) < place(plan.order, var); };
    if (plan.copied[a]) {
      const std::vector<Var> vars = variables_of(access);
      const bool walks = std::any_of(access.subscripts.begin(), access.subscripts.end(),
                                     [&](const ExprPtr& subscript) { return as_var(subscript) == var; });
      return walks && std::any_of(vars.begin(), vars.end(), before);
    }
    for (std::size_t l = 1; l < access.tensor->levels.size(); ++l) {
      if (walked(access, l) != var) continue;
      const std::vector<Var> above = variables_above(access, l);
      if (!above.empty() && std::all_of(above.begin(), above.end(), before)) return true;
    }
    return false;
  }

  /// The outermost loops are those of all levels of the result but the last.
  bool follows_result(const Order& order) const {
    const std::vector<ExprPtr> levels = levels_of_result();
    for (std::size_t l = 0; l + 1 < levels.size(); ++l)
      if (l >= order.size() || as_var(levels[l]) != order[l]) return false;
    return nest_.left.tensor->dense ||
           std::all_of(
               nest_.left.tensor->levels.begin(), nest_.left.tensor->levels.end(),
               [](const TensorLevel& level) { return level.level.mode.kind == LevelMode::Kind::plain; });
  }

  /// The operand leads one of those loops, and gives a coordinate several times or in no order.
  bool scatters(std::size_t a, const Order& order) const {
    const Access& access = accesses_[a];
    const std::size_t rows = levels_of_result().size();
    for (std::size_t l = 0; l < access.tensor->levels.size(); ++l) {
      const Var var = walked(access, l);
      if (!var || place(order, var) + 1 >= rows) continue;
      if (!keeps_order(*access.tensor) || !access.tensor->levels[l].level.unique) return true;
    }
    return false;
  }

  std::vector<Copy> copies_of(const Plan& plan) const {
    std::vector<Copy> list;
    for (std::size_t a = 0; a < accesses_.size(); ++a) {
      if (!plan.copied[a]) continue;
      const Access& access = accesses_[a];
      Copy copy{access, {}, reasons_[a]};
      for (std::size_t m = 0; m < access.subscripts.size(); ++m) copy.modes.push_back(m);
      const auto last = [&](std::size_t mode) {
        std::size_t at = 0;
        for (const Var& var : variables_of(access.subscripts[mode]))
          at = std::max(at, place(plan.order, var) + 1);
        return at;
      };
      std::stable_sort(copy.modes.begin(), copy.modes.end(),
                       [&](std::size_t x, std::size_t y) { return last(x) < last(y); });
      if (copy.why.empty()) copy.why = why_ordered(access, plan);
      list.push_back(std::move(copy));
    }
    return list;
  }

  /// Who has the loop over `outer` outside of that over `inner`: an operand that is read as it is, or a
  /// command.
  std::string asked_by(const Var& outer, const Var& inner, const Plan& plan) const {
    for (std::size_t a = 0; a < accesses_.size(); ++a)
      for (std::size_t l = 1; !plan.copied[a] && l < accesses_[a].tensor->levels.size(); ++l) {
        const std::vector<Var> above = variables_above(accesses_[a], l);
        if (walked(accesses_[a], l) == inner && place(above, outer) < above.size())
          return ", as " + to_string(accesses_[a]) + " is stored";
      }
    for (const std::vector<std::string>& names : question_.program.requests.orders) {
      const auto first = std::find(names.begin(), names.end(), outer->name);
      if (first != names.end() && std::find(first, names.end(), inner->name) != names.end())
        return ", as the schedule says";
    }
    return "";
  }

  std::string why_ordered(const Access& access, const Plan& plan) const {
    if (const auto pair = turned(access, plan.order)) {
      const std::string orders = "it is stored by " + pair->first->name + ", then " + pair->second->name +
                                 ", and the loops run " + pair->second->name + " outside of " +
                                 pair->first->name + asked_by(pair->second, pair->first, plan);
      return product_ || leads_ ? orders + ", so that they meet stored entries only" : orders;
    }
    if (!product_) return "its order clashes with that of others";
    return "so that " + nest_.left.tensor->name + " is built row by row";
  }

  const CopyQuestion& question_;
  const Nest& nest_;
  std::vector<Access> accesses_;
  std::vector<bool> required_;        // stored at every point that matters
  std::vector<bool> optional_;        // not stored at some of them, and no reason for any
  std::vector<std::string> reasons_;  // for a copy whatever the order; "" for none
  bool product_ = false;
  bool leads_ = false;  // the operands that points need lead the loops, and not those that may be missing
  std::optional<Plan> best_;
};

}  // namespace

bool needs_copy(const Nest& nest, const Access& access, bool ieee) {
  const bool half = access.tensor->symmetry != Symmetry::none && sparse_accesses(nest.body).size() > 1;
  if (!half && !may_hold_duplicates(*access.tensor)) return false;
  if (nest.op != Op::add || !is_linear_in(nest.body, access)) return true;
  // Each half lacks what the other stores: sums may take in nothing there.
  return half && !vanishes_without(nest.body, {access}, unchanging_of(nest), ieee);
}

std::vector<Copy> choose_copies(const CopyQuestion& question) { return Chooser(question).run(); }

}  // namespace insum::index
