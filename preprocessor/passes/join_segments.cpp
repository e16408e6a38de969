#include "passes/join_segments.h"

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

bool is_plain(const For& loop) { return !loop.simd && loop.unroll == 1; }

/// Loads at `at` and uses `var` nowhere else: `expr` with `now` in the place of `at`. Null: it is not so.
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

bool uses_in(const Body& body, const std::set<std::string>& names) {
  bool found = false;
  for_each_expr(body, [&](const ExprPtr& e) {
    const auto* n = get_if<Name>(e);
    found |= n && names.count(n->text);
  });
  return found;
}

/// The one loop that two nested ones are; null where they are not.
StmtPtr joined(const For& outer) {
  const auto* end = outer.body.size() == 2 ? get_if<Declare>(outer.body[0]) : nullptr;
  const auto* inner = outer.body.empty() || outer.body.size() > 2 || (outer.body.size() == 2 && !end)
                          ? nullptr
                          : get_if<For>(outer.body.back());
  if (!inner || !is_plain(outer) || !is_plain(*inner)) return nullptr;
  const auto* named = get_if<Name>(inner->end);
  if (end && !(end->constant && named && named->text == end->name)) return nullptr;
  const ExprPtr last = end ? end->value : inner->end;
  const ExprPtr own = name(outer.var), next = add(own, integer(1));
  const ExprPtr begin = moved(inner->begin, own, outer.var, outer.begin),
                after = moved(last, next, outer.var, outer.end);
  // The same array of positions in both: what ends one segment begins the next.
  const ExprPtr same = moved(last, next, outer.var, own);
  if (!begin || !after || !same || !equal(same, inner->begin)) return nullptr;
  if (uses_in(inner->body, end ? std::set{outer.var, end->name} : std::set{outer.var})) return nullptr;
  For result = *inner;
  result.begin = begin;
  result.end = after;
  return make_stmt(std::move(result));
}

}  // namespace

Kernel join_segments(const Kernel& kernel) {
  Kernel result = kernel;
  result.body = rewrite_bodies(kernel.body, [](const Body& body) {
    Body out;
    for (const StmtPtr& stmt : body) {
      const auto* loop = get_if<For>(stmt);
      const StmtPtr now = loop ? joined(*loop) : nullptr;
      out.push_back(now ? now : stmt);
    }
    return out;
  });
  return result;
}

}  // namespace insum::passes
