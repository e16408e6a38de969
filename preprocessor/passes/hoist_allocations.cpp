#include "passes/hoist_allocations.h"

#include <set>
#include <vector>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

/// Names that a body declares, those inside of its loops left out.
std::set<std::string> declared_in(const Body& body) {
  std::set<std::string> names;
  for (const StmtPtr& stmt : body)
    if (const auto* declare = get_if<Declare>(stmt)) names.insert(declare->name);
  return names;
}

/// Moves the allocations of `body` that use no name of `inside` to `out`, those under a condition too.
void take_allocations(Body& body, std::set<std::string> inside, Body& out) {
  inside.merge(declared_in(body));
  for (StmtPtr& stmt : body) {
    const auto* branch = get_if<If>(stmt);
    if (!branch || branch->constant) continue;
    If rest = *branch;
    take_allocations(rest.body, inside, out);
    if (rest.body.size() != branch->body.size()) stmt = make_stmt(std::move(rest));
  }
  std::erase_if(body, [&](const StmtPtr& s) {
    const auto* allocate = get_if<Allocate>(s);
    const auto* construct = get_if<Construct>(s);
    if (!allocate && !construct) return false;
    const ExprPtr& size = construct ? construct->size : allocate->count;
    if (size && uses(size, inside)) return false;
    out.push_back(s);
    return true;
  });
}

/// `loop` without the allocations that do not depend on its iterations, which go to `out`.
template <class Loop>
StmtPtr without_allocations(const StmtPtr& stmt, const Loop& loop, std::set<std::string> inside, Body& out) {
  Loop rest = loop;
  const std::size_t before = out.size();
  take_allocations(rest.body, std::move(inside), out);
  return out.size() == before ? stmt : make_stmt(std::move(rest));
}

Body hoist(Body body) {
  Body out;
  for (const StmtPtr& stmt : body) {
    StmtPtr now = stmt;
    if (const auto* loop = get_if<For>(stmt); loop && !loop->lanes)
      now = without_allocations(stmt, *loop, {loop->var}, out);
    if (const auto* loop = get_if<While>(stmt)) now = without_allocations(stmt, *loop, {}, out);
    out.push_back(now);
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
