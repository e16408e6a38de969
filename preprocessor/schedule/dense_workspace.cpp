#include "schedule/dense_workspace.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/dependent_types.h"
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

ExprPtr workspace_extent(const Chain& chain, const Var& var, const Program& program) {
  const Range& range = program.ranges.at(var);
  for (const Driver& driver : drivers_of(chain, var))
    if (driver.access.tensor->levels[driver.level].level.kind == LevelKind::offset) return nullptr;
  if (as_integer(range.begin) != 0) return nullptr;
  if (variables_of(range.end).empty()) return range.end;
  const auto most = at_most(range.end);
  return most ? integer(*most) : nullptr;
}

Tensor dense_workspace(Program& program, const std::string& name, const std::vector<ExprPtr>& sizes, Op op,
                       const ExprPtr& right, const Tensor& result, int partial) {
  const auto taken = [&](const std::string& text) {
    return std::any_of(program.tensors.begin(), program.tensors.end(), [&](const Tensor& t) { return t->name == text; }) ||
           std::any_of(program.arguments.begin(), program.arguments.end(), [&](const Argument& a) { return a->name == text; });
  };
  TensorNode node;
  node.name = name;
  for (int n = 2; taken(node.name); ++n) node.name = name + std::to_string(n);
  node.type = common_type(result->type, right->type);
  if (node.type == ElementType::dependent) {
    const std::string left = operand_spelling(*result);
    node.type_spelling = common_spelling(dependent_spelling(right, left), left);
  }
  if (op == Op::logical_or || op == Op::logical_and) node.type = ElementType::boolean;
  node.temporary = true;
  node.partial = partial;
  node.sizes = sizes;
  node.strides.assign(sizes.size(), integer(1));
  for (std::size_t m = sizes.size(); m-- > 1;) node.strides[m - 1] = mul(node.strides[m], node.sizes[m]);
  program.tensors.push_back(std::make_shared<const TensorNode>(std::move(node)));
  return program.tensors.back();
}

std::string order_obstacle(const Chain& chain, const Program& program) {
  const std::vector<Var> order = chain.vars();
  const auto at = [&](const Var& var) { return std::find(order.begin(), order.end(), var) - order.begin(); };
  for (const OrderConstraint& c : order_constraints(sparse_accesses(chain), order, program))
    if (at(c.first) > at(c.then)) return c.why;
  return "";
}

}  // namespace insum::schedule
