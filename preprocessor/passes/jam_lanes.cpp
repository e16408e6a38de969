#include "passes/jam_lanes.h"

#include <algorithm>
#include <map>
#include <vector>

#include "loop_ir/rewrite.h"
#include "loop_ir/words.h"
#include "support/internal_error.h"

namespace insum::passes {

using namespace loops;

namespace {

const std::string atomic_sum = "insum::rt::cuda::atomic_update<" + op_tag(Combine::add) + ">";

bool is_logical(const Binary& n) { return n.op == "&&" || n.op == "||"; }

class Jam {
 public:
  /// Without names to take: whether it can be done is found out, and the statements are of no use. With
  /// `accesses` the iterations that make a vector are neighbours.
  Jam(const For& loop, int count, const std::set<std::string>& sums, std::set<std::string>* taken,
      VectorAccesses* accesses = nullptr)
      : sums_(sums), taken_(taken), accesses_(accesses), width_(accesses ? accesses->width() : 1) {
    copies_.resize(static_cast<std::size_t>(count));
    vary(loop.var);
  }

  Body run(const Body& list) {
    Body out;
    for (const StmtPtr& stmt : list) add(stmt, out);
    return out;
  }

  /// The loop's variable in each iteration but the first: `distance` after that of the vector before.
  Body variables(const std::string& variable, const ExprPtr& distance) const {
    Body out;
    for (int n = 1; n < count(); ++n) {
      const bool begins_vector = n % width_ == 0;
      const ExprPtr before = name(copy_of(variable, begins_vector ? n - width_ : n - 1));
      out.push_back(make_stmt(Declare{Type{}, copy_of(variable, n),
                                      add_to(before, begins_vector ? distance : integer(1)), true, ""}));
    }
    return out;
  }

  /// Iterations may not be there, but for the first: for each whether it is, and then its variable.
  Body variables_within(const std::string& variable, const ExprPtr& distance, const ExprPtr& end,
                        Missing missing) {
    missing_ = missing;
    const Type boolean{ElementType::boolean, ""};
    const std::string left = fresh(variable + "_left");  // less than fill a vector for each lane
    Body out = {make_stmt(Declare{word, left, low_bits(sub(end, name(variable))), true, ""})};
    there_.resize(copies_.size());
    for (int n = 1; n < count(); ++n) {
      std::string& has = there_[static_cast<std::size_t>(n)];
      has = fresh("has_" + variable + "_" + std::to_string(n));
      const ExprPtr after = low_bits(mul(integer(n), distance)),
                    last = missing == Missing::loads_nothing
                               ? after
                               : make_expr(Ternary{name(has, boolean), after, low_bits(integer(0))}, word);
      const ExprPtr is_there = make_expr(Binary{"<", after, name(left, word)}, boolean);
      out.push_back(make_stmt(Declare{boolean, has, is_there, true, ""}));
      out.push_back(make_stmt(Declare{{}, copy_of(variable, n), loops::add(name(variable), last), true, ""}));
    }
    return out;
  }

  bool is_possible() const { return possible_; }
  bool pays() const { return sums_.empty() ? shared_loads_ : own_loads_ && !has_loops_; }
  /// Loops that load a vector at a time have a part of the iterations.
  bool pays_as_vectors() const { return pays() || (sums_.empty() && own_loads_in_loops_); }

 private:
  static ExprPtr add_to(const ExprPtr& a, const ExprPtr& b) { return loops::add(a, b); }
  int count() const { return static_cast<int>(copies_.size()); }
  const std::string& copy_of(const std::string& variable, int n) const {
    return copies_[static_cast<std::size_t>(n)].at(variable);
  }

  /// This variable has a value for each iteration.
  void vary(const std::string& variable) {
    varying_.insert(variable);
    for (int n = 0; n < count(); ++n)
      copies_[static_cast<std::size_t>(n)][variable] =
          n == 0 ? variable : fresh(variable + "_" + std::to_string(n));
  }
  std::string fresh(const std::string& stem) const { return taken_ ? fresh_name(stem, *taken_) : stem; }

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
    if (const auto* n = get_if<If>(stmt); n && !uses(n->condition, varying_)) return add_branch(*n, out);
    if (get_if<Comment>(stmt)) return out.push_back(stmt);
    const auto* update = get_if<Update>(stmt);
    const auto* effect = get_if<Effect>(stmt);
    possible_ &= (update && (uses(update->target, varying_) || is_sum(*update))) ||
                 (effect && uses(effect->call, varying_)) ||
                 (get_if<ScatterUpdate>(stmt) && uses(get_if<ScatterUpdate>(stmt)->offset, varying_)) ||
                 (get_if<If>(stmt) && is_simple(*get_if<If>(stmt)) && !accesses_);
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
    loop.body = inner(n.body);
    --depth_;
    out.push_back(make_stmt(std::move(loop)));
  }

  /// All iterations take it, or none.
  void add_branch(const If& n, Body& out) {
    out.push_back(make_stmt(If{n.condition, inner(n.body), n.constant}));
  }

  Body inner(const Body& list) {
    loaded_.clear();
    Body body = run(list);
    loaded_.clear();
    return body;
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
      own_loads_in_loops_ |= depth_ > 0 && uses(e, varying_);
    });
  }

  void add_copies(const StmtPtr& stmt, Body& out) {
    note_loads(stmt);
    if (accesses_ && add_vectors(stmt, out)) return;
    for (int n = 0; n < count(); ++n) {
      const Body renamed = rewrite_exprs({stmt}, [&](const ExprPtr& e) { return in_copy(e, n); });
      if (const auto* declare = get_if<Declare>(renamed.front())) {
        Declare own = *declare;
        own.name = copy_of(own.name, n);
        if (may_miss(n) && missing_ == Missing::loads_nothing) own.value = guarded(own.value, n);
        out.push_back(make_stmt(std::move(own)));
      } else if (may_miss(n) && (missing_ == Missing::loads_nothing || reaches_outside(stmt))) {
        out.push_back(make_stmt(If{is_there(n), renamed, false}));
      } else {
        out.push_back(renamed.front());
      }
    }
  }

  bool may_miss(int n) const { return !there_.empty() && !there_[static_cast<std::size_t>(n)].empty(); }
  ExprPtr is_there(int n) const {
    return name(there_[static_cast<std::size_t>(n)], Type{ElementType::boolean, ""});
  }
  /// Zero in place of what an iteration that is not there would load, or a function for it, as a search.
  ExprPtr guarded(const ExprPtr& value, int n) const {
    return rewrite(value, [&](const ExprPtr& e) -> ExprPtr {
      const auto* call = get_if<Call>(e);
      if (!get_if<Load>(e) && !(call && call->function != "insum::rt::index")) return nullptr;
      const ExprPtr zero =
          invoke(op_tag(Combine::add) + "::identity<" + to_string(e->type) + ">", {}, e->type);
      return make_expr(Ternary{is_there(n), e, zero}, e->type);
    });
  }

  /// What would not be undone with the iteration's own variables.
  bool reaches_outside(const StmtPtr& stmt) const {
    const auto* update = get_if<Update>(stmt);
    const auto* variable = update ? get_if<Name>(update->target) : nullptr;
    return !variable || varying_.count(variable->text) == 0;
  }

  /// The statement for vectors, where it writes elements; else only what it loads, in front of it.
  bool add_vectors(const StmtPtr& stmt, Body& out) {
    const auto* update = get_if<Update>(stmt);
    if (const auto* place = update ? get_if<Load>(update->target) : nullptr) {
      possible_ &= accesses_->take(*place, varying_);
      const std::string function =
          update->op == Combine::store ? "store_vector" : "update_vector<" + op_tag(update->op) + ">";
      write_vectors(function, {place->array, place->index}, update->target->type, update->value, out);
      return true;
    }
    if (const auto* effect = get_if<Effect>(stmt)) {
      const auto* call = get_if<Call>(effect->call);
      const auto* place =
          call && call->function == atomic_sum ? get_if<Pointer>(call->arguments[0]) : nullptr;
      if (!place || !accesses_->take_atomic(*place, call->arguments[0]->type, varying_)) {
        possible_ = false;
        return true;
      }
      write_vectors("add_vector_atomically", *place, call->arguments[0]->type, call->arguments[1], out);
      return true;
    }
    for_each_expr(stmt, [&](const ExprPtr& e) { load_vectors(e, out); });
    return false;
  }

  /// What iteration `n` has in place of `e`.
  ExprPtr in_copy(const ExprPtr& e, int n) const {
    if (const auto* load = get_if<Load>(e); load && accesses_)
      if (const Loaded* known = loaded(e))
        return make_expr(
            Load{name(known->vectors[static_cast<std::size_t>(n / width_)]), integer(n % width_)}, e->type);
    const auto* variable = get_if<Name>(e);
    const auto& names = copies_[static_cast<std::size_t>(n)];
    const auto found = variable ? names.find(variable->text) : names.end();
    return found == names.end() ? nullptr : name(found->second, e->type, e->pack);
  }
  ExprPtr copied(const ExprPtr& e, int n) const {
    return rewrite(e, [&](const ExprPtr& inner) { return in_copy(inner, n); });
  }

  /// A place that was loaded, as vectors.
  struct Loaded {
    ExprPtr place;
    std::vector<std::string> vectors;
  };
  const Loaded* loaded(const ExprPtr& place) const {
    const auto same = std::find_if(loaded_.begin(), loaded_.end(),
                                   [&](const Loaded& known) { return equal(known.place, place); });
    return same == loaded_.end() ? nullptr : &*same;
  }

  /// Loads the place that `e` is, if it is one that depends on the iteration.
  void load_vectors(const ExprPtr& e, Body& out) {
    const auto* choice = get_if<Ternary>(e);
    const auto* logical = get_if<Binary>(e);
    if (choice) possible_ &= !loads_own(choice->yes) && !loads_own(choice->no);
    if (logical && is_logical(*logical)) possible_ &= !loads_own(logical->right);
    const auto* load = get_if<Load>(e);
    if (!load || !uses(e, varying_) || loaded(e)) return;
    if (accesses_->take(*load, varying_))
      load_vector(e, *load, out);
    else
      possible_ = false;
  }
  /// A condition may keep it from being loaded.
  bool loads_own(const ExprPtr& value) const {
    bool found = false;
    for_each_expr(value, [&](const ExprPtr& e) { found |= get_if<Load>(e) && uses(e, varying_); });
    return found;
  }
  void load_vector(const ExprPtr& e, const Load& load, Body& out) {
    Loaded known{e, {}};
    for (int n = 0; n < count(); n += width_) {
      const std::string vector = fresh(get_if<Name>(load.array)->text + "_vector");
      const ExprPtr at = vector_at(load.array, load.index, e->type, n);
      const ExprPtr value = invoke("insum::rt::cuda::load_vector<" + std::to_string(width_) + ">", {at});
      out.push_back(make_stmt(Declare{Type{ElementType::dependent, "auto"}, vector, value, true, ""}));
      known.vectors.push_back(vector);
    }
    loaded_.push_back(std::move(known));
  }

  /// The vector that begins at iteration `n`: elements have numbers of 32 bits where there are vectors.
  ExprPtr vector_at(const ExprPtr& array, const ExprPtr& index, const Type& type, int n) const {
    return make_expr(Pointer{array, low_bits(copied(index, n))}, type);
  }

  /// function(the place, the value of each neighbour) for each vector.
  void write_vectors(const std::string& function, const Pointer& place, const Type& type,
                     const ExprPtr& value, Body& out) {
    for_each_expr(value, [&](const ExprPtr& e) { load_vectors(e, out); });
    for (int first = 0; first < count(); first += width_) {
      std::vector<ExprPtr> arguments = {vector_at(place.array, place.index, type, first)};
      for (int n = first; n < first + width_; ++n) arguments.push_back(copied(value, n));
      out.push_back(make_stmt(Effect{invoke("insum::rt::cuda::" + function, std::move(arguments))}));
    }
    loaded_.clear();
  }

  const std::set<std::string>& sums_;
  std::set<std::string>* taken_;
  VectorAccesses* accesses_;
  int width_;
  std::set<std::string> varying_;
  std::vector<std::map<std::string, std::string>> copies_;
  std::vector<std::string> there_;  // of each copy: whether it is there; "": it is
  Missing missing_ = Missing::loads_as_first;
  std::vector<Loaded> loaded_;  // in the list of statements at hand, since it last stored something
  bool possible_ = true, shared_loads_ = false, own_loads_ = false, own_loads_in_loops_ = false,
       has_loops_ = false;
  int depth_ = 0;
};

Body jammed_body(Jam&& jam, const For& loop, const ExprPtr& distance) {
  Body out = jam.variables(loop.var, distance);
  for (StmtPtr& stmt : jam.run(loop.body)) out.push_back(std::move(stmt));
  internal_check(jam.is_possible(), "iterations that cannot be joined");
  return out;
}

}  // namespace

bool jams(const For& loop, const std::set<std::string>& sums) {
  Jam jam(loop, jammed, sums, nullptr);
  static_cast<void>(jam.run(loop.body));
  return jam.is_possible() && jam.pays();
}

Body jam(const For& loop, const std::set<std::string>& sums, const ExprPtr& distance,
         std::set<std::string>& taken) {
  return jammed_body(Jam(loop, jammed, sums, &taken), loop, distance);
}

Body jam_some(const For& loop, const std::set<std::string>& sums, const ExprPtr& distance,
              std::set<std::string>& taken, Missing missing) {
  Jam jam(loop, jammed, sums, &taken);
  Body body = jam.variables_within(loop.var, distance, loop.end, missing);
  for (StmtPtr& stmt : jam.run(loop.body)) body.push_back(std::move(stmt));
  internal_check(jam.is_possible(), "iterations that cannot be joined");
  return body;
}

StmtPtr jam_rest(const For& loop, const std::set<std::string>& sums, const ExprPtr& distance,
                 std::set<std::string>& taken, Missing missing) {
  Body body = jam_some(loop, sums, distance, taken, missing);
  body.insert(body.begin(), make_stmt(Declare{{}, loop.var, loop.begin, true, ""}));
  const ExprPtr some = make_expr(Binary{"<", loop.begin, loop.end}, Type{ElementType::boolean, ""});
  return make_stmt(If{some, std::move(body), false});
}

std::optional<VectorAccesses> vectors_of(const For& loop, const std::set<std::string>& sums,
                                         const HostValues& host) {
  VectorAccesses accesses(loop, host);
  if (accesses.width() == 0) return std::nullopt;
  Jam jam(loop, accesses.width(), sums, nullptr, &accesses);
  static_cast<void>(jam.run(loop.body));
  if (!jam.is_possible() || !jam.pays_as_vectors()) return std::nullopt;
  return accesses;
}

Body jam_vectors(const For& loop, const std::set<std::string>& sums, VectorAccesses& accesses, int vectors,
                 const ExprPtr& distance, std::set<std::string>& taken) {
  return jammed_body(Jam(loop, vectors * accesses.width(), sums, &taken, &accesses), loop, distance);
}

}  // namespace insum::passes
