// Rows that the coordinates of a level choose are asked for some entries ahead of their use: memory does not
// see them coming.
//
//   for p in [pos[i], pos[i+1]):
//     k = crd[p]; if (far_B && tile.is_wide) tile.prefetch(B + crd[min(p + 8, last)]*N + j); ..
//
// Only in register tiles of several cache lines, and only for arrays that the nearer caches do not hold:
// elsewhere the processor has enough loads under way, and the requests cost up to 40 percent. The last entry
// of all rows ends it, not the row's: short rows need it most.
//
// Rows of large stored blocks are asked for one block ahead: a tile takes a few rows of each block, so that
// what it reads is in pieces.
#include "index_ir/address.h"
#include "index_ir/rewrite.h"
#include "loop_ir/rewrite.h"
#include "lower/check_calls.h"
#include "lower/lowering.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

/// Entries between the request and the use: enough to cover the way to memory, few enough to stay in the
/// first cache.
constexpr long long distance = 8;

/// Blocks of fewer rows are read as a whole, and of fewer columns have nothing worth asking for.
constexpr long long least_block = 16;

/// The elements of a block below the first `resolved` levels of `access`; null where these are not blocks
/// that rows outside of the loop over blocks take in pieces.
std::optional<long long> size_of_block(const Access& access, std::size_t resolved, const Scope& scope) {
  const std::vector<TensorLevel>& levels = access.tensor->levels;
  if (resolved + 2 > levels.size()) return std::nullopt;
  long long rows = 1, columns = 1;
  for (std::size_t l = resolved; l < levels.size(); ++l) {
    const auto size = as_integer(levels[l].size);
    if (levels[l].level.kind != LevelKind::dense || !size) return std::nullopt;
    rows *= columns;
    columns = *size;
    if (l + 1 == levels.size()) break;
    for (const Var& var : variables_of(access.subscripts[l]))
      if (!scope.names.count(var) || var == scope.vector->var) return std::nullopt;
  }
  if (rows < least_block || columns < least_block) return std::nullopt;
  return rows * columns;
}

}  // namespace

/// The number of positions of level `l`, for all positions above it; null where it is not one array's.
lo::ExprPtr Lowering::positions_of(const TensorNode& tensor, std::size_t l) {
  lo::ExprPtr count = lo::integer(1);
  for (std::size_t at = 0; at <= l; ++at) {
    const TensorLevel& level = tensor.levels[at];
    const auto end = [&] {
      return invoke("insum::rt::level_end", {array(level.arrays[0]), count, lo::integer(tensor.base)});
    };
    switch (level.level.kind) {
      case LevelKind::dense:
      case LevelKind::fixed:
      case LevelKind::offset:
        count = lo::mul(count, index_value(level.size, Scope{}));
        break;
      case LevelKind::compressed:
        count = level.level.implicit_pos ? index_value(level.size, Scope{}) : end();
        break;
      case LevelKind::singleton:
        break;
      case LevelKind::ragged:
        count = end();
        break;
      case LevelKind::pointers:
        return nullptr;
    }
  }
  return count;
}

/// A constant of all loops of a statement, declared once, before them.
lo::ExprPtr Lowering::shared_constant(const std::string& stem, const lo::Type& type,
                                      const lo::ExprPtr& value) {
  for (const auto& [name, known] : constants_)
    if (lo::equal(known, value)) return lo::name(name, type);
  const std::string name = fresh(stem);
  constants_.emplace_back(name, value);
  return lo::name(name, type);
}

void Lowering::prefetch_rows(const Forall& node, const SparseState& state, const std::string& position,
                             const Scope& scope, lo::Body& out) {
  const auto* assign = get_if<Assign>(node.body);
  const TensorNode& tensor = *state.access.tensor;
  const TensorLevel& level = tensor.levels[state.resolved - 1];
  if (!scope.vector || !assign || level.level.kind != LevelKind::compressed) return;
  for (const Access& access : accesses_of(assign->right)) {
    const TensorNode& dense = *access.tensor;
    if (!dense.dense || dense.temporary || dense.values->is_field) continue;
    bool gathered = false, bound = true;
    for (const ExprPtr& subscript : access.subscripts) gathered |= as_var(subscript) == node.var;
    for (const Var& var : variables_of(access)) bound &= scope.names.count(var) > 0;
    const ExprPtr stride = stride_of(access, scope.vector->var);
    const lo::ExprPtr count = positions_of(tensor, state.resolved - 1);
    if (!gathered || !bound || !count || !stride || as_integer(stride) != 1) continue;
    lo::ExprPtr size = lo::integer(1);
    for (std::size_t m = 0; m < dense.sizes.size(); ++m)
      size = lo::mul(size, index_value(dense.sizes[m], Scope{}));
    const lo::ExprPtr array = array_of(access, scope);
    const lo::ExprPtr far =
        shared_constant("far_" + dense.name, lo::Type{ElementType::boolean, ""},
                        invoke("insum::rt::is_far", {array, size}, {ElementType::boolean, ""}));
    lo::ExprPtr last = lo::sub(count, lo::integer(1));
    // The row of a workspace has a count of its own.
    if (tensor.workspace == TensorNode::Workspace::none)
      last = shared_constant(tensor.name + "_" + node.var->name + "_last", {}, last);
    const lo::Type type = open_type(level.arrays.back()->type, level.arrays.back()->type_spelling);
    const lo::ExprPtr later =
        invoke("insum::rt::min", {lo::add(lo::name(position), lo::integer(distance)), last});
    Scope ahead = scope;
    ahead.names[node.var] = fresh(node.var->name + "_ahead");
    const lo::ExprPtr coordinate = lo::sub(
        element_as_index(lo::make_expr(lo::Load{lo::name(level.arrays.back()->name, type), later}, type)),
        lo::integer(tensor.base));
    const lo::ExprPtr row = lo::make_expr(lo::Pointer{array, address_of(access, ahead)}, array->type);
    out.push_back(lo::make_stmt(
        lo::If{lo::make_expr(lo::Binary{"&&", far, lo::name(scope.vector->tile + ".is_wide")}, far->type),
               {lo::make_stmt(lo::Declare{lo::Type{}, ahead.names[node.var], coordinate, true, ""}),
                lo::make_stmt(lo::Effect{invoke(scope.vector->tile + ".prefetch", {row})})}}));
  }
}

void Lowering::prefetch_block(const Forall& node, const SparseState& state, const std::string& position,
                              const Scope& scope, lo::Body& out) {
  const Access& access = state.access;
  const TensorNode& tensor = *access.tensor;
  if (!scope.vector || state.row || tensor.temporary || tensor.values->is_field) return;
  const auto size = size_of_block(access, state.resolved, scope);
  const lo::ExprPtr count = size ? positions_of(tensor, state.resolved - 1) : nullptr;
  if (!count) return;
  const lo::ExprPtr array = array_of(access, scope);
  const lo::ExprPtr far = shared_constant(
      "far_" + tensor.name, lo::Type{ElementType::boolean, ""},
      invoke("insum::rt::is_far", {array, lo::mul(count, lo::integer(*size))}, {ElementType::boolean, ""}));
  const lo::ExprPtr last =
      shared_constant(tensor.name + "_" + node.var->name + "_last", {}, lo::sub(count, lo::integer(1)));
  const std::string next = fresh(position + "_next");
  lo::ExprPtr at = lo::name(next);
  for (std::size_t l = state.resolved; l < tensor.levels.size(); ++l) {
    at = lo::mul(at, index_value(tensor.levels[l].size, scope));
    if (l + 1 < tensor.levels.size()) at = lo::add(at, index_value(access.subscripts[l], scope));
  }
  const lo::ExprPtr following = invoke("insum::rt::min", {lo::add(lo::name(position), lo::integer(1)), last});
  const lo::ExprPtr row = lo::make_expr(lo::Pointer{array, at}, array->type);
  const lo::ExprPtr length = index_value(tensor.levels.back().size, scope);
  out.push_back(
      lo::make_stmt(lo::If{far,
                           {lo::make_stmt(lo::Declare{lo::Type{}, next, following, true, ""}),
                            lo::make_stmt(lo::Effect{invoke("insum::rt::prefetch", {row, length})})}}));
}

}  // namespace insum::lower
