#include "schedule/reuse_patterns.h"

#include <algorithm>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "schedule/chain.h"

namespace insum::schedule {

using namespace index;

namespace {

bool is_dense(const TensorLevel& level) { return level.level.kind == LevelKind::dense; }

/// The levels of a result down to the last that stores coordinates.
std::size_t stored_levels(const TensorNode& tensor) {
  std::size_t count = tensor.levels.size();
  while (count > 0 && is_dense(tensor.levels[count - 1])) --count;
  return count;
}

/// The loops around the one statement that writes `result`; nothing where more than loops decides how often
/// it runs.
std::optional<std::vector<Var>> loops_around(const StmtPtr& stmt, const Tensor& result) {
  std::vector<Var> vars;
  StmtPtr at = stmt;
  while (!get_if<Assign>(at)) {
    if (const auto* loop = get_if<Forall>(at)) {
      vars.push_back(loop->var);
      at = loop->body;
    } else if (const auto* where = get_if<Where>(at); where && !building(where->producer)) {
      at = where->consumer;
    } else {
      return std::nullopt;
    }
  }
  const Assign& assign = *get_if<Assign>(at);
  if (assign.left.tensor != result || assign.op != Op::none) return std::nullopt;
  return vars;
}

class Reuse {
 public:
  explicit Reuse(const Program& program) : program_(program) {}

  StmtPtr run(const StmtPtr& stmt, std::vector<std::string>& notes) const {
    const auto written = building(stmt);
    if (!written || written->left.tensor->keeps_pattern || is_built_elsewhere(stmt, *written->left.tensor))
      return stmt;
    const Access& left = written->left;
    const std::size_t levels = stored_levels(*left.tensor);
    const auto operand = only_operand(stmt);
    const auto vars = loops_around(stmt, left.tensor);
    if (!operand || !vars || !are_those_of(*vars, left) || !covers(stmt, *operand, left, levels)) return stmt;
    TensorNode node = *left.tensor;
    node.assembled = false;
    node.copied_levels = levels;
    node.patterns = {operand->tensor->name};
    notes.push_back("the " + std::string(levels == operand->subscripts.size() ? "" : "outer ") +
                    "levels of " + node.name + " are copied from " + operand->tensor->name);
    const Tensor result = std::make_shared<const TensorNode>(std::move(node));
    return rewrite(stmt, [&](const StmtPtr& s) -> StmtPtr {
      const auto* assign = get_if<Assign>(s);
      if (!assign || assign->left.tensor != left.tensor) return nullptr;
      return make_stmt(Assign{{result, assign->left.subscripts}, assign->op, assign->right, assign->defines},
                       s->where);
    });
  }

 private:
  /// Another statement adds to the result, or this one reads what it was.
  bool is_built_elsewhere(const StmtPtr& stmt, const TensorNode& result) const {
    int builders = 0;
    bool read = false;
    for_each_stmt(program_.body, [&](const StmtPtr& s) {
      const auto* assign = get_if<Assign>(s);
      builders += assign && assign->left.tensor->assembled && assign->left.tensor->values == result.values &&
                  assign->left.tensor->build == result.build;
    });
    for_each_expr(stmt, [&](const ExprPtr& e) {
      const auto* access = get_if<Access>(e);
      read |= access && access->tensor->values == result.values;
    });
    return builders != 1 || read;
  }

  /// The one sparse operand, where it is stored at every point that matters.
  static std::optional<Access> only_operand(const StmtPtr& stmt) {
    std::optional<Access> only;
    bool other = false;
    for_each_stmt(stmt, [&](const StmtPtr& s) {
      const auto* assign = get_if<Assign>(s);
      if (!assign) return;
      for (const Access& access : index::sparse_accesses(assign->right)) {
        other |= only && !equal(*only, access);
        only = access;
      }
    });
    const bool plain = only && !other && !only->optional && !only->tensor->folded &&
                       !only->tensor->assembled && only->tensor->symmetry == Symmetry::none &&
                       only->tensor->workspace == TensorNode::Workspace::none;
    return plain ? only : std::nullopt;
  }

  /// Each loop is over one subscript of the result.
  static bool are_those_of(const std::vector<Var>& loops, const Access& left) {
    return loops.size() == left.subscripts.size() &&
           std::all_of(loops.begin(), loops.end(), [&](const Var& var) {
             return std::any_of(left.subscripts.begin(), left.subscripts.end(),
                                [&](const ExprPtr& subscript) { return as_var(subscript) == var; });
           });
  }

  bool covers(const StmtPtr& stmt, const Access& operand, const Access& left, std::size_t levels) const {
    if (levels > operand.subscripts.size()) return false;
    for (std::size_t l = 0; l < levels; ++l) {
      const Var var = as_var(left.subscripts[l]);
      const Level &from = operand.tensor->levels[l].level, &to = left.tensor->levels[l].level;
      const bool same = from.kind == to.kind && from.implicit_pos == to.implicit_pos &&
                        from.mode.kind == LevelMode::Kind::plain && to.mode.kind == LevelMode::Kind::plain &&
                        (from.ordered || !to.ordered) && (from.unique || !to.unique);
      if (!var || as_var(operand.subscripts[l]) != var || !same || !leads(stmt, operand, l, var))
        return false;
    }
    // What is looked for in a fibre need not be there.
    const bool searched =
        std::any_of(operand.subscripts.begin() + static_cast<std::ptrdiff_t>(levels),
                    operand.subscripts.end(), [](const ExprPtr& subscript) { return !as_var(subscript); });
    return operand.tensor->levels[levels - 1].level.unique && !searched && !uses_below(operand, left, levels);
  }

  /// The loop over `var` meets all that the operand stores in this level, and nothing else.
  static bool leads(const StmtPtr& stmt, const Access& operand, std::size_t l, const Var& var) {
    const std::vector<Driver> drivers = drivers_of(stmt, var);
    if (is_dense(operand.tensor->levels[l])) return drivers.empty();
    return std::all_of(drivers.begin(), drivers.end(), [&](const Driver& driver) {
      return equal(driver.access, operand) && driver.level == l;
    });
  }

  /// Dense modes of the result that the operand stores too, further down: a fibre need not have them all.
  static bool uses_below(const Access& operand, const Access& left, std::size_t levels) {
    for (std::size_t l = levels; l < left.subscripts.size(); ++l)
      for (std::size_t k = 0; k < operand.subscripts.size(); ++k)
        if (uses(operand.subscripts[k], as_var(left.subscripts[l]))) return true;
    return false;
  }

  const Program& program_;
};

}  // namespace

Program reuse_patterns(const Program& program) {
  Program result = program;
  const auto* all = get_if<Sequence>(program.body);
  const Reuse reuse(program);
  std::vector<StmtPtr> out;
  for (const StmtPtr& stmt : all ? all->stmts : std::vector<StmtPtr>{program.body})
    out.push_back(reuse.run(stmt, result.notes));
  result.body = sequence(std::move(out));
  return result;
}

}  // namespace insum::schedule
