#include "passes/remove_unused.h"

#include <set>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

std::set<std::string> names_read(const Body& body) {
  std::set<std::string> names;
  for_each_expr(body, [&](const ExprPtr& e) {
    if (const auto* name = get_if<Name>(e)) names.insert(name->text);
  });
  return names;
}

}  // namespace

Kernel remove_unused(const Kernel& kernel) {
  Kernel result = kernel;
  for (bool changed = true; changed;) {
    changed = false;
    const std::set<std::string> used = names_read(result.body);
    result.body = rewrite_bodies(result.body, [&](Body body) {
      const std::size_t before = body.size();
      std::erase_if(body, [&](const StmtPtr& stmt) {
        const auto* declare = get_if<Declare>(stmt);
        return declare && declare->constant && !used.count(declare->name);
      });
      changed |= body.size() != before;
      return body;
    });
  }
  return result;
}

}  // namespace insum::passes
