#include "passes/group_reductions.h"

#include <algorithm>
#include <set>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

using Names = std::set<std::string>;

void add_names(const ExprPtr& expr, Names& names) {
  for_each_expr(expr, [&](const ExprPtr& e) {
    if (const auto* n = get_if<Name>(e)) names.insert(n->text);
  });
}

bool meet(const Names& a, const Names& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& name) { return b.count(name) > 0; });
}

/// The names of arrays and variables that `body` writes; null where that is not seen or control leaves it.
std::optional<Names> written(const Body& body) {
  Names names;
  bool known = true;
  for_each_stmt(body, [&](const StmtPtr& stmt) {
    if (const auto* n = get_if<Update>(stmt)) {
      const auto* load = get_if<Load>(n->target);
      add_names(load ? load->array : n->target, names);
    } else if (const auto* n = get_if<TileUpdate>(stmt)) {
      const auto* pointer = get_if<Pointer>(n->pointer);
      add_names(pointer ? pointer->array : n->pointer, names);
    } else {
      known &= get_if<Declare>(stmt) || get_if<If>(stmt) || get_if<Comment>(stmt);
    }
  });
  return known ? std::optional(names) : std::nullopt;
}

/// Elements are loaded next to each other, added or multiplied a few times, and combined.
bool is_light(const Body& body) {
  constexpr int most_steps = 3;
  bool light = true;
  int steps = 0;
  for (const StmtPtr& stmt : body) light &= get_if<Declare>(stmt) || get_if<Update>(stmt);
  for_each_expr(body, [&](const ExprPtr& e) {
    if (!e->pack || get_if<Name>(e)) return;
    if (const auto* load = get_if<TileLoad>(e)) return void(light &= !load->stride);
    const auto* binary = get_if<Binary>(e);
    const auto* call = get_if<Call>(e);
    light &= (binary && (binary->op == "+" || binary->op == "-" || binary->op == "*")) ||
             (call && (call->function == "insum::rt::min" || call->function == "insum::rt::max"));
    ++steps;
  });
  return light && steps <= most_steps;
}

StmtPtr grouped(const For& loop) {
  std::size_t at = 0;
  Names local = {loop.var}, read;
  for (; at < loop.body.size(); ++at) {
    const auto* constant = get_if<Declare>(loop.body[at]);
    if (!constant || !constant->constant || !constant->tile.empty()) break;
    local.insert(constant->name);
  }
  const auto* reduce = at < loop.body.size() ? get_if<TileReduce>(loop.body[at]) : nullptr;
  if (!reduce || loop.simd || loop.unroll > 1) return nullptr;
  Names bounds;
  add_names(reduce->begin, bounds), add_names(reduce->end, bounds);
  if (meet(bounds, local)) return nullptr;
  const auto middle = loop.body.begin() + static_cast<std::ptrdiff_t>(at);
  RowReduce rows{loop.var, loop.begin, loop.end, *reduce, {}};
  rows.reduce.body.insert(rows.reduce.body.begin(), loop.body.begin(), middle);
  rows.after.assign(loop.body.begin(), middle);
  const Body rest(middle + 1, loop.body.end());
  rows.after.insert(rows.after.end(), rest.begin(), rest.end());
  for_each_expr(rows.reduce.body, [&](const ExprPtr& e) {
    if (const auto* n = get_if<Name>(e)) read.insert(n->text);
  });
  const auto writes = written(rest);
  if (rest.empty() || !writes || meet(*writes, read)) return nullptr;
  rows.light = is_light(rows.reduce.body);
  return make_stmt(std::move(rows));
}

}  // namespace

Kernel group_reductions(const Kernel& kernel) {
  Kernel result = kernel;
  result.body = rewrite_bodies(kernel.body, [](Body body) {
    for (StmtPtr& stmt : body) {
      const auto* loop = get_if<For>(stmt);
      const StmtPtr rows = loop ? grouped(*loop) : nullptr;
      if (rows) stmt = rows;
    }
    return body;
  });
  return result;
}

}  // namespace insum::passes
