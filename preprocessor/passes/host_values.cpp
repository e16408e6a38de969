#include "passes/host_values.h"

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

bool HostValues::knows(const ExprPtr& expr) const {
  bool good = true;
  for_each_expr(expr, [&](const ExprPtr& e) {
    const auto* n = get_if<Name>(e);
    good &= !n || values.count(n->text) > 0;
  });
  return good;
}

bool HostValues::reads(const ExprPtr& expr) const {
  bool good = true;
  for_each_expr(expr, [&](const ExprPtr& e) {
    const auto* n = get_if<Name>(e);
    good &= !n || values.count(n->text) > 0 || readable.count(n->text) > 0;
  });
  return good;
}

}  // namespace insum::passes
