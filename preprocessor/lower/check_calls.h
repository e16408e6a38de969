// Calls of the runtime's checks.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "index_ir/array_names.h"
#include "lower/lowering.h"

namespace insum::lower {

inline loops::ExprPtr word(bool value) {
  return loops::make_expr(loops::Literal{value ? "true" : "false"}, {});
}

/// A variable whose type is spelled out.
inline loops::StmtPtr variable(const std::string& type, const std::string& name,
                               const loops::ExprPtr& value) {
  return loops::make_stmt(loops::Declare{loops::Type{ElementType::dependent, type}, name, value, false, ""});
}

/// A statement that runs with INSUM_CHECKS only.
inline loops::StmtPtr check(const std::string& function, std::vector<loops::ExprPtr> arguments) {
  return loops::make_stmt(loops::Effect{invoke("insum::rt::" + function, std::move(arguments)), true});
}

/// Coordinates in range, in any order; with `padding`, or -1.
inline loops::ExprPtr coordinate_rules(int base, bool padding) {
  return loops::make_expr(
      loops::Literal{"{.base = " + std::to_string(base) + (padding ? ", .allow_padding = true}" : "}")}, {});
}

inline loops::ExprPtr array(const index::Argument& a) {
  return loops::name(a->name, open_type(a->type, a->type_spelling));
}

/// array[at] as it is stored.
inline loops::ExprPtr element(const index::Argument& a, const loops::ExprPtr& at) {
  return element_as_index(loops::make_expr(loops::Load{array(a), at}, open_type(a->type, a->type_spelling)));
}

}  // namespace insum::lower
