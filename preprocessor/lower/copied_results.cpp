// Sparse results whose outer levels are copies of an operand's. Notation: q is the operand's position in the
// last of these levels, q0 its first, and a dense block of B values belongs to each: element b of it is
// values[(q - q0)*B + b].
#include <algorithm>

#include "index_ir/rewrite.h"
#include "lower/lowering.h"
#include "support/internal_error.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

std::optional<Assign> writing_copied(const StmtPtr& stmt) {
  std::optional<Assign> found;
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    if (const auto* assign = get_if<Assign>(s); assign && assign->left.tensor->copied_levels) found = *assign;
  });
  return found;
}

}  // namespace

bool Lowering::copy_levels(const StmtPtr& stmt, const Scope& scope, lo::Body& out) {
  const auto written = writing_copied(stmt);
  if (!written) return false;
  const TensorNode& tensor = *written->left.tensor;
  const auto state = std::find_if(scope.sparse.begin(), scope.sparse.end(), [&](const SparseState& s) {
    return s.access.tensor->name == tensor.patterns.front();
  });
  internal_check(state != scope.sparse.end(), "a pattern of no operand");
  const TensorNode& from = *state->access.tensor;
  if (tensor.temporary) declare_containers(tensor, out);
  check_coordinate_types(tensor, out);
  std::vector<lo::ExprPtr> levels;
  std::size_t next = 0;
  for (std::size_t l = 0; l < tensor.copied_levels; ++l) {
    const TensorLevel& level = from.levels[l];
    if (level.level.kind == LevelKind::dense) {
      levels.push_back(invoke("insum::rt::copied_dense", {index_value(level.size, Scope{})}));
      continue;
    }
    std::vector<lo::ExprPtr> list;
    if (level.level.implicit_pos) list.push_back(index_value(level.size, Scope{}));
    for (const Argument& array : level.arrays) list.push_back(lo::name(array->name));
    for (std::size_t a = 0; a < level.arrays.size(); ++a)
      list.push_back(lo::name(tensor.containers.at(next++)->name));
    const std::string kind = level.level.kind == LevelKind::singleton ? "singleton"
                             : level.level.implicit_pos               ? "list"
                                                                      : "compressed";
    levels.push_back(invoke("insum::rt::copied_" + kind, std::move(list)));
  }
  lo::ExprPtr block = lo::integer(1);
  for (std::size_t l = tensor.copied_levels; l < tensor.levels.size(); ++l)
    block = checked_mul(block, index_value(tensor.levels[l].size, Scope{}));
  const std::string& values = tensor.containers.at(next)->name;
  const CopiedResult result{fresh(tensor.name + "_values"), fresh(tensor.name + "_first")};
  std::vector<lo::ExprPtr> list = {quoted(tensor.name), lo::integer(from.base), lo::integer(tensor.base),
                                   lo::name(values), block};
  list.insert(list.end(), levels.begin(), levels.end());
  out.push_back(lo::make_stmt(
      lo::Declare{lo::Type{}, result.first, invoke("insum::rt::copy_levels", std::move(list)), true, ""}));
  out.push_back(lo::make_stmt(lo::Declare{lo::Type{ElementType::dependent, "auto* const"}, result.values,
                                          invoke(values + ".data", {}), false, ""}));
  Scope inner = scope;
  inner.copied[written->left.tensor] = result;
  enter_body(stmt, {}, inner, out);
  reread(tensor, out);
  return true;
}

lo::ExprPtr Lowering::place_of(const Access& access, const Scope& scope) {
  const TensorNode& tensor = *access.tensor;
  const SparseState* state = state_of(access, scope);
  internal_check(state->resolved == tensor.copied_levels,
                 tensor.name + " is written elsewhere than at an entry of its pattern");
  lo::ExprPtr place = lo::sub(state->position, lo::name(scope.copied.at(access.tensor).first));
  for (std::size_t l = tensor.copied_levels; l < access.subscripts.size(); ++l)
    place = lo::add(lo::mul(place, index_value(tensor.levels[l].size, Scope{})),
                    index_value(access.subscripts[l], scope));
  return place;
}

}  // namespace insum::lower
