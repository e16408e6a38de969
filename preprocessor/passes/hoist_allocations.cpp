#include "passes/hoist_allocations.h"

#include <set>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

/// Names that the loop's body declares, its own variable included.
std::set<std::string> declared_in(const For& loop) {
  std::set<std::string> names = {loop.var};
  for (const StmtPtr& stmt : loop.body)
    if (const auto* declare = get_if<Declare>(stmt)) names.insert(declare->name);
  return names;
}

bool depends(const ExprPtr& expr, const std::set<std::string>& names) {
  bool found = false;
  for_each_expr(Body{make_stmt(Effect{expr, false})}, [&](const ExprPtr& e) {
    const auto* name = get_if<Name>(e);
    found |= name && names.count(name->text);
  });
  return found;
}

Body hoist(Body body) {
  Body out;
  for (const StmtPtr& stmt : body) {
    const auto* loop = get_if<For>(stmt);
    if (!loop) {
      out.push_back(stmt);
      continue;
    }
    For rest = *loop;
    const std::set<std::string> inside = declared_in(*loop);
    std::erase_if(rest.body, [&](const StmtPtr& s) {
      const auto* allocate = get_if<Allocate>(s);
      if (!allocate || depends(allocate->count, inside)) return false;
      out.push_back(s);
      return true;
    });
    out.push_back(rest.body.size() == loop->body.size() ? stmt : make_stmt(std::move(rest)));
  }
  return out;
}

}  // namespace

Kernel hoist_allocations(const Kernel& kernel) {
  Kernel result = kernel;
  result.body = rewrite_bodies(kernel.body, hoist);
  return result;
}

}  // namespace insum::passes
