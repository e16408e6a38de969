#include "schedule/sparse_part.h"

#include <algorithm>

#include "ast/ast_printer.h"
#include "index_ir/algebra.h"
#include "index_ir/expression_types.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "index_ir/sparse_temporary.h"
#include "schedule/dense_workspace.h"
#include "schedule/match_expression.h"

namespace insum::schedule {

using namespace index;

namespace {

/// The indices of a tensor in the order of its levels, as far as they are indices.
std::vector<Var> level_order(const Access& access) {
  if (access.tensor->dense) return variables_of(access);
  std::vector<Var> order;
  for (const TensorLevel& level : access.tensor->levels)
    if (level.level.mode.kind != LevelMode::Kind::remainder &&
        static_cast<std::size_t>(level.level.mode.mode) < access.subscripts.size())
      if (const Var var = as_var(access.subscripts[static_cast<std::size_t>(level.level.mode.mode)]);
          var && !contains(order, var))
        order.push_back(var);
  return order;
}

/// `modes` in the order of `wanted` where that names two or more of them; the others stay where they are.
bool follow(std::vector<Var>& modes, const std::vector<Var>& wanted) {
  std::vector<Var> named;
  for (const Var& var : wanted)
    if (contains(modes, var) && !contains(named, var)) named.push_back(var);
  if (named.size() < 2) return false;
  std::size_t next = 0;
  for (Var& var : modes)
    if (contains(named, var)) var = named[next++];
  return true;
}

std::vector<Var> by_name(const std::vector<std::string>& names, const std::vector<Var>& modes) {
  std::vector<Var> list;
  for (const std::string& name : names)
    for (const Var& var : modes)
      if (var->name == name) list.push_back(var);
  return list;
}

}  // namespace

ExprPtr SparsePart::refuse(const std::string& why, const std::string& remedy) {
  if (!refused)
    schedule::refuse(command_, Diag::impossible_precompute, {ast::print(*request_.expr), why, remedy});
  refused = true;
  return integer(0);
}

bool SparsePart::is_named(const Var& var) const {
  return std::find(request_.consumer.begin(), request_.consumer.end(), var->name) != request_.consumer.end();
}

Einsum SparsePart::run(const Einsum& einsum) {
  left_ = einsum.left, op_ = combining_op(einsum);
  Einsum result = einsum;
  result.right = replace(einsum.right);
  if (!producers.empty()) result.right = with_types(result.right);
  return refused ? einsum : result;
}

ExprPtr SparsePart::replace(const ExprPtr& expr) {
  return rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
    if (const auto* reduce = get_if<Reduce>(e)) return in_reduction(*reduce, e);
    const auto found = find_factors(request_.expr, e);
    if (!found) return nullptr;
    std::vector<ExprPtr> list = found->others;
    list.insert(list.begin(), compute(product(found->named, e->type), {}, op_));
    return product(list, e->type);
  });
}

ExprPtr SparsePart::in_reduction(const Reduce& reduce, const ExprPtr& expr) {
  const auto found = find_factors(request_.expr, reduce.body);
  if (!found) return nullptr;
  const ElementType type = reduce.body->type;
  const ExprPtr part = product(found->named, type), rest = product(found->others, type);
  if (reduce.op != Op::add && !found->others.empty())
    return refuse(std::string("'") + to_string(reduce.op) + "' does not distribute over a product",
                  "precompute all that is reduced");
  std::vector<Var> inside, outside;
  for (const Var& var : reduce.vars)
    (uses(part, var) && !uses(rest, var) && !is_named(var) ? inside : outside).push_back(var);
  std::vector<ExprPtr> list = found->others;
  list.insert(list.begin(), compute(part, inside, reduce.op));
  const ExprPtr body = product(list, type);
  return outside.empty() ? body : make_expr(Reduce{reduce.op, outside, body}, expr->type, expr->where);
}

std::vector<Var> SparsePart::modes_of(const ExprPtr& part, const std::vector<Var>& reduced) {
  const std::vector<Var> free = free_variables_of(part);
  std::vector<Var> modes;
  for (const Var& var : variables_of(left_))
    if (contains(free, var) && !is_named(var)) modes.push_back(var);
  for (const Var& var : free)
    if (!is_named(var) && !contains(reduced, var) && !contains(modes, var)) modes.push_back(var);
  around_ = modes.size();
  for (const std::string& name : request_.consumer) {
    const auto own = std::find_if(free.begin(), free.end(), [&](const Var& v) { return v->name == name; });
    if (own == free.end())
      return refuse("it has no index " + name, "name its own indices"), std::vector<Var>{};
    modes.push_back(*own);
  }
  sort_named(modes);
  return modes;
}

/// The order in which W is read: as a reorder says; else, where it has the result's first index, the result's
/// indices before others, so that W leads the loops that compute the result row by row.
void SparsePart::sort_named(std::vector<Var>& modes) const {
  const std::vector<Var> around(modes.begin(), modes.begin() + static_cast<std::ptrdiff_t>(around_));
  std::vector<Var> named(modes.begin() + static_cast<std::ptrdiff_t>(around_), modes.end());
  bool ordered = false;
  for (const auto& order : program_.requests.orders)
    ordered = ordered || follow(named, by_name(order, named));
  const std::vector<Var> result = level_order(left_);
  if (!ordered && !result.empty() && contains(modes, result.front())) {
    std::vector<Var> first;
    for (const Var& var : result)
      if (contains(named, var)) first.push_back(var);
    for (const Var& var : named)
      if (!contains(first, var)) first.push_back(var);
    named = std::move(first);
  }
  modes = around;
  modes.insert(modes.end(), named.begin(), named.end());
}

bool SparsePart::is_legal(const ExprPtr& part, const std::vector<Var>& modes) {
  for (const Access& access : index::sparse_accesses(part))
    if (!left_.tensor->assembled && has_pattern_of(*left_.tensor, *access.tensor))
      refuse(left_.tensor->name + " has its entries where " + access.tensor->name + " has them",
             remedy_without(part, access));
  for (const Var& var : modes) {
    const Range& range = program_.ranges.at(var);
    if (as_integer(range.begin) != 0 || !variables_of(range.end).empty())
      refuse("the values of " + var->name + " do not begin at 0", "use another index for the workspace");
  }
  return !refused;
}

Tensor SparsePart::temporary(const ExprPtr& part, const std::vector<Var>& modes, Op op) {
  TensorNode node;
  node.name = unique_name(program_, request_.name, "");
  set_workspace_type(node, op, part, left_.tensor);
  if (op != Op::add) node.fill = identity_of(op, node.type);
  for (std::size_t m = 0; m < modes.size(); ++m) {
    node.sizes.push_back(program_.ranges.at(modes[m]).end);
    TensorLevel stored;
    stored.level.mode.mode = static_cast<int>(m);
    stored.level.kind = LevelKind::compressed;
    node.levels.push_back(std::move(stored));
  }
  node.format_name = format_name_of(node.levels);
  add_local_storage(node, [&](const std::string& name) { return unique_name(program_, name, ""); });
  const Tensor made = std::make_shared<const TensorNode>(std::move(node));
  program_.tensors.push_back(made);
  return made;
}

ExprPtr SparsePart::compute(const ExprPtr& part, std::vector<Var> reduced, Op op) {
  if (refused) return part;
  const std::vector<Var> modes = modes_of(part, reduced);
  if (refused || !is_legal(part, modes)) return part;
  const Tensor result = temporary(part, modes, op == Op::none ? Op::add : op);
  Access written{result, {}}, read{result, {}};
  std::map<Var, ExprPtr> renamed;
  for (const Var& var : modes) {
    const auto at = std::find(request_.consumer.begin(), request_.consumer.end(), var->name);
    Var own = var;
    if (at != request_.consumer.end())
      if (const std::string& name =
              request_.producer[static_cast<std::size_t>(at - request_.consumer.begin())];
          name != var->name) {
        own = fresh_variable(program_, name, program_.ranges.at(var));
        if (const auto [first, fresh] = made_.emplace(name, own); !fresh)
          program_.derived.emplace(first->second, std::vector<Var>{own});
        renamed[var] = var_expr(own);
      }
    written.subscripts.push_back(var_expr(own)), read.subscripts.push_back(var_expr(var));
  }
  const SourceRange where = command_.text.range;
  ExprPtr right = substitute(part, renamed);
  if (!reduced.empty()) right = make_expr(Reduce{op, std::move(reduced), right}, part->type, where);
  producers.push_back(make_stmt(Einsum{written, Op::none, with_types(right, result->type)}, where));
  // A type of the user's has the rank of what was named; others may collect less at a time.
  const bool whole = around_ > 0 || request_.policy->kind == "user";
  program_.named_workspaces.push_back({result->name, result, whole ? request_.consumer.size() : 0,
                                       *request_.policy, command_.text.arguments[3].range, true});
  program_.notes.push_back(to_string(written) + " = " + to_string(part) + " is precomputed");
  return make_expr(read, result->type, where);
}

}  // namespace insum::schedule
