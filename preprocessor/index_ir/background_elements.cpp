// A result that is defined everywhere by operands that store a part: what they do not store first, then what
// they do.
//   C[i,j] = max(A[i,j], x[j])  ->  forall i, j: C[i,j] = max(0, x[j])
//                                   forall i, j stored: C[i,j] = max(A[i,j], x[j])
// instead of a dense copy of A (copies.cpp), which sums need, and terms that are added to others.
#include <algorithm>
#include <cmath>

#include "index_ir/algebra.h"
#include "index_ir/concretizer.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

/// Each element is computed once: subscripts are fixed, or indices of their own, of which there are no
/// others.
bool has_a_point_each(const Nest& nest) {
  std::vector<Var> seen;
  for (const ExprPtr& subscript : nest.left.subscripts) {
    const Var var = as_var(subscript);
    if (!var && variables_of(subscript).empty() && accesses_of(subscript).empty()) continue;
    if (!var || contains(seen, var)) return false;
    seen.push_back(var);
  }
  return seen.size() == nest.vars.size();
}

/// It has the result's indices for subscripts, each once and whole: no point of it is outside.
bool goes_through_modes(const Access& access, const Program& program) {
  std::vector<Var> seen;
  for (std::size_t m = 0; m < access.subscripts.size(); ++m) {
    const Var var = as_var(access.subscripts[m]);
    if (!var || contains(seen, var)) return false;
    seen.push_back(var);
    const Range& range = program.ranges.at(var);
    if (as_integer(range.begin) != 0 || !same_size(range.end, access.tensor->sizes[m], program)) return false;
  }
  return true;
}

/// Threads can have its entries: none of its levels comes to a coordinate again, or a copy takes its place.
bool is_shared_out(const TensorNode& tensor) {
  return may_hold_duplicates(tensor) ||
         std::all_of(tensor.levels.begin(), tensor.levels.end(),
                     [](const TensorLevel& level) { return !is_stored(level) || level.level.unique; });
}

bool reads(const ExprPtr& body, const TensorNode& result) {
  const std::vector<Access> all = accesses_of(body);
  return std::any_of(all.begin(), all.end(), [&](const Access& access) {
    return access.tensor.get() == &result ||
           (access.tensor->values && access.tensor->values == result.values);
  });
}

}  // namespace

bool Concretizer::has_plain_numbers(const Nest& nest) {
  if (nest.left.tensor->type == ElementType::dependent || nest.body->type == ElementType::dependent)
    return false;
  const std::vector<Access> sparse = sparse_accesses(nest.body);
  return std::none_of(sparse.begin(), sparse.end(), [](const Access& access) {
    const ExprPtr fill = fill_of(access.tensor);
    const std::optional<double> value = known_value(fill);
    return is_integer(access.tensor->type) && (is_limit(fill) || (value && std::isinf(*value)));
  });
}

bool Concretizer::emit_background(const Nest& nest) {
  const std::vector<Access> sparse = sparse_accesses(nest.body);
  const TensorNode& left = *nest.left.tensor;
  if (!left.dense || !nest.defines || !nest.conditions.empty() || sparse.size() > most_sparse_operands ||
      !has_a_point_each(nest) || reads(nest.body, left) || !has_plain_numbers(nest) ||
      !std::all_of(sparse.begin(), sparse.end(), [&](const Access& access) {
        return goes_through_modes(access, program_) && is_shared_out(*access.tensor);
      }))
    return false;
  Nest entries = nest;
  entries.op = Op::none;
  entries.defines = false;
  entries.outside = at_fill(nest.body, sparse, program_.ieee);
  if (may_trap(entries.outside) || next_to_densify(entries)) return false;
  Nest everywhere = entries;
  everywhere.body = entries.outside;
  everywhere.outside = nullptr;
  std::string names;
  for (const Access& access : sparse) names += (names.empty() ? "" : ", ") + to_string(access);
  program_.notes.push_back(to_string(nest.left) + " is " + to_string(entries.outside) +
                           " first, and computed again where " + names +
                           (sparse.size() > 1 ? " store something" : " stores something"));
  emit_loops(everywhere);
  emit_stored(std::move(entries));
  return true;
}

}  // namespace insum::index
