#include "schedule/considered.h"

#include <algorithm>
#include <set>

#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/count_work.h"
#include "schedule/dependence.h"
#include "schedule/weigh_loops.h"

namespace insum::schedule {

using namespace index;

namespace {

using Kind = Considered::Kind;
const std::string by_schedule = "as the schedule says";

/// What all loops together do: sums that replace what was there are `=`, as in the Einsum.
std::string statement_text(const Assign& assign) {
  const bool sets = assign.defines && assign.op == Op::add;
  return name_of_result(assign.left) + " " + to_string(sets ? Op::none : assign.op) + " " +
         to_string(assign.right);
}

std::size_t place(const std::vector<Var>& order, const Var& var) {
  return static_cast<std::size_t>(std::find(order.begin(), order.end(), var) - order.begin());
}

/// The choices of one nest.
class ChoicesOf {
 public:
  ChoicesOf(const Program& before, const Program& program, const Chain& told, const Chain& chain)
      : before_(before), program_(program), told_(told), chain_(chain), vars_(chain.vars()) {}

  std::vector<Considered::Choice> choices() {
    order();
    tiles();
    threads();
    return std::move(out_);
  }

 private:
  void add(Kind kind, bool chosen, const std::string& what, const std::string& why,
           std::optional<int> points = std::nullopt) {
    out_.push_back({kind, chosen, what, why, points});
  }

  /// Constraints that the storage of operands makes. A copy was made for the order that the loops have, and
  /// what is collected into a result may come in any.
  std::vector<OrderConstraint> constraints() const {
    std::vector<Access> accesses = index::sparse_accesses(chain_.assign.right);
    std::erase_if(accesses, [](const Access& access) { return !access.tensor->copy_of.empty(); });
    const TensorNode& left = *chain_.assign.left.tensor;
    if (!left.dense && (!left.assembled || left.keeps_pattern)) accesses.push_back(chain_.assign.left);
    return order_constraints(accesses, vars_, program_);
  }

  /// The order is the automatic one, of loops that no command made.
  bool has_own_order() const {
    if (std::any_of(vars_.begin(), vars_.end(), [&](const Var& v) { return !before_.ranges.count(v); }))
      return false;
    return preferred_order(chain_, program_, tile()).order == vars_;
  }

  Var tile() const {
    for (const Loop& loop : chain_.loops)
      if (loop.options.vector && !loop.options.told.valid()) return loop.var;
    return nullptr;
  }

  void order() {
    std::set<std::string> said;  // several operands may ask for the same
    add(Kind::order, true, "loop order " + names(vars_), has_own_order() ? why_order(said) : by_schedule);
    for (const OrderConstraint& c : constraints()) {
      if (said.count(c.why)) continue;
      const std::string what = "no order with " + c.then->name + " outside of " + c.first->name;
      if (said.insert(what + c.why).second) add(Kind::order, false, what, c.why);
    }
  }

  /// What is said of levels and ranges that keep the loops from the order that they would have is `said`.
  std::string why_order(std::set<std::string>& said) const {
    const Var tile = this->tile();
    const std::vector<Var> wished = preferred_order(chain_, program_, tile).wished,
                           result = variables_of(chain_.assign.left);
    const std::string left = name_of_result(chain_.assign.left);
    std::string against;
    const auto is_turned = [&](const OrderConstraint& c) {
      return place(wished, c.first) > place(wished, c.then);
    };
    for (const OrderConstraint& c : constraints()) {
      if (!is_turned(c) || !said.insert(c.why).second) continue;
      const std::string whose = contains(result, c.then) ? left
                                : c.then == tile         ? "the register tile"
                                                         : "the order of operands";
      against += (against.empty() ? "" : "; ") + whose + " asks for " + c.then->name + " outside of " +
                 c.first->name + ", but " + c.why;
    }
    if (!against.empty()) return against;
    const auto all = order_constraints(sparse_accesses(chain_), vars_, program_);
    if (std::any_of(all.begin(), all.end(), is_turned)) return "the one for which operands are copied";
    const auto is_result = [&](const Var& var) { return contains(result, var); };
    const auto kept = std::count_if(vars_.begin(), vars_.end(), is_result);
    if (kept == 0) return "all is reduced, in the order of the operands";
    const Var last = *std::find_if(vars_.rbegin(), vars_.rend(), is_result);
    const bool moved = tile && contains(result, tile) && last == tile && result.back() != tile;
    std::string why = "the result's indices as " + left + " has them";
    if (moved) why += ", the register tile last";
    if (static_cast<std::size_t>(kept) < vars_.size()) why += ", then what is reduced";
    return why;
  }

  /// Why no tile can be over a loop that operands are met in; "" where none is.
  std::string met_in(std::size_t loop) const {
    const Walk& walk = walks_[loop];
    if (walk.leaders.size() > 1) return "it merges " + describe(walk.leaders, " with ");
    if (!walk.leaders.empty()) return "it enumerates " + describe(walk.leaders);
    if (!driver_of(chain_, vars_[loop])) return "";
    for (const Walk& other : walks_)
      for (const AccessLevel& level : other.searched)
        if (uses(level.access.subscripts[level.level], vars_[loop]))
          return describe(level) + " is searched for its values";
    return "";
  }

  std::string why_no_tile(std::size_t l, const Var& tile, const Var& vector,
                          std::optional<int>& points) const {
    const Loop& loop = chain_.loops[l];
    if (loop.options.unroll > 1) return "the schedule unrolls it";
    if (vector) return "the schedule vectorizes " + vector->name;
    if (const std::string met = met_in(l); !met.empty()) return met;
    const Suits suits = suits_tile(chain_, loop.var, program_);
    if (tile_obstacle(chain_, loop.var, program_).empty()) points = suits.points;
    if (!suits.why.empty()) return suits.why;
    if (suits.points <= 0) return "no operand moves with it";
    return tile ? tile->name + " moves through more of the operands" : "the schedule left it without";
  }

  void tiles() {
    Var vector;
    for (const Loop& loop : chain_.loops) {
      if (!loop.options.told.valid()) continue;
      if (loop.options.vector) vector = loop.var;
      if (loop.options.unroll > 1)
        add(Kind::tile, true, loop.var->name + " unrolled by " + std::to_string(loop.options.unroll),
            by_schedule);
    }
    if (vector) add(Kind::tile, true, vector->name + " vectorized", by_schedule);
    const Var tile = this->tile();
    if (tile) {
      const bool possible = tile_obstacle(chain_, tile, program_).empty();
      add(Kind::tile, true, "register tile over " + tile->name,
          "values next to each other are loaded and stored at once",
          possible ? std::optional(suits_tile(chain_, tile, program_).points) : std::nullopt);
    }
    for (std::size_t l = 0; l < vars_.size(); ++l) {
      if (vars_[l] == tile || vars_[l] == vector) continue;
      std::optional<int> points;
      const std::string why = why_no_tile(l, tile, vector, points);
      add(Kind::tile, false, "no register tile over " + vars_[l]->name, why, points);
    }
  }

  void threads() {
    const auto parallel = std::find_if(chain_.loops.begin(), chain_.loops.end(),
                                       [](const Loop& loop) { return loop.options.parallel; });
    const auto at = static_cast<std::size_t>(parallel - chain_.loops.begin());
    for (std::size_t l = 0; l < chain_.loops.size(); ++l) {
      const Loop& loop = chain_.loops[l];
      const Var& var = loop.var;
      const bool apart = writes_apart(chain_, var, program_);
      if (loop.options.axis != Axis::none) {
        add(Kind::threads, true, var->name + " bound to " + to_string(loop.options.axis), by_schedule);
        continue;
      }
      if (l == at) {
        const std::string shares =
            apart ? "iterations write different elements"
            : loop.options.runs
                ? "entries with one " + var->name + " follow each other, and a thread has all of them"
                : "iterations share elements, which are combined";
        const bool told = told_.loops[l].options.parallel;
        add(Kind::threads, true, "threads over " + var->name,
            (told     ? by_schedule + "; "
             : l == 0 ? std::string("outermost") + (apart ? ", and " : "; ")
                      : "") +
                shares);
        continue;
      }
      std::string why = apart ? "" : "iterations share elements of the result";
      if (at < l)
        why += (why.empty() ? "" : ", and ") +
               ("they would be started in every iteration of " + chain_.loops[at].var->name);
      else if (at < chain_.loops.size())
        why = told_.loops[at].options.parallel ? "the schedule has threads over " + chain_.loops[at].var->name
                                               : "it has few iterations, which share elements of the result";
      else if (apart)
        why = "they would be started inside of other loops";
      add(Kind::threads, false, "no threads over " + var->name, why);
    }
  }

  const Program &before_, &program_;
  const Chain &told_, &chain_;
  const std::vector<Var> vars_;
  const std::vector<Walk> walks_ = walks_of(chain_);
  std::vector<Considered::Choice> out_;
};

}  // namespace

std::vector<Considered> considered(const Program& before, const Program& told, const Program& chosen) {
  const std::vector<Chain> written = chains_of(before), commanded = chains_of(told),
                           chains = chains_of(chosen);
  std::vector<Considered> out;
  for (std::size_t c = 0; c < chains.size(); ++c) {
    if (chains[c].loops.empty()) continue;
    const bool is_same = written.size() == chains.size();  // commands may make nests of their own
    out.push_back({statement_text((is_same ? written[c] : chains[c]).assign), count_work(chains[c], chosen),
                   ChoicesOf(before, chosen, commanded[c], chains[c]).choices()});
  }
  return out;
}

}  // namespace insum::schedule
