#include "schedule/shared_rows.h"

#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/dependent_types.h"
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

/// The number of outer levels that loops over `around` walk; 0 where none of them has an array.
std::size_t levels_around(const Access& access, const std::vector<Var>& around) {
  std::size_t count = 0;
  for (std::size_t l = 0; l < access.subscripts.size(); ++l) {
    const Var var = as_var(access.subscripts[l]);
    if (!var || !contains(around, var)) break;
    if (is_stored(access.tensor->levels[l])) count = l + 1;
  }
  return count;
}

/// `access` without its inner levels, as a factor of `value`.
ExprPtr rows_of(const Access& access, std::size_t levels, const ExprPtr& value) {
  TensorNode node = *access.tensor;
  node.rows_only = true;
  node.levels.resize(levels);
  node.fill = nullptr;
  node.patterns.clear();
  node.type = value->type;
  node.type_spelling = value->type == ElementType::dependent ? dependent_spelling(value, "") : "";
  const auto end = access.subscripts.begin() + static_cast<std::ptrdiff_t>(levels);
  return make_expr(
      Access{std::make_shared<const TensorNode>(std::move(node)), {access.subscripts.begin(), end}},
      value->type);
}

const Access* as_rows(const ExprPtr& expr) {
  const auto* access = get_if<Access>(expr);
  return access && access->tensor->rows_only ? access : nullptr;
}

}  // namespace

bool has_rows_of_its_own(const Driver& driver, const std::vector<Var>& around) {
  const Access& access = driver.access;
  if (access.optional || levels_around(access, around) <= driver.level) return false;
  return std::all_of(access.tensor->levels.begin(),
                     access.tensor->levels.begin() + static_cast<std::ptrdiff_t>(driver.level) + 1,
                     [](const TensorLevel& level) {
                       const LevelKind kind = level.level.kind;
                       const bool listed = kind == LevelKind::compressed || kind == LevelKind::singleton;
                       return !is_stored(level) || (listed && level.level.ordered);
                     });
}

bool has_rows_in_runs(const Driver& driver) {
  return !driver.access.tensor->levels[driver.level].level.unique;
}

void keep_to_rows(Assign& assign, const Access& access, const std::vector<Var>& around) {
  const std::size_t levels = levels_around(access, around);
  const std::vector<Access> read = accesses_of(assign.right);
  if (!levels || std::any_of(read.begin(), read.end(), [&](const Access& a) { return equal(a, access); }))
    return;
  const bool logical = assign.op == Op::logical_or || assign.op == Op::logical_and;
  assign.right = make_expr(Binary{logical ? BinaryOp::logical_and : BinaryOp::mul, assign.right,
                                  rows_of(access, levels, assign.right)},
                           assign.right->type, assign.right->where);
}

bool is_rows(const ExprPtr& factor) { return as_rows(factor) != nullptr; }

StmtPtr without_rows(const StmtPtr& stmt, const std::vector<Var>& fused) {
  ExprRule rule;
  rule = [&](const ExprPtr& e) -> ExprPtr {
    const auto* binary = get_if<Binary>(e);
    if (!binary) return nullptr;
    const bool before = as_rows(binary->left) != nullptr;  // what is the same for a whole sum stands first
    const Access* rows = as_rows(before ? binary->left : binary->right);
    if (!rows) return nullptr;
    for (const Var& var : variables_of(*rows))
      if (!contains(fused, var)) return nullptr;
    return rewrite(before ? binary->right : binary->left, rule);
  };
  return rewrite(stmt, StmtRule(), rule);
}

bool share_rows(const StmtPtr& a, const StmtPtr& b, const Var& in_a, const Var& in_b) {
  const std::vector<Driver> first = drivers_of(a, in_a), second = drivers_of(b, in_b);
  const auto same = [](const Driver& x, const Driver& y) {
    const auto &u = x.access.tensor->levels[x.level], &v = y.access.tensor->levels[y.level];
    return x.level == y.level && !x.access.optional && !y.access.optional && u.arrays == v.arrays &&
           !u.arrays.empty();
  };
  const auto within = [&](const std::vector<Driver>& list, const std::vector<Driver>& other) {
    return std::all_of(list.begin(), list.end(), [&](const Driver& x) {
      return std::any_of(other.begin(), other.end(), [&](const Driver& y) { return same(x, y); });
    });
  };
  return within(first, second) && within(second, first);
}

}  // namespace insum::schedule
