#include "schedule/dense_workspace.h"

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
  if (const auto most = at_most(range.end)) return integer(*most);
  const auto* least = get_if<Call>(range.end);  // min(block, n - i0 * block)
  if (!least || least->function != "min") return nullptr;
  const ExprPtr& length = least->arguments[0];
  return variables_of(length).empty() ? length : nullptr;
}

void set_workspace_type(TensorNode& node, Op op, const Tensor& result) {
  node.type = common_type(result->type, ElementType::none);
  if (node.type == ElementType::dependent) node.type_spelling = operand_spelling(*result);
  if (op == Op::logical_or || op == Op::logical_and) node.type = ElementType::boolean;
}

void set_workspace_type(TensorNode& node, Op op, const ExprPtr& right, const Tensor& result) {
  node.type = common_type(result->type, right->type);
  if (node.type == ElementType::dependent) {
    const std::string left = operand_spelling(*result);
    node.type_spelling = common_spelling(dependent_spelling(right, left), left);
  }
  if (op == Op::logical_or || op == Op::logical_and) node.type = ElementType::boolean;
}

Tensor dense_workspace(Program& program, const std::string& name, const std::vector<ExprPtr>& sizes, Op op,
                       const ExprPtr& right, const Tensor& result, int partial) {
  TensorNode node;
  node.name = unique_name(program, name, "");
  set_workspace_type(node, op, right, result);
  node.temporary = true;
  node.partial = partial;
  node.sizes = sizes;
  set_row_major(node);
  program.tensors.push_back(std::make_shared<const TensorNode>(std::move(node)));
  return program.tensors.back();
}

}  // namespace insum::schedule
