#include "schedule/part_off.h"

#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/expression_types.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/choose_schedule.h"
#include "schedule/dense_workspace.h"
#include "schedule/match_expression.h"
#include "schedule/reduced_value.h"
#include "schedule/shared_rows.h"
#include "schedule/to_positions.h"
#include "schedule/weigh_loops.h"

namespace insum::schedule {

using namespace index;

namespace {

/// What to do where a loop around the workspace finds no rows of its own.
std::string instead_of_rows(const Driver& driver) {
  const std::string own = "give the workspace that index as well";
  const TensorNode& tensor = *driver.access.tensor;
  if (tensor.levels[driver.level].level.ordered || tensor.temporary) return own;
  return own + ", or write 'sorted' in the line of " + name_in_messages(tensor) +
         " where its entries are in order";
}

/// A product whose factors are converted to `type` when they are multiplied.
ExprPtr multiplied_in(const ExprPtr& expr, ElementType type) {
  const auto* binary = get_if<Binary>(expr);
  if (!binary || binary->op != BinaryOp::mul) return expr;
  return make_expr(Binary{binary->op, multiplied_in(binary->left, type), binary->right}, type, expr->where);
}

/// Both nests can come to the same coordinates of `var`, the last of the loops that they share.
bool finds_rows(const Chain& chain, const Var& var, const std::vector<Var>& around, const Program& program) {
  const std::vector<Driver> drivers = drivers_of(chain, var);
  if (drivers.size() > 1 || (drivers.size() == 1 && !has_rows_of_its_own(drivers.front(), around)))
    return false;
  const std::vector<Var> outer = variables_of(program.ranges.at(var).end);
  return workspace_extent(chain, var, program) &&
         std::all_of(outer.begin(), outer.end(), [&](const Var& v) { return contains(around, v); });
}

class PartOff {
 public:
  PartOff(Program& program, const Part& part, std::map<std::string, Var>& made, const Refuse& refuse)
      : program_(program), wanted_(part), made_(made), refuse_(refuse) {}

  std::optional<Parted> run(const Chain& chain) {
    if (wanted_.branch) around_ = wanted_.branch->around;
    const ElementType type = chain.assign.right->type;
    const ExprPtr rest = product(wanted_.factors.others, type);
    ExprPtr part = product(wanted_.factors.named, type);
    if (wanted_.type != ElementType::none) part = multiplied_in(part, wanted_.type);
    if (!has_loops(chain, part)) return std::nullopt;
    // Loops of the part: those of the workspace, those that are reduced inside of it, and those around both
    // nests.
    for (const Var& var : chain.vars()) {
      if (contains(wanted_.indices, var) || contains(around_, var) || !uses(part, var)) continue;
      const bool outside = uses(rest, var) || uses(make_expr(chain.assign.left, type), var);
      (outside ? around_ : reduced_).push_back(var);
    }
    if (!is_legal(chain, part)) return std::nullopt;
    Parted result = two_nests(chain, part);
    for (const Access& access : index::sparse_accesses(chain.assign.right))
      for (Assign* assign : {&result.producer.assign, &result.consumer.assign})
        keep_to_rows(*assign, access, around_);
    if (!stand_alone(chain, result) || !part_conditions(chain, result)) return std::nullopt;
    return result;
  }

 private:
  bool has_loops(const Chain& chain, const ExprPtr& part) {
    for (const Var& var : wanted_.indices)
      if (!chain.has(var))
        return refuse("the nest has no loop over " + var->name, "name loops of the nest");
      else if (!uses(part, var))
        return refuse("it has no index " + var->name, "name its own indices");
    return true;
  }

  Parted two_nests(const Chain& chain, const ExprPtr& part) {
    Parted result{chain, chain};
    std::map<Var, ExprPtr> renamed;
    std::vector<Var> own_vars;
    std::vector<ExprPtr> sizes, written, read;
    for (const Var& var : around_)
      sizes.push_back(workspace_extent(chain, var, program_)), written.push_back(var_expr(var)),
          read.push_back(var_expr(var));
    for (std::size_t n = 0; n < wanted_.indices.size(); ++n) {
      const Var& var = wanted_.indices[n];
      const Var own = wanted_.producer[n] == var->name ? var : producer_index(wanted_.producer[n], var);
      if (own != var) renamed[var] = var_expr(own);
      own_vars.push_back(own);
      sizes.push_back(workspace_extent(chain, var, program_));
      written.push_back(var_expr(own)), read.push_back(var_expr(var));
    }
    const Op op = chain.assign.op;
    const Tensor workspace = make_workspace(sizes, op, part, chain.assign.left.tensor);
    result.producer.assign =
        Assign{{workspace, written}, op == Op::none ? Op::add : op, substitute(part, renamed), true};
    result.producer.loops =
        ordered(chain, [&](const Var& var) { return uses(part, var) || contains(wanted_.indices, var); });
    for (Loop& loop : result.producer.loops)
      if (const auto own = renamed.find(loop.var); own != renamed.end()) loop.var = as_var(own->second);
    if (!wanted_.branch) choose_tile(result.producer, own_vars, around_, program_);
    result.consumer.assign.right =
        with_types(in_term({workspace, read}, chain.assign), chain.assign.left.tensor->type);
    result.consumer.loops = ordered(chain, [&](const Var& var) { return !contains(reduced_, var); });
    if (wanted_.branch)
      for (Chain* nest : {&result.producer, &result.consumer}) mark_tile(*nest);
    return result;
  }

  Tensor make_workspace(const std::vector<ExprPtr>& sizes, Op op, const ExprPtr& part,
                        const Tensor& result) const {
    const Tensor made = dense_workspace(program_, wanted_.name, sizes, op, part, result);
    if (!wanted_.branch) return made;
    TensorNode node = *made;
    node.shared = static_cast<int>(around_.size());
    return program_.tensors.back() = std::make_shared<const TensorNode>(std::move(node));
  }

  /// The register tile of a nest whose loops stay where they are: none of those around other nests too.
  void mark_tile(Chain& nest) const {
    std::vector<Var> own;
    for (Loop& loop : nest.loops)
      if (!contains(around_, loop.var))
        own.push_back(loop.var);
      else if (!loop.options.told.valid())
        loop.options.vector = false;
    if (std::any_of(nest.loops.begin(), nest.loops.end(),
                    [](const Loop& l) { return l.options.vector || l.options.unroll > 1; }))
      return;
    if (const Var tile = tile_variable(nest, own, program_)) nest.find(tile)->options.vector = true;
  }

  /// The term with the workspace in the place of the part. What the part does not store is zero, whatever it
  /// is multiplied by.
  ExprPtr in_term(const Access& workspace, const Assign& assign) const {
    const ElementType type = assign.right->type;
    const ExprPtr value = make_expr(workspace, workspace.tensor->type);
    if (wanted_.branch) {
      std::vector<ExprPtr> list = wanted_.factors.others;
      list.insert(list.begin() + static_cast<std::ptrdiff_t>(wanted_.branch->place), value);
      return product(list, type);
    }
    std::vector<ExprPtr> moving, all = {value};
    for (const ExprPtr& factor : wanted_.factors.others)
      (uses_any(factor, wanted_.indices) ? moving : all).push_back(factor);
    const bool plain = !wanted_.exact || program_.ieee || assign.op != Op::add ||
                       is_integer(workspace.tensor->type) ||
                       index::sparse_accesses(product(wanted_.factors.named, type)).empty();
    if (moving.empty() && !plain) return scaled(workspace, wanted_.factors.others, false);
    if (!moving.empty() && !plain) {
      const ExprPtr some = make_expr(
          Binary{BinaryOp::ne, value, identity_of(Op::add, workspace.tensor->type)}, ElementType::boolean);
      const ExprPtr factor = product(moving, type);
      moving = {make_expr(Call{"select", {some, factor, identity_of(Op::add, factor->type)}, nullptr},
                          factor->type)};
    }
    all.insert(all.begin() + 1, moving.begin(), moving.end());
    return product(all, type);
  }

  /// Neither nest needs a loop of the other, and their levels can be walked in this order.
  bool stand_alone(const Chain& chain, const Parted& parted) {
    for (const Chain* nest : {&parted.producer, &parted.consumer})
      for (const Loop& loop : nest->loops)
        for (const Var& var : chain.vars())
          if (const Range& range = program_.ranges.at(loop.var);
              (uses(range.begin, var) || uses(range.end, var)) && !nest->has(var))
            return refuse("the range of the loop over " + loop.var->name + " depends on " + var->name,
                          "give the workspace that index as well");
    for (const Chain* nest : {&parted.producer, &parted.consumer})
      if (const auto constraint = order_obstacle(*nest, nest->vars(), program_))
        return refuse(constraint->why, "put the loops around the workspace outermost with reorder");
    if (is_built_inside(parted.consumer, parted.consumer.vars()))
      return refuse(chain.assign.left.tensor->name + " is built in parts of the outermost loop",
                    "precompute first, then parallelize");
    return true;
  }

  bool refuse(const std::string& why, const std::string& remedy) {
    refuse_(why, remedy);
    return false;
  }

  bool is_legal(const Chain& chain, const ExprPtr& part) {
    if (chain.assign.op != Op::add && !equal(part, chain.assign.right))
      return refuse(std::string("'") + to_string(chain.assign.op) + "' does not distribute over a product",
                    "precompute the whole right side");
    for (const Access& access : index::sparse_accesses(part))
      if (chain.assign.op == Op::none)
        return refuse(
            "the term is stored only where " + name_in_messages(*access.tensor) + " stores something",
            remedy_without(part, access));
    for (const Access& access : index::sparse_accesses(part))
      if (access.optional)
        return refuse("the term also runs where " + name_in_messages(*access.tensor) + " stores nothing",
                      "compute that part in an Einsum of its own");
    const Access& left = chain.assign.left;
    for (const Access& access : index::sparse_accesses(part))
      if (has_pattern_of(*left.tensor, *access.tensor))
        return refuse(
            left.tensor->name + " has its entries where " + name_in_messages(*access.tensor) + " has them",
            remedy_without(part, access));
    for (const Var& var : wanted_.indices)
      if (!workspace_extent(chain, var, program_))
        return refuse("the loop over " + var->name + " has no constant number of values",
                      "use another index for the workspace");
    if (wanted_.branch) return true;  // what it shares was chosen
    for (const Var& var : around_) {
      const std::vector<Driver> drivers = drivers_of(chain, var);
      if (!drivers.empty() && (drivers.size() > 1 || !has_rows_of_its_own(drivers.front(), around_)))
        return refuse("the loop over " + var->name + " around the workspace enumerates " +
                          describe(*driver_of(chain, var)),
                      instead_of_rows(*driver_of(chain, var)));
      const Range& range = program_.ranges.at(var);
      if (as_integer(range.begin) != 0 || !variables_of(range.end).empty())
        return refuse("the range of the loop over " + var->name + " around the workspace depends on others",
                      "give the workspace that index as well");
    }
    return true;
  }

  Var producer_index(const std::string& name, const Var& like) {
    const Var own = fresh_variable(program_, name, program_.ranges.at(like));
    if (const auto [first, fresh] = made_.emplace(name, own); !fresh)
      program_.derived.emplace(first->second, std::vector<Var>{own});
    return own;
  }

  /// The chain's loops that are `wanted`, those around the workspace first.
  template <class F>
  std::vector<Loop> ordered(const Chain& chain, const F& wanted) const {
    std::vector<Loop> list;
    for (const Var& var : around_) {
      list.push_back(*chain.find(var));
      for (const Driver& driver : drivers_of(chain, var))
        list.back().options.runs |= has_rows_in_runs(driver);
    }
    for (const Loop& loop : chain.loops)
      if (!contains(around_, loop.var) && wanted(loop.var)) list.push_back(loop);
    return list;
  }

  /// Each condition goes where all its indices are.
  bool part_conditions(const Chain& chain, Parted& result) {
    result.producer.conditions.clear();
    result.consumer.conditions.clear();
    for (const ExprPtr& condition : chain.conditions) {
      if (!index::sparse_accesses(condition).empty())
        return refuse("the term runs where one of several operands is stored",
                      "compute that part in an Einsum of its own");
      if (uses_any(condition, reduced_))
        result.producer.conditions.push_back(condition);
      else
        result.consumer.conditions.push_back(condition);
      for (const Var& var : variables_of(condition))
        if (uses_any(condition, reduced_) && !result.producer.has(var))
          return refuse("a condition of the term has indices of both nests", "leave precompute out");
    }
    return true;
  }

  Program& program_;
  const Part& wanted_;
  std::map<std::string, Var>& made_;
  const Refuse& refuse_;
  std::vector<Var> around_, reduced_;
};

}  // namespace

std::vector<Var> loops_to_share(const Chain& chain, const Factors& factors, const std::vector<Var>& context,
                                const Program& program) {
  const ElementType type = chain.assign.right->type;
  const ExprPtr part = product(factors.named, type), rest = product(factors.others, type),
                left = make_expr(chain.assign.left, type);
  std::size_t kept = context.size();
  while (kept > 0 && !uses(part, context[kept - 1])) --kept;
  std::vector<Var> list;
  for (const Var& var : chain.vars()) {
    const bool has = uses(part, var) || list.size() < kept;
    if (!has || !(uses(rest, var) || uses(left, var) || list.size() < kept)) break;
    const LoopOptions& options = chain.find(var)->options;
    list.push_back(var);
    if ((options.vector && options.told.valid()) || !finds_rows(chain, var, list, program)) {
      list.pop_back();
      break;
    }
  }
  return list;
}

std::optional<Parted> part_off(const Chain& chain, const Part& part, Program& program,
                               std::map<std::string, Var>& made, const Refuse& refuse) {
  return PartOff(program, part, made, refuse).run(chain);
}

}  // namespace insum::schedule
