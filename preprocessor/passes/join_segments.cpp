#include "passes/join_segments.h"

#include "loop_ir/rewrite.h"
#include "passes/segments.h"

namespace insum::passes {

using namespace loops;

namespace {

bool is_plain(const For& loop) { return !loop.simd && loop.unroll == 1; }

struct NamesOfParts {
  std::set<std::string> taken, part_begins;
};

/// The one loop that two nested ones are, and its end before it; empty where they are not.
Body joined(const For& outer, NamesOfParts& names) {
  const auto* end = outer.body.size() == 2 ? get_if<Declare>(outer.body[0]) : nullptr;
  const auto* inner = outer.body.empty() || outer.body.size() > 2 || (outer.body.size() == 2 && !end)
                          ? nullptr
                          : get_if<For>(outer.body.back());
  if (!inner || !is_plain(outer) || !is_plain(*inner)) return {};
  const auto* named = get_if<Name>(inner->end);
  if (end && !(end->constant && named && named->text == end->name)) return {};
  const ExprPtr last = end ? end->value : inner->end;
  const ExprPtr own = name(outer.var), next = add(own, integer(1));
  const ExprPtr begin = moved(inner->begin, own, outer.var, outer.begin),
                after = moved(last, next, outer.var, outer.end);
  // The same array of positions in both: what ends one segment begins the next.
  const ExprPtr same = moved(last, next, outer.var, own);
  if (!begin || !after || !same || !equal(same, inner->begin)) return {};
  if (uses(inner->body, end ? std::set{outer.var, end->name} : std::set{outer.var})) return {};
  For result = *inner;
  const std::string stop = end ? end->name : fresh_name(inner->var + "_end", names.taken);
  result.begin = read_before(outer, begin, names.part_begins);
  result.end = name(stop, last->type);
  return {make_stmt(Declare{last->type, stop, read_before(outer, after, names.part_begins), true, ""}),
          make_stmt(std::move(result))};
}

}  // namespace

Kernel join_segments(const Kernel& kernel) {
  Kernel result = kernel;
  NamesOfParts names{names_in(kernel), part_begins(kernel)};
  result.body = rewrite_bodies(kernel.body, [&](const Body& body) {
    Body out;
    for (const StmtPtr& stmt : body) {
      const auto* loop = get_if<For>(stmt);
      const Body now = loop ? joined(*loop, names) : Body{};
      out.insert(out.end(), now.begin(), now.end());
      if (now.empty()) out.push_back(stmt);
    }
    return out;
  });
  return result;
}

}  // namespace insum::passes
