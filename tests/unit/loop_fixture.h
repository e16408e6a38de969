// Statements of the loop IR for tests of its passes.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::loops {

inline const Type f64{ElementType::f64, ""}, i64{ElementType::i64, ""}, boolean{ElementType::boolean, ""};

inline Kernel kernel(Body body) {
  Kernel result;
  result.body = std::move(body);
  return result;
}

inline StmtPtr constant(const std::string& variable, ExprPtr value) {
  return make_stmt(Declare{i64, variable, std::move(value), true, ""});
}

/// array[at], a whole number.
inline ExprPtr load(const std::string& array, ExprPtr at) {
  return make_expr(Load{name(array), std::move(at)}, i64);
}

/// var + 1
inline ExprPtr after(const std::string& var) { return add(name(var), integer(1)); }

/// for var in [begin, end)
inline StmtPtr loop(const std::string& var, ExprPtr begin, ExprPtr end, Body body) {
  return make_stmt(For{var, std::move(begin), std::move(end), std::move(body)});
}

}  // namespace insum::loops
