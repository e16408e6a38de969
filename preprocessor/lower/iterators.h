// What the loops over several operands, and searches in them, are made of.
#pragma once
#include <string>
#include <vector>

#include "index_ir/rewrite.h"
#include "lower/lowering.h"

namespace insum::lower {

inline const loops::Type truth{ElementType::boolean, ""};

inline loops::ExprPtr binary(const char* op, const loops::ExprPtr& a, const loops::ExprPtr& b,
                             const loops::Type& type = truth) {
  return loops::make_expr(loops::Binary{op, a, b}, type);
}

/// a op b op c ...
inline loops::ExprPtr joined(const char* op, const std::vector<loops::ExprPtr>& list) {
  loops::ExprPtr all = list.front();
  for (std::size_t i = 1; i < list.size(); ++i) all = binary(op, all, list[i]);
  return all;
}

inline loops::StmtPtr declare(const std::string& name, const loops::ExprPtr& value, bool constant = true,
                              const loops::Type& type = {}) {
  return loops::make_stmt(loops::Declare{type, name, value, constant, ""});
}

inline loops::StmtPtr store(const std::string& name, const loops::ExprPtr& value) {
  return loops::make_stmt(loops::Update{loops::name(name), loops::Combine::store, value});
}

/// `value`, a bound of the positions below that of `state`, or 0 where it has none.
inline loops::ExprPtr if_present(const SparseState& state, const loops::ExprPtr& value) {
  return state.present ? loops::make_expr(loops::Ternary{state.present, value, loops::integer(0)}, {})
                       : value;
}

/// The value of the loop's index that the iterator has at `position`.
inline loops::ExprPtr coordinate_at(const Iterator& it, const loops::ExprPtr& position) {
  const loops::ExprPtr coordinate =
      loops::sub(element_as_index(loops::make_expr(loops::Load{it.coordinates, position}, it.element)),
                 loops::integer(it.base));
  return it.distance ? loops::sub(coordinate, it.distance) : coordinate;
}

/// The first position from `from` on that has `coordinate`, a value of the loop's index, or a larger one;
/// near `from`, as where loops move on.
inline loops::ExprPtr seek(const Iterator& it, const loops::ExprPtr& from, const loops::ExprPtr& coordinate,
                           const char* function = "insum::rt::seek") {
  return invoke(function,
                {it.coordinates, from, it.end, it.distance ? loops::add(coordinate, it.distance) : coordinate,
                 loops::integer(it.base)});
}
/// The same anywhere.
inline loops::ExprPtr search(const Iterator& it, const loops::ExprPtr& coordinate) {
  return seek(it, it.begin, coordinate, "insum::rt::search");
}

}  // namespace insum::lower
