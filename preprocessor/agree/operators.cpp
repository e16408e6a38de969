#include "agree/operators.h"

#include <algorithm>

#include "index_ir/printer.h"
#include "index_ir/rewrite.h"

namespace insum::agree {

namespace {

/// As the statement may have it: y -= x is a sum to which what is negated is added, y /= x defines quotients.
std::string operator_of(const nest::Nest& nest) {
  const bool negates = nest.value->kind == nest::ExprKind::unary && nest.value->text == "-";
  const bool changes = nest.value->kind == nest::ExprKind::binary &&
                       (nest.value->text == "/" || nest::is_of_integers(nest.value->text)) &&
                       nest::print(nest.value->parts[0]) == nest::print(nest.target);
  if (nest.op == "+" && negates) return "-=";
  if (nest.op == "=") return changes ? nest.value->text + "=" : "=";
  if (nest.op == "min" || nest.op == "max") return nest.op + "=";
  const bool is_bool = nest.arrays.at(static_cast<std::size_t>(nest.target->id)).element == "bool";
  if (nest.op == "||" || nest.op == "&&") return is_bool ? nest.op.substr(1) + "=" : nest.op;
  return nest.op + "=";
}

/// "": it defines elements by what they are, so no operator tells what it is.
std::string operator_of(const index::Program& program) {
  std::string out;
  index::for_each_stmt(program.body, [&](const index::StmtPtr& stmt) {
    const auto* einsum = index::get_if<index::Einsum>(stmt);
    if (!einsum || einsum->left.tensor->temporary) return;
    index::ExprPtr value = einsum->right;
    while (const auto* reduce = index::get_if<index::Reduce>(value)) value = reduce->body;
    const auto* unary = index::get_if<index::Unary>(value);
    const bool negates = einsum->op == index::Op::add && unary && unary->op == index::UnaryOp::minus;
    const std::vector<index::Access> read = index::accesses_of(einsum->right);
    const bool reads_own = std::any_of(read.begin(), read.end(), [&](const index::Access& access) {
      return access.tensor == einsum->left.tensor;
    });
    out = einsum->op == index::Op::none && reads_own ? "" : negates ? "-=" : index::to_string(einsum->op);
  });
  return out;
}

}  // namespace

std::string operator_difference(const nest::Nest& nest, const index::Program& program) {
  if (!nest.others.empty()) return "";
  const std::string of_loop = operator_of(nest), of_block = operator_of(program);
  if (of_loop == of_block || of_block.empty()) return "";
  const std::string in_block = of_block == "-=" ? "'+=' of what is negated" : "'" + of_block + "'";
  return "the statement combines by '" + of_loop + "', the block by " + in_block;
}

}  // namespace insum::agree
