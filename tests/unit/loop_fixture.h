// Statements of the loop IR for tests of its passes.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::loops {

inline const Type f64{ElementType::f64, ""}, i64{ElementType::i64, ""};

inline Kernel kernel(Body body) {
  Kernel result;
  result.body = std::move(body);
  return result;
}

inline StmtPtr constant(const std::string& variable, ExprPtr value) {
  return make_stmt(Declare{i64, variable, std::move(value), true, ""});
}

}  // namespace insum::loops
