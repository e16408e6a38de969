// Operands that are read through copies.
#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/concretizer.h"
#include "index_ir/guard_bounds.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "index_ir/sparse_temporary.h"

namespace insum::index {

Access Concretizer::temporary(const std::string& name, const ElementOf& type, const std::vector<Var>& vars) {
  TensorNode node;
  node.name = unique_name(program_, name, "");
  node.type = type.type;
  node.type_spelling = type.spelling;
  node.temporary = true;
  Access access;
  for (const Var& var : vars) {
    node.sizes.push_back(program_.ranges.at(var).end);
    access.subscripts.push_back(var_expr(var));
  }
  set_row_major(node);
  access.tensor = std::make_shared<const TensorNode>(std::move(node));
  program_.tensors.push_back(access.tensor);
  return access;
}

std::optional<Access> Concretizer::next_to_densify(const Nest& nest) const {
  const std::vector<Access> sparse = sparse_accesses(nest.body);
  if (sparse.empty() || vanishes_without(nest.body, sparse, neutral_of(nest), program_.ieee))
    return std::nullopt;
  return sparse.front();
}

bool Concretizer::may_convert(const Nest& nest, const Access& access, const std::string& why) {
  if (!program_.no_convert) return true;
  diagnostics_.report(Diag::conversion_refused, nest.where, {access.tensor->name, why});
  return false;
}

/// The user names a sparse workspace for what the nest computes: it need not come in the result's order.
bool Concretizer::is_collected(const Nest& nest) const {
  const TensorNode& left = *nest.left.tensor;
  const auto is_own = [&](const Program::NamedWorkspace& named) {
    return named.result->values == left.values;
  };
  return left.assembled &&
         (program_.requests.collected.count({left.values, left.build}) != 0 ||
          std::any_of(program_.named_workspaces.begin(), program_.named_workspaces.end(), is_own));
}

bool Concretizer::convert_operands(Nest& nest) {
  constexpr int most_rounds =
      4;  // copies that are only faster are made at once, those of clashing orders in two
  for (int round = 0;; ++round) {
    const std::vector<Clause> clauses = clauses_at(nest);
    const bool may_help = !is_collected(nest) && round == 0;
    const std::vector<Copy> copies =
        choose_copies({nest, program_, clauses, clashes(nest), may_help && !program_.no_convert, may_help});
    if (copies.empty()) return true;
    if (round == most_rounds) {
      diagnostics_.report(Diag::not_supported_yet, nest.where,
                          {"a term whose operands clash in order even in sorted copies",
                           "compute a part of it in an Einsum of its own"});
      return false;
    }
    for (const Copy& copy : copies) {
      if (!may_convert(nest, copy.access, copy.why)) return false;
      const Access read{as_operand(sorted_copy(nest, copy)), copy.access.subscripts};
      nest.body = replace_access(nest.body, copy.access, read);
    }
  }
}

Tensor Concretizer::sorted_copy(const Nest& nest, const Copy& copy) {
  const TensorNode& tensor = *copy.access.tensor;
  Tensor& made = copies_[{copy.access.tensor, copy.modes}];
  if (made) return made;
  TensorNode node;
  node.sizes = tensor.sizes;
  node.levels = sorted_levels(tensor, copy.modes, program_);
  node.format_name = format_name_of(node.levels);
  node.name = unique_name(
      program_, tensor.name + "_" + (node.format_name == "levels" ? "sorted" : node.format_name), "");
  node.type = tensor.type;
  node.type_spelling = tensor.type_spelling;
  node.fill = tensor.fill;
  node.copy_of = tensor.copy_of.empty() ? tensor.name : tensor.copy_of;
  add_local_storage(node, [&](const std::string& name) { return unique_name(program_, name, ""); });
  made = std::make_shared<const TensorNode>(std::move(node));
  program_.tensors.push_back(as_operand(made));
  Nest entries{{made, {}}, Op::add, true, nullptr, {}, {}, nest.where};
  for (std::size_t m = 0; m < tensor.sizes.size(); ++m) {
    entries.vars.push_back(fresh_variable(program_, "m" + std::to_string(m), {integer(0), tensor.sizes[m]}));
    entries.left.subscripts.push_back(var_expr(entries.vars.back()));
  }
  entries.body = make_expr(Access{copy.access.tensor, entries.left.subscripts}, tensor.type, nest.where);
  const Tensor result = made;
  emit_stored(std::move(entries));
  program_.notes.push_back(to_string(copy.access) + " is converted to " + result->format_name + ", as " +
                           result->name + ": " + copy.why);
  return result;
}

bool Concretizer::densify(Nest& nest, const Access& access) {
  const std::string why = "where it stores nothing, the term still has a value";
  if (!may_convert(nest, access, why)) return false;
  std::vector<Var> vars;
  for (std::size_t m = 0; m < access.subscripts.size(); ++m)
    vars.push_back(fresh_variable(program_, "m" + std::to_string(m), {integer(0), access.tensor->sizes[m]}));
  const Access copy =
      temporary(access.tensor->name + "_dense", {access.tensor->type, access.tensor->type_spelling}, vars);
  Access entry{access.tensor, copy.subscripts};
  const ExprPtr value = make_expr(entry, access.tensor->type, nest.where);
  const ExprPtr fill = fill_of(access.tensor);
  if (known_value(fill) == 0.0) {
    emit(Nest{copy, Op::add, true, value, vars, {}, nest.where});
  } else {
    emit_loops(Nest{copy, Op::none, false, fill, vars, {}, nest.where});
    emit_stored(Nest{copy, Op::none, false, value, vars, {}, nest.where});
  }
  program_.notes.push_back(to_string(access) + " is read through a dense copy: " + why);
  const Access read{copy.tensor, access.subscripts};
  nest.body = replace_access(nest.body, access,
                             [&](const ExprPtr& e) { return guarded_read(read, fill, e->where, program_); });
  return true;
}

}  // namespace insum::index
