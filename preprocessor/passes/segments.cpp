#include "passes/segments.h"

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

ExprPtr moved(const ExprPtr& expr, const ExprPtr& at, const std::string& var, const ExprPtr& now) {
  bool loads = false, other = false;
  const ExprPtr result = rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
    const auto* load = get_if<Load>(e);
    if (load && get_if<Name>(load->array) && equal(load->index, at)) {
      loads = true;
      return make_expr(Load{load->array, now}, e->type);
    }
    const auto* n = get_if<Name>(e);
    other |= n && n->text == var;
    return nullptr;
  });
  return loads && !other ? result : nullptr;
}

std::set<std::string> part_begins(const Kernel& kernel) {
  std::set<std::string> begins;
  for_each_stmt(kernel.body, [&](const StmtPtr& s) {
    if (const auto* n = get_if<ParallelFor>(s)) begins.insert(n->chunk_begin);
  });
  return begins;
}

ExprPtr read_before(const For& loop, const ExprPtr& position, const std::set<std::string>& begins) {
  const auto* begin = get_if<Name>(loop.begin);
  if (begin && begins.count(begin->text)) return position;
  const ExprPtr any = make_expr(Binary{"<", loop.begin, loop.end}, Type{ElementType::boolean, ""});
  return make_expr(Ternary{any, position, integer(0)}, position->type);
}

}  // namespace insum::passes
