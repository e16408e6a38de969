#include "schedule/insert_accumulators.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/algebra.h"
#include "index_ir/dependent_types.h"
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "schedule/chain.h"
#include "schedule/dependence.h"
#include "schedule/keep_results.h"
#include "schedule/reduced_value.h"
#include "schedule/result_order.h"
#include "schedule/walk_rows.h"

namespace insum::schedule {

using namespace index;

namespace {

const char* suffix(Op op) {
  switch (op) {
    case Op::none:
    case Op::add:
      return "_sum";
    case Op::mul:
      return "_product";
    case Op::min:
      return "_min";
    case Op::max:
      return "_max";
    case Op::logical_or:
      return "_any";
    case Op::logical_and:
      return "_all";
    case Op::bit_or:
      return "_or";
    case Op::bit_and:
      return "_and";
  }
  return "";
}

class AccumulatorInserter {
 public:
  AccumulatorInserter(Program& program, Chain chain, const Target& target)
      : program_(program), chain_(std::move(chain)), target_(target) {}

  StmtPtr run() {
    const std::vector<Var> result = variables_of(chain_.assign.left);
    for (std::size_t l = 0; l < chain_.loops.size(); ++l)
      if (contains(result, chain_.loops[l].var)) outer_ = l + 1;
    const bool store = chain_.assign.defines && (reaches_every_element(result) || visits_every_row(result));
    std::vector<StmtPtr> stmts;
    if (chain_.assign.defines && !store && !chain_.assign.left.tensor->assembled) stmts.push_back(clear());
    StmtPtr body = inner_part(store);
    for (std::size_t l = outer_; l-- > 0;)
      body = make_stmt(Forall{chain_.loops[l].var, body, chain_.loops[l].options}, chain_.where);
    stmts.push_back(body);
    return sequence(std::move(stmts));
  }

 private:
  /// The outermost loop walks a sorted list of rows: true where all elements are reached once it comes to
  /// the rows that are not in the list too. Then it does.
  bool visits_every_row(const std::vector<Var>& result) {
    if (outer_ == 0 || target_.has_grid || !chain_.assign.left.tensor->dense) return false;
    Loop& rows = chain_.loops.front();
    const LoopOptions before = rows.options;
    const auto driver = driver_of(chain_, rows.var);
    const bool by_entries =
        before.balance == LoopOptions::Balance::automatic || before.balance == LoopOptions::Balance::entries;
    if (!driver || driver->access.tensor->levels.size() < 2 || !before.parallel || !by_entries ||
        before.unroll > 1 || !writes_apart_in_runs(chain_, rows.var, program_))
      return false;
    rows.options.runs = rows.options.every = true;
    if (!reaches_every_element(result)) return rows.options = before, false;
    program_.notes.push_back(
        "the loop over " + rows.var->name + " comes to what " + driver->access.tensor->name +
        " does not store as well: " + chain_.assign.left.tensor->name + " is written once");
    return true;
  }

  /// One loop for each index of the result, all of them outside of the reduction, each over the whole mode.
  bool reaches_every_element(const std::vector<Var>& result) const {
    if (chain_.assign.left.tensor->assembled) return appends_in_order(chain_, outer_, program_);
    if (!chain_.conditions.empty()) return false;
    const Access& left = chain_.assign.left;
    for (std::size_t l = 0; l < outer_; ++l) {
      const Var& var = chain_.loops[l].var;
      if (!contains(result, var) && !(!left.tensor->dense && visits_entries_once(l, result))) return false;
    }
    if (!left.tensor->dense)  // the pattern is an operand's
      return std::none_of(chain_.loops.begin(), chain_.loops.begin() + static_cast<std::ptrdiff_t>(outer_),
                          [&](const Loop& loop) { return comes_again(chain_, loop.var); });
    for (std::size_t l = 0; l < outer_; ++l)
      if (driver_of(chain_, chain_.loops[l].var) && !chain_.loops[l].options.every) return false;
    for (const Access& access : index::sparse_accesses(chain_.assign.right))
      if (!access.optional && !is_reduced(access))
        return false;  // searched: where it stores nothing, nothing is done
    std::vector<Var> used;
    for (const ExprPtr& subscript : left.subscripts)
      if (!covers(subscript, used)) return false;
    return true;
  }

  /// Loop l does not lead to an entry again: it is over rows, or over parts in which entries are apart.
  bool visits_entries_once(std::size_t l, const std::vector<Var>& result) const {
    if (is_row_loop(program_.ranges.at(chain_.loops[l].var))) return true;
    std::vector<Var> inner;
    for (std::size_t k = l + 1; k < chain_.loops.size(); ++k) inner.push_back(chain_.loops[k].var);
    return std::any_of(result.begin(), result.end(), [&](const Var& entry) {
      return is_apart(entry, chain_.loops[l].var, inner, program_);
    });
  }

  bool is_reduced(const Access& access) const {
    for (std::size_t l = outer_; l < chain_.loops.size(); ++l)
      if (uses(make_expr(access, access.tensor->type), chain_.loops[l].var)) return true;
    return false;
  }

  bool covers(const ExprPtr& subscript, std::vector<Var>& used) const {
    if (is_fixed(subscript)) return true;  // `=` is about this slice
    const std::vector<Var> vars = variables_of(subscript);
    for (const Var& var : vars) {
      if (contains(used, var)) return false;
      used.push_back(var);
    }
    return whole_of(subscript, program_) != nullptr;
  }

  StmtPtr clear() {
    const Access& left = chain_.assign.left;
    if (!left.tensor->dense) return clear_entries();
    Nest nest{{left.tensor, {}}, Op::none, false, identity_of(chain_.assign.op, left.tensor->type), {}, {},
              chain_.where};
    std::vector<Var> order;
    Var innermost;
    for (std::size_t m = 0; m < left.tensor->sizes.size(); ++m) {
      nest.left.subscripts.push_back(left.subscripts[m]);
      if (is_fixed(left.subscripts[m])) continue;
      const Var var = fresh_variable(program_, "z" + std::to_string(m), {integer(0), left.tensor->sizes[m]});
      nest.left.subscripts.back() = var_expr(var);
      const bool in_place = left.tensor->shared > 0;  // the outermost loops will be those of other nests
      if (!in_place && as_integer(left.tensor->strides[m]) == 1 && !innermost)
        innermost = var;
      else
        order.push_back(var);
    }
    if (innermost) order.push_back(innermost);
    Chain loops = *as_chain(make_loops(nest, order));
    if (!loops.loops.empty()) {
      loops.loops.front().options.parallel = true;
      loops.loops.back().options.vector = true;
    }
    return to_stmt(loops);
  }

  /// ... of a result in the pattern of an operand: loops follow the operands of the right side, so it is one.
  StmtPtr clear_entries() {
    const Access& left = chain_.assign.left;
    const ElementType type = left.tensor->type;
    Nest nest{left, Op::none, false, nullptr, {}, {}, chain_.where};
    for (std::size_t m = 0; m < left.subscripts.size(); ++m) {
      if (is_fixed(left.subscripts[m])) continue;
      nest.vars.push_back(
          fresh_variable(program_, "z" + std::to_string(m), {integer(0), extent_of(*left.tensor, m)}));
      nest.left.subscripts[m] = var_expr(nest.vars.back());
    }
    const ExprPtr always = make_expr(Literal{"true", 1.0}, ElementType::boolean);
    nest.body = make_expr(
        Call{"select", {always, identity_of(chain_.assign.op, type), make_expr(nest.left, type)}, nullptr},
        type);
    Chain loops = *as_chain(
        make_loops(nest, legal_order(nest.vars, order_constraints({nest.left}, nest.vars, program_))));
    if (!loops.loops.empty()) loops.loops.front().options.parallel = true;
    return to_stmt(loops);
  }

  /// The number of coordinates that subscript m may have: in storage form those of level m.
  static ExprPtr extent_of(const TensorNode& tensor, std::size_t m) {
    if (!tensor.storage_form || tensor.folded || m >= tensor.levels.size()) return tensor.sizes[m];
    const TensorLevel& level = tensor.levels[m];
    if (level.level.kind == LevelKind::dense && level.size) return level.size;
    return tensor.sizes[static_cast<std::size_t>(level.level.mode.mode)];
  }

  StmtPtr guarded(StmtPtr stmt, const std::vector<ExprPtr>& conditions) const {
    for (const ExprPtr& condition : conditions) stmt = make_stmt(Guard{condition, stmt}, chain_.where);
    return stmt;
  }

  bool is_loop(std::size_t l) const {
    const auto driver = driver_of(chain_, chain_.loops[l].var);
    if (!driver || driver->access.tensor->levels[driver->level].level.kind != LevelKind::singleton)
      return true;
    // One position, and no loop, below a level that a loop walks position by position; below a run of
    // positions, which a search or a merge finds, a coordinate for each of them.
    const Var above = as_var(driver->access.subscripts[driver->level - 1]);
    const Loop* loop = above ? chain_.find(above) : nullptr;
    const bool walked = loop && drivers_of(chain_, above).size() == 1;
    return !walked || loop->options.runs;
  }

  StmtPtr inner_part(bool store) {
    const Assign& assign = chain_.assign;
    const Op op = store ? Op::none : assign.op;
    bool reduces = false;
    for (std::size_t l = outer_; l < chain_.loops.size(); ++l) reduces |= is_loop(l);
    if (!reduces && reads_dense_temporary()) return nonzero(op);
    if (!reduces || assign.op == Op::none) {
      StmtPtr body = guarded(make_stmt(Assign{assign.left, op, limited(assign.right, assign)}, chain_.where),
                             chain_.conditions);
      for (std::size_t l = chain_.loops.size(); l-- > outer_;)
        body = make_stmt(Forall{chain_.loops[l].var, body, chain_.loops[l].options}, chain_.where);
      return body;
    }
    std::vector<Var> inner;
    for (std::size_t l = outer_; l < chain_.loops.size(); ++l) inner.push_back(chain_.loops[l].var);
    // Where the result's element does not exist, nothing may be written either.
    std::vector<ExprPtr> around;
    for (const ExprPtr& condition : chain_.conditions)
      (uses_any(condition, inner) ? conditions_ : around).push_back(condition);
    auto [fixed, moving] = split_factors({assign.right}, inner);
    const Access sum = temporary(assign.left.tensor->name);
    const ExprPtr whole =
        limited(scaled(sum, fixed, program_.ieee || !may_lack_terms(moving, chain_, outer_)), assign);
    StmtPtr consumer = make_stmt(Assign{assign.left, op, whole}, chain_.where);
    if (assign.left.tensor->assembled && (may_be_empty(moving) || reads_dense_temporary())) {
      const ExprPtr some =
          make_expr(Binary{BinaryOp::ne, whole, nothing(sum.tensor->type)}, ElementType::boolean);
      consumer = make_stmt(Guard{some, consumer}, chain_.where);
    }
    return guarded(make_stmt(Where{consumer, reduction(sum, outer_, moving)}, chain_.where), around);
  }

  /// What a result that is built does not store.
  ExprPtr nothing(ElementType type) const {
    const ExprPtr identity = identity_of(chain_.assign.op, type), fill = fill_of(chain_.assign.left.tensor);
    return known_value(fill) == known_value(identity) ? identity : fill;
  }

  /// A dense temporary, such as the dense copy of an operand.
  static bool is_dense_temporary(const Access& access) {
    return access.tensor->temporary && access.tensor->dense && !access.tensor->sizes.empty();
  }

  /// A result that is built, from a dense temporary: where that is zero no entry is meant.
  bool reads_dense_temporary() const {
    const std::vector<Access> list = accesses_of(chain_.assign.right);
    return chain_.assign.left.tensor->assembled && std::any_of(list.begin(), list.end(), is_dense_temporary);
  }

  /// The assignment, where its value is not the fill value.
  StmtPtr nonzero(Op op) {
    const Assign& assign = chain_.assign;
    const Access sum = temporary(assign.left.tensor->name);
    const ExprPtr value = make_expr(sum, sum.tensor->type);
    const ExprPtr some =
        make_expr(Binary{BinaryOp::ne, value, nothing(sum.tensor->type)}, ElementType::boolean);
    const StmtPtr consumer =
        make_stmt(Guard{some, make_stmt(Assign{assign.left, op, value}, chain_.where)}, chain_.where);
    StmtPtr body = make_stmt(Where{consumer, make_stmt(Assign{sum, assign.op, assign.right}, chain_.where)},
                             chain_.where);
    body = guarded(body, chain_.conditions);
    for (std::size_t l = chain_.loops.size(); l-- > outer_;)
      body = make_stmt(Forall{chain_.loops[l].var, body, chain_.loops[l].options}, chain_.where);
    return body;
  }

  /// A sum that may have no term at all: unless its only operand stores coordinates in all loops around.
  bool may_be_empty(const std::vector<ExprPtr>& moving) const {
    std::size_t sparse = 0;
    if (!conditions_.empty() || index::sparse_accesses(chain_.assign.right).size() > 1) return true;
    for (const ExprPtr& expr : moving)
      for (const Access& access : accesses_of(expr))
        if (is_dense_temporary(access)) return true;
    for (const ExprPtr& expr : moving) sparse += index::sparse_accesses(expr).size();
    if (sparse == 0) return false;
    for (std::size_t l = 0; l < outer_; ++l)
      if (!is_inside_blocks(chain_.loops[l].var) && !driver_of(chain_, chain_.loops[l].var)) return true;
    return sparse > 1;
  }

  /// A loop over elements of the result's blocks, which are stored as a whole.
  bool is_inside_blocks(const Var& var) const {
    const Access& left = chain_.assign.left;
    bool stored = false;
    for (std::size_t l = 0; l < left.subscripts.size(); ++l) {
      const bool dense = left.tensor->levels[l].level.kind == LevelKind::dense;
      if (uses(left.subscripts[l], var) && !(dense && stored)) return false;
      stored |= !dense;
    }
    return stored;
  }

  /// The loops from `l` on, adding the product of `factors` to `sum`.
  StmtPtr reduction(const Access& sum, std::size_t l, const std::vector<ExprPtr>& list) {
    const Loop& loop = chain_.loops[l];
    const bool last = l + 1 == chain_.loops.size();
    StmtPtr body;
    if (last) {
      body = guarded(
          make_stmt(Assign{sum, chain_.assign.op, product(list, chain_.assign.right->type)}, chain_.where),
          conditions_);
    } else {
      std::vector<Var> inner;
      bool loops_below = false;
      for (std::size_t k = l + 1; k < chain_.loops.size(); ++k) {
        inner.push_back(chain_.loops[k].var);
        loops_below |= is_loop(k);
      }
      auto [fixed, moving] = split_factors(list, inner);
      if (loops_below && !fixed.empty() && !moving.empty()) {
        const Access part = temporary(sum.tensor->name + "_part");
        const bool plain = program_.ieee || !may_lack_terms(moving, chain_, l + 1);
        const StmtPtr consumer =
            make_stmt(Assign{sum, chain_.assign.op, scaled(part, fixed, plain)}, chain_.where);
        body = make_stmt(Where{consumer, reduction(part, l + 1, moving)}, chain_.where);
      } else {
        body = reduction(sum, l + 1, list);
      }
    }
    return make_stmt(Forall{loop.var, body, loop.options}, chain_.where);
  }

  /// Factors that do not depend on `inner`, and the others; a sum distributes over a product only.
  std::pair<std::vector<ExprPtr>, std::vector<ExprPtr>> split_factors(const std::vector<ExprPtr>& list,
                                                                      const std::vector<Var>& inner) const {
    std::pair<std::vector<ExprPtr>, std::vector<ExprPtr>> result;
    for (const ExprPtr& expr : list) {
      const bool product = chain_.assign.op == Op::add;
      for (const ExprPtr& factor : product ? factors(expr) : std::vector<ExprPtr>{expr}) {
        (uses_any(factor, inner) || !product ? result.second : result.first).push_back(factor);
      }
    }
    if (result.second.empty()) return {{}, list};  // nothing is left to sum
    return result;
  }

  std::string sum_spelling() const {
    const std::string left = operand_spelling(*chain_.assign.left.tensor);
    return common_spelling(dependent_spelling(chain_.assign.right, left), left);
  }

  Access temporary(const std::string& stem) {
    TensorNode node;
    node.name = stem.ends_with("_part") ? stem : stem + suffix(chain_.assign.op);
    node.type = common_type(chain_.assign.left.tensor->type, chain_.assign.right->type);
    if (node.type == ElementType::dependent) node.type_spelling = sum_spelling();
    if (chain_.assign.op == Op::logical_or || chain_.assign.op == Op::logical_and)
      node.type = ElementType::boolean;
    node.temporary = true;
    const Tensor tensor = std::make_shared<const TensorNode>(std::move(node));
    program_.tensors.push_back(tensor);
    return {tensor, {}};
  }

  Program& program_;
  Chain chain_;
  const Target& target_;
  std::size_t outer_ = 0;            // loops before this one enclose the result's last index
  std::vector<ExprPtr> conditions_;  // of the reduction: those that change in its loops
};

}  // namespace

StmtPtr accumulated(Program& program, const Chain& chain, const Target& target) {
  return AccumulatorInserter(program, chain, target).run();
}

Program insert_accumulators(const Program& program, const Target& target) {
  Program result = program;
  std::vector<StmtPtr> stmts;
  for (const Chain& chain : chains_of(program)) {
    const StmtPtr kept = kept_nest(result, chain, target);
    stmts.push_back(kept ? kept : accumulated(result, chain, target));
  }
  result.body = sequence(std::move(stmts));
  return result;
}

}  // namespace insum::schedule
