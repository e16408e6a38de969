#include "passes/remove_unused.h"

#include <algorithm>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

/// A constant is in scope in the rest of its body only.
bool is_read_after(const Body& body, std::size_t at, const std::string& name) {
  return std::any_of(body.begin() + static_cast<std::ptrdiff_t>(at) + 1, body.end(),
                     [&](const StmtPtr& stmt) { return uses(stmt, {name}); });
}

Body without_unused(Body body) {
  for (std::size_t i = body.size(); i-- > 0;) {  // backwards: what only an unused one reads goes as well
    const auto* declare = get_if<Declare>(body[i]);
    if (declare && declare->constant && !is_read_after(body, i, declare->name))
      body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return body;
}

}  // namespace

Kernel remove_unused(const Kernel& kernel) {
  Kernel result = kernel;
  result.body = rewrite_bodies(kernel.body, without_unused);
  return result;
}

}  // namespace insum::passes
