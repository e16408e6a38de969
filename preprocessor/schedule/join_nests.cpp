#include "schedule/join_nests.h"

#include <algorithm>
#include <map>

#include "index_ir/address.h"
#include "index_ir/dependent_types.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/chain.h"
#include "schedule/dependence.h"
#include "schedule/move_nest.h"

namespace insum::schedule {

using namespace index;

namespace {

/// No other iteration comes to the element.
bool is_own(const Access& access, const Chain& chain, const Program& program) {
  std::vector<Var> inner = chain.vars();
  while (!inner.empty()) {
    const Var var = inner.front();
    inner.erase(inner.begin());
    if (!is_injective(access, var, inner, program)) return false;
  }
  return true;
}

/// What `chain` writes, and an access of another nest: they meet in the same iteration, or not at all.
bool meet_in_iterations(const Chain& chain, const Access& other, const Program& program) {
  const Access& left = chain.assign.left;
  if (!same_memory(*left.tensor, *other.tensor)) return true;
  return equal(left, other) && is_own(left, chain, program);
}

/// Iterations of `second` may run before later ones of `first`.
bool may_interleave(const Chain& first, const Chain& second, const Program& program) {
  for (const auto& [one, other] : {std::pair(&first, &second), std::pair(&second, &first)})
    for (const Access& read : reads_of(*other))
      if (!meet_in_iterations(*one, read, program)) return false;
  const bool both_combine = first.assign.op == second.assign.op && first.assign.op != Op::none;
  return both_combine || meet_in_iterations(first, second.assign.left, program);
}

/// What two nests write: iterations of the loop over `var` that differ come to different elements. Each of
/// the nests has elements of its own in each.
bool are_apart(const Access& a, const Access& b, const Var& var) {
  if (!same_memory(*a.tensor, *b.tensor)) return true;
  if (a.tensor != b.tensor) return false;
  for (std::size_t m = 0; m < a.subscripts.size(); ++m)
    if (as_var(a.subscripts[m]) == var && as_var(b.subscripts[m]) == var) return true;
  return equal(a, b);
}

/// A nest whose statement can stand beside others: it stores to, or combines with, elements of arrays.
bool is_plain(const Chain& chain) {
  const TensorNode& result = *chain.assign.left.tensor;
  return !chain.loops.empty() && result.dense && !result.assembled && !result.sizes.empty() &&
         result.workspace == TensorNode::Workspace::none && !chain.assign.defines;
}

bool same_options(const LoopOptions& a, const LoopOptions& b) {
  const bool told = a.told.valid() || b.told.valid();
  return a.parallel == b.parallel && a.balance == b.balance && a.vector == b.vector && a.lanes == b.lanes &&
         a.runs == b.runs && a.every == b.every && a.unroll == b.unroll && a.registers == b.registers &&
         a.axis == Axis::none && b.axis == Axis::none && !told;
}

bool same_stored(const std::vector<Access>& a, const std::vector<Access>& b) {
  const auto has_all = [](const std::vector<Access>& some, const std::vector<Access>& all) {
    return std::all_of(some.begin(), some.end(), [&](const Access& access) {
      return std::any_of(all.begin(), all.end(), [&](const Access& other) {
        return equal(access, other) && access.optional == other.optional;
      });
    });
  };
  return has_all(a, b) && has_all(b, a);
}

/// Every access of both goes along a register tile over the index, which holds values of one type.
bool fit_into_tile(const Chain& chain, const Var& var, ElementType type) {
  std::vector<Access> all = reads_of(chain);
  all.push_back(chain.assign.left);
  bool calls = false;
  for_each_expr(chain.assign.right, [&](const ExprPtr& e) {
    const auto* call = get_if<Call>(e);
    calls |= call && call->callable;
  });
  return !calls && chain.assign.right->type == type &&
         (type == ElementType::f32 || type == ElementType::f64) &&
         std::all_of(all.begin(), all.end(), [&](const Access& access) {
           return access.tensor->type == type && stride_of(access, var);
         });
}

/// Nests of the same loops.
class Joined {
 public:
  Joined(Chain first, const Program& program) : program_(program) { parts_.push_back(std::move(first)); }

  /// False where it has to stay by itself.
  bool add(Chain next) {
    if (!rename(next)) return false;
    const auto fits = [&](const Chain& part) { return may_interleave(part, next, program_); };
    if (!std::all_of(parts_.begin(), parts_.end(), fits) || !may_share(next) || !fits_tiles(next) ||
        !has_in_common(next))
      return false;
    parts_.push_back(std::move(next));
    return true;
  }

  bool has_several() const { return parts_.size() > 1; }

  /// `program` gets the temporaries of the nest.
  StmtPtr stmt(Program& program) const {
    StmtPtr out = body(program);
    const Chain& first = parts_.front();
    for (auto c = first.conditions.rbegin(); c != first.conditions.rend(); ++c)
      out = make_stmt(Guard{*c, out}, first.where);
    for (auto l = first.loops.rbegin(); l != first.loops.rend(); ++l)
      out = make_stmt(Forall{l->var, out, l->options}, first.where);
    return out;
  }

  std::string note() const {
    std::string list;
    for (const Chain& part : parts_)
      list +=
          (list.empty() ? "" : ", ") + to_string(make_expr(part.assign.left, part.assign.left.tensor->type));
    return "one nest of loops over " + names(parts_.front().vars()) + " computes " + list +
           ": they go through the same iterations and share operands";
  }

 private:
  StmtPtr body(Program& program) const {
    std::vector<StmtPtr> values, updates;
    for (const Chain& part : parts_) {
      Assign assign = part.assign;
      if (&part != &parts_.front() && may_compute_first(part)) {
        const Access value{value_of(assign), {}};
        program.tensors.push_back(value.tensor);
        values.push_back(make_stmt(Assign{value, Op::none, assign.right}, part.where));
        assign.right = make_expr(value, value.tensor->type);
      }
      updates.push_back(make_stmt(assign, part.where));
    }
    if (values.empty()) return sequence(std::move(updates));
    return make_stmt(Where{sequence(std::move(updates)), sequence(std::move(values))}, parts_.front().where);
  }

  /// What it reads is not written before it, and a compiler cannot know that: it would be read again.
  bool may_compute_first(const Chain& part) const {
    const std::vector<Access> read = accesses_of(part.assign.right);
    const auto is_tiled = [](const Loop& loop) { return loop.options.vector; };
    if (read.empty() || std::any_of(part.loops.begin(), part.loops.end(), is_tiled)) return false;
    return std::none_of(read.begin(), read.end(), [&](const Access& access) {
      return std::any_of(parts_.begin(), parts_.end(), [&](const Chain& other) {
        return &other != &part && same_memory(*access.tensor, *other.assign.left.tensor);
      });
    });
  }

  static Tensor value_of(const Assign& assign) {
    TensorNode node;
    node.name = assign.left.tensor->name + "_value";
    node.type = common_type(assign.right->type, ElementType::none);
    if (node.type == ElementType::dependent)
      node.type_spelling = dependent_spelling(assign.right, operand_spelling(*assign.left.tensor));
    node.temporary = true;
    return std::make_shared<const TensorNode>(std::move(node));
  }

  /// The names of our loops for those of `next`, where these are the same loops.
  bool rename(Chain& next) const {
    const Chain& first = parts_.front();
    if (next.loops.size() != first.loops.size() || next.conditions.size() != first.conditions.size())
      return false;
    std::map<Var, ExprPtr> values;
    for (std::size_t n = 0; n < first.loops.size(); ++n) {
      const Range &range = program_.ranges.at(first.loops[n].var),
                  &other = program_.ranges.at(next.loops[n].var);
      if (!same_options(first.loops[n].options, next.loops[n].options) ||
          !equal(range.begin, substitute(other.begin, values)) ||
          !same_size(range.end, substitute(other.end, values), program_))
        return false;
      values[next.loops[n].var] = var_expr(first.loops[n].var);
    }
    substitute_in(next, values);
    next.loops = first.loops;
    return std::equal(first.conditions.begin(), first.conditions.end(), next.conditions.begin(),
                      equal_exprs) &&
           same_stored(sparse_accesses(first), sparse_accesses(next));
  }

  static bool equal_exprs(const ExprPtr& a, const ExprPtr& b) { return equal(a, b); }

  /// Threads combine into elements of one result at most that they share.
  bool may_share(const Chain& next) const {
    for (const Loop& loop : next.loops) {
      if (!loop.options.parallel) continue;
      std::vector<const Chain*> all = {&next}, sharing;
      for (const Chain& part : parts_) all.push_back(&part);
      for (const Chain* each : all)
        if (!writes_apart(*each, loop.var, program_)) sharing.push_back(each);
      for (const Chain* each : sharing)
        for (const Chain* other : all) {
          const bool same = other->assign.left.tensor == each->assign.left.tensor;
          const bool shares = std::find(sharing.begin(), sharing.end(), other) != sharing.end();
          if ((shares && !same) || (same && other->assign.op != each->assign.op)) return false;
        }
      const bool all_share = !sharing.empty() && sharing[0]->assign.left.tensor == next.assign.left.tensor;
      for (const Chain& part : parts_)
        if (!all_share && !are_apart(part.assign.left, next.assign.left, loop.var)) return false;
    }
    return true;
  }

  bool fits_tiles(const Chain& next) const {
    const auto tiled = std::find_if(next.loops.begin(), next.loops.end(),
                                    [](const Loop& loop) { return loop.options.vector; });
    if (tiled == next.loops.end()) return true;
    const ElementType type = next.assign.left.tensor->type;
    return next.loops.size() == 1 && fit_into_tile(next, tiled->var, type) &&
           fit_into_tile(parts_.front(), tiled->var, type);
  }

  /// An array that would be gone through twice.
  bool has_in_common(const Chain& next) const {
    const auto arrays = [](const Chain& chain) {
      std::vector<Access> out = reads_of(chain);
      out.push_back(chain.assign.left);
      std::erase_if(out, [](const Access& access) { return access.tensor->sizes.empty(); });
      return out;
    };
    const std::vector<Access> own = arrays(next);
    return std::any_of(parts_.begin(), parts_.end(), [&](const Chain& part) {
      const std::vector<Access> others = arrays(part);
      return std::any_of(own.begin(), own.end(), [&](const Access& a) {
        return std::any_of(others.begin(), others.end(),
                           [&](const Access& b) { return same_memory(*a.tensor, *b.tensor); });
      });
    });
  }

  const Program& program_;
  std::vector<Chain> parts_;
};

}  // namespace

Program join_nests(const Program& program) {
  return with_changed_nests(program, [](Program& result, Nests& nests) {
    Nests out;
    for (std::size_t n = 0; n < nests.size();) {
      const StmtPtr first = nests[n++];
      const std::optional<Chain> chain = as_chain(first);
      if (!chain || !is_plain(*chain)) {
        out.push_back(first);
        continue;
      }
      Joined joined(*chain, result);
      for (; n < nests.size(); ++n) {
        const std::optional<Chain> next = as_chain(nests[n]);
        if (!next || !is_plain(*next) || !joined.add(*next)) break;
      }
      if (joined.has_several()) result.notes.push_back(joined.note());
      out.push_back(joined.has_several() ? joined.stmt(result) : first);
    }
    nests = std::move(out);
  });
}

}  // namespace insum::schedule
