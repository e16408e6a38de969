// How each kind of level is walked. Notation: p is the parent position, q the level's own, c the coordinate.
//
//   dense       q = p*size + c for every c                      (located, never walked by itself)
//   compressed  q in [pos[p], pos[p+1]), c = crd[q]
//   singleton   q = p, c = crd[p]
//   fixed       q in [p*width, (p+1)*width), c = crd[q], skipped where it is padding
//
// Below a run of positions [p, p') with one coordinate, p' stands for p+1.
//
//   offset      q in [0, count), c = offsets[q]                 (a difference of two modes, may be negative)
//   ragged      c in [0, pos[p+1] - pos[p]), q = pos[p] + c
//   pointers    q in [0, counts[p]), c = crd[p][q]; values in vals[p][q]
#include <algorithm>

#include "index_ir/rewrite.h"
#include "lower/check_calls.h"
#include "lower/iterators.h"
#include "lower/lowering.h"
#include "support/internal_error.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

/// array[at] as an index, less the base of stored numbers.
lo::ExprPtr stored(const Argument& array, const lo::ExprPtr& at, int base) {
  const lo::Type type = open_type(array->type, array->type_spelling);
  return lo::sub(element_as_index(lo::make_expr(lo::Load{lo::name(array->name, type), at}, type)),
                 lo::integer(base));
}

/// The first position of a compressed level below `above`; of an empty run no array is read, there may be
/// none.
lo::ExprPtr Lowering::first_child(const SparseState& state, const lo::ExprPtr& above) {
  const Argument& positions = state.access.tensor->levels[state.resolved].arrays[0];
  const int base = state.access.tensor->base;
  if (!state.run_end || !state.may_lack) return stored(positions, above, base);
  return invoke("insum::rt::level_end", {array(positions), above, lo::integer(base)});
}

Lowering::LevelLoop Lowering::open_level(const SparseState& state, const Var& var) {
  const TensorNode& tensor = *state.access.tensor;
  const TensorLevel& level = tensor.levels[state.resolved];
  const lo::ExprPtr& p = state.position;
  const std::string stem = tensor.name + "_" + var->name;
  LevelLoop loop;
  const lo::ExprPtr next = state.run_end ? state.run_end : lo::add(p, lo::integer(1));
  const auto bounds = [&](const lo::ExprPtr& begin, const lo::ExprPtr& end) {
    const std::string last = fresh(stem + "_end");
    loop.begin = if_present(state, begin);
    loop.before.push_back(lo::make_stmt(lo::Declare{lo::Type{}, last, if_present(state, end), true, ""}));
    loop.end = lo::name(last);
  };
  const auto size = [&] { return index_value(level.size, Scope{}); };
  switch (level.level.kind) {
    case LevelKind::compressed:
      if (level.level.implicit_pos)
        loop.begin = lo::integer(0), loop.end = size();
      else
        bounds(first_child(state, p), first_child(state, next));
      break;
    case LevelKind::singleton:
      if (state.run_end) loop.begin = p, loop.end = state.run_end;
      break;
    case LevelKind::fixed:
      loop.begin = lo::mul(p, size());
      loop.end = lo::mul(next, size());
      break;
    case LevelKind::offset:
      loop.begin = lo::integer(0), loop.end = size();
      break;
    case LevelKind::ragged:
      loop.begin = lo::integer(0);
      loop.end =
          lo::sub(stored(level.arrays[0], lo::add(p, lo::integer(1)), 0), stored(level.arrays[0], p, 0));
      bounds(loop.begin, loop.end);
      break;
    case LevelKind::pointers:
      bounds(lo::integer(0), stored(level.arrays[0], p, 0));
      break;
    case LevelKind::dense:
      internal_error("a dense level is located, not walked");
  }
  return loop;
}

std::string Lowering::position_name(const SparseState& state, const Var& var, Scope& scope) {
  const TensorNode& tensor = *state.access.tensor;
  if (tensor.levels[state.resolved].level.kind == LevelKind::ragged) return bind(var, scope);
  return fresh("p" + tensor.name + (tensor.levels.size() > 2 ? std::to_string(state.resolved) : ""));
}

lo::Body Lowering::enter_level(SparseState& state, const Var& var, const std::string& position,
                               Scope& scope) {
  const TensorNode& tensor = *state.access.tensor;
  const TensorLevel& level = tensor.levels[state.resolved];
  const lo::ExprPtr p = state.position;
  lo::Body body;
  const auto coordinate = [&](const lo::ExprPtr& value) {
    const std::string name = bind(var, scope);
    body.push_back(lo::make_stmt(lo::Declare{lo::Type{}, name, value, true, ""}));
  };
  const auto at = [&] { return lo::name(position); };
  switch (level.level.kind) {
    case LevelKind::compressed:
      coordinate(stored(level.arrays.back(), at(), tensor.base));
      state.position = at();
      state.run_end = nullptr;
      break;
    case LevelKind::singleton:
      if (state.run_end) state.position = at();
      coordinate(stored(level.arrays[0], state.position, tensor.base));
      state.run_end = nullptr;
      break;
    case LevelKind::fixed: {
      coordinate(stored(level.arrays[0], at(), tensor.base));
      state.position = at();
      state.run_end = nullptr;
      if (!level.level.padded) break;
      const lo::ExprPtr c = lo::name(scope.names.at(var));
      lo::ExprPtr padding = lo::make_expr(lo::Binary{"<", c, lo::integer(0)}, {});
      const ElementType type = level.arrays[0]->type;
      if (is_unsigned(type) || type == ElementType::dependent) {
        const lo::ExprPtr extent = index_value(extent_of(tensor, level.level.mode), Scope{});
        padding =
            lo::make_expr(lo::Binary{"||", padding, lo::make_expr(lo::Binary{">=", c, extent}, {})}, {});
      }
      body.push_back(lo::make_stmt(lo::Continue{padding}));
      break;
    }
    case LevelKind::offset:
      coordinate(stored(level.arrays[0], at(), 0));
      state.position = at();
      break;
    case LevelKind::ragged:
      state.position = lo::add(stored(level.arrays[0], p, tensor.base), lo::name(scope.names.at(var)));
      break;
    case LevelKind::pointers: {
      const Argument& rows = level.arrays[1];
      const lo::Type type = open_type(rows->type, rows->type_spelling);
      const lo::ExprPtr row = lo::make_expr(lo::Load{lo::name(rows->name, type), p}, type);
      coordinate(
          lo::sub(element_as_index(lo::make_expr(lo::Load{row, at()}, type)), lo::integer(tensor.base)));
      state.row = p;
      state.position = at();
      break;
    }
    case LevelKind::dense:
      internal_error("a dense level is located, not walked");
  }
  ++state.resolved;
  return body;
}

}  // namespace insum::lower
