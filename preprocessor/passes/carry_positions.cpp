#include "passes/carry_positions.h"

#include "loop_ir/rewrite.h"
#include "passes/segments.h"

namespace insum::passes {

using namespace loops;

namespace {

ExprPtr* begin_of(Stmt& stmt) {
  if (auto* n = std::get_if<For>(&stmt.node)) return &n->begin;
  if (auto* n = std::get_if<EntryReduce>(&stmt.node)) return &n->begin;
  if (auto* n = std::get_if<RowReduce>(&stmt.node)) return &n->begin;
  return nullptr;
}

std::string stem_of(const std::string& name) {
  return name.ends_with("_end") ? name.substr(0, name.size() - 4) : name;
}

/// The loop with its rows' ends carried, and before it what the first row starts with; null where there is
/// none.
StmtPtr carried(const For& loop, const std::set<std::string>& begins, std::set<std::string>& names,
                Body& before) {
  For result = loop;
  result.body.clear();
  bool changed = false;
  const ExprPtr after = add(name(loop.var), integer(1));
  for (std::size_t i = 0; i < loop.body.size(); ++i) {
    const auto* end = get_if<Declare>(loop.body[i]);
    const ExprPtr begin = end && end->constant && i + 1 < loop.body.size()
                              ? moved(end->value, after, loop.var, name(loop.var))
                              : nullptr;
    Stmt inner = begin ? *loop.body[i + 1] : Stmt{Comment{}};
    ExprPtr* start = begin_of(inner);
    if (!start || !equal(*start, begin)) {
      result.body.push_back(loop.body[i]);
      continue;
    }
    const std::string next = fresh_name(stem_of(end->name) + "_next", names),
                      first = fresh_name(stem_of(end->name) + "_begin", names);
    const ExprPtr at_first = rewrite(begin, [&](const ExprPtr& e) {
      const auto* n = get_if<Name>(e);
      return n && n->text == loop.var ? loop.begin : nullptr;
    });
    before.push_back(make_stmt(Declare{end->type, next, read_before(loop, at_first, begins), false, ""}));
    result.body.push_back(make_stmt(Declare{end->type, first, name(next, end->type), true, ""}));
    result.body.push_back(loop.body[i]);
    result.body.push_back(
        make_stmt(Update{name(next, end->type), Combine::store, name(end->name, end->type)}));
    *start = name(first, end->type);
    result.body.push_back(std::make_shared<const Stmt>(std::move(inner)));
    ++i;
    changed = true;
  }
  return changed ? make_stmt(std::move(result)) : nullptr;
}

}  // namespace

Kernel carry_positions(const Kernel& kernel) {
  Kernel result = kernel;
  std::set<std::string> names = names_in(kernel);
  const std::set<std::string> begins = part_begins(kernel);
  result.body = rewrite_bodies(kernel.body, [&](const Body& body) {
    Body out;
    for (const StmtPtr& stmt : body) {
      const auto* loop = get_if<For>(stmt);
      const StmtPtr now =
          loop && !loop->simd && loop->unroll == 1 ? carried(*loop, begins, names, out) : nullptr;
      out.push_back(now ? now : stmt);
    }
    return out;
  });
  return result;
}

}  // namespace insum::passes
