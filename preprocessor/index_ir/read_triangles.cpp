#include "index_ir/read_triangles.h"

#include "index_ir/rewrite.h"

namespace insum::index {

ExprPtr read_triangles(const ExprPtr& expr) {
  return rewrite(expr, [](const ExprPtr& e) -> ExprPtr {
    const auto* access = get_if<Access>(e);
    if (!access || !access->tensor->dense || access->tensor->symmetry == Symmetry::none) return nullptr;
    const ExprPtr row = read_triangles(access->subscripts.at(0)),
                  column = read_triangles(access->subscripts.at(1));
    if (equal(row, column)) return nullptr;
    const ExprPtr more = max_of(row, column), less = min_of(row, column);
    const bool lower = access->tensor->symmetry == Symmetry::lower;
    return make_expr(Access{access->tensor, {lower ? more : less, lower ? less : more}}, e->type, e->where);
  });
}

}  // namespace insum::index
