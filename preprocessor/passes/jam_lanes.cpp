#include "passes/jam_lanes.h"

#include <algorithm>
#include <map>
#include <vector>

#include "loop_ir/rewrite.h"
#include "support/internal_error.h"

namespace insum::passes {

using namespace loops;

namespace {

class Jam {
 public:
  /// Without names to take: whether it can be done is found out, and the statements are of no use.
  Jam(const For& loop, const std::set<std::string>& sums, std::set<std::string>* taken)
      : sums_(sums), taken_(taken) {
    copies_.resize(jammed);
    vary(loop.var);
  }

  Body run(const Body& list) {
    Body out;
    for (const StmtPtr& stmt : list) add(stmt, out);
    return out;
  }

  const std::string& copy_of(const std::string& variable, int n) const {
    return copies_[static_cast<std::size_t>(n)].at(variable);
  }
  bool is_possible() const { return possible_; }
  bool pays() const { return sums_.empty() ? shared_loads_ : own_loads_ && !has_loops_; }

 private:
  /// This variable has a value for each iteration.
  void vary(const std::string& variable) {
    varying_.insert(variable);
    for (int n = 0; n < jammed; ++n)
      copies_[static_cast<std::size_t>(n)][variable] =
          n == 0 || !taken_ ? variable : fresh_name(variable + "_" + std::to_string(n), *taken_);
  }

  void add(const StmtPtr& stmt, Body& out) {
    if (const auto* n = get_if<Declare>(stmt)) {
      if (n->constant && !uses(n->value, varying_)) {
        note_loads(stmt);
        return out.push_back(stmt);
      }
      vary(n->name);
      return add_copies(stmt, out);
    }
    if (const auto* n = get_if<For>(stmt)) return add_loop(*n, out);
    if (get_if<Comment>(stmt)) return out.push_back(stmt);
    const auto* update = get_if<Update>(stmt);
    const auto* effect = get_if<Effect>(stmt);
    possible_ &= (update && (uses(update->target, varying_) || is_sum(*update))) ||
                 (effect && uses(effect->call, varying_)) ||
                 (get_if<ScatterUpdate>(stmt) && uses(get_if<ScatterUpdate>(stmt)->offset, varying_)) ||
                 (get_if<If>(stmt) && is_simple(*get_if<If>(stmt)));
    add_copies(stmt, out);
  }

  bool is_sum(const Update& n) const {
    const auto* variable = get_if<Name>(n.target);
    return variable && sums_.count(variable->text) > 0;
  }

  void add_loop(const For& n, Body& out) {
    has_loops_ = true;
    possible_ &= !uses(n.begin, varying_) && !uses(n.end, varying_) && n.axis == Axis::none && !n.registers &&
                 !n.simd && !n.width && (!n.step || !uses(n.step, varying_));
    For loop = n;
    ++depth_;
    loop.body = run(n.body);
    --depth_;
    out.push_back(make_stmt(std::move(loop)));
  }

  /// Nothing but statements of which each iteration has its own.
  static bool is_simple(const If& branch) {
    bool good = true;
    for_each_stmt(branch.body, [&](const StmtPtr& s) {
      good &= get_if<Update>(s) || get_if<ScatterUpdate>(s) || get_if<Effect>(s) || get_if<Comment>(s);
    });
    return good;
  }

  /// Loads that do not depend on the iteration, in a loop, and those that do.
  void note_loads(const StmtPtr& stmt) {
    for_each_expr(stmt, [&](const ExprPtr& e) {
      if (!get_if<Load>(e)) return;
      shared_loads_ |= depth_ > 0 && !uses(e, varying_);
      own_loads_ |= uses(e, varying_);
    });
  }

  void add_copies(const StmtPtr& stmt, Body& out) {
    note_loads(stmt);
    for (int n = 0; n < jammed; ++n) {
      const auto& names = copies_[static_cast<std::size_t>(n)];
      const Body renamed = rewrite_exprs({stmt}, [&](const ExprPtr& e) -> ExprPtr {
        const auto* variable = get_if<Name>(e);
        const auto found = variable ? names.find(variable->text) : names.end();
        return found == names.end() ? nullptr : name(found->second, e->type, e->pack);
      });
      if (const auto* declare = get_if<Declare>(renamed.front())) {
        Declare own = *declare;
        own.name = names.at(own.name);
        out.push_back(make_stmt(std::move(own)));
      } else {
        out.push_back(renamed.front());
      }
    }
  }

  const std::set<std::string>& sums_;
  std::set<std::string>* taken_;
  std::set<std::string> varying_;
  std::vector<std::map<std::string, std::string>> copies_;
  bool possible_ = true, shared_loads_ = false, own_loads_ = false, has_loops_ = false;
  int depth_ = 0;
};

}  // namespace

bool jams(const For& loop, const std::set<std::string>& sums) {
  Jam jam(loop, sums, nullptr);
  static_cast<void>(jam.run(loop.body));
  return jam.is_possible() && jam.pays();
}

Body jam(const For& loop, const std::set<std::string>& sums, const ExprPtr& distance,
         std::set<std::string>& taken) {
  Jam jam(loop, sums, &taken);
  Body out;
  for (int n = 1; n < jammed; ++n)
    out.push_back(make_stmt(Declare{Type{}, jam.copy_of(loop.var, n),
                                    add(name(jam.copy_of(loop.var, n - 1)), distance), true, ""}));
  for (StmtPtr& stmt : jam.run(loop.body)) out.push_back(std::move(stmt));
  internal_check(jam.is_possible(), "iterations that cannot be joined");
  return out;
}

}  // namespace insum::passes
