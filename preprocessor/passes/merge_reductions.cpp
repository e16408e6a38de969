#include "passes/merge_reductions.h"

#include <algorithm>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

bool mentions(const StmtPtr& stmt, const std::string& name) {
  bool found = false;
  for_each_expr(stmt, [&](const ExprPtr& e) {
    const auto* n = get_if<Name>(e);
    found |= n && n->text == name;
  });
  return found;
}

bool updates(const StmtPtr& stmt, const std::string& name) {
  const auto* update = get_if<Update>(stmt);
  const auto* target = update ? get_if<Name>(update->target) : nullptr;
  return target && target->text == name;
}

/// declare v = identity; reduce r; v op= r  where nothing else writes v.
bool is_merged_by(const Body& body, std::size_t i) {
  const auto* declare = get_if<Declare>(body[i]);
  const auto* reduce = get_if<TileReduce>(body[i + 1]);
  const auto* update = get_if<Update>(body[i + 2]);
  if (!declare || !reduce || !update || declare->constant || !declare->tile.empty()) return false;
  const auto* value = get_if<Name>(update->value);
  if (!updates(body[i + 2], declare->name) || !value || value->text != reduce->result) return false;
  if (update->op != reduce->op || !(declare->type == reduce->type) || mentions(body[i + 1], declare->name)) return false;
  return std::none_of(body.begin() + static_cast<std::ptrdiff_t>(i) + 3, body.end(),
                      [&](const StmtPtr& stmt) { return updates(stmt, declare->name); });
}

Body merge(Body body) {
  for (std::size_t i = 0; i + 2 < body.size(); ++i) {
    if (!is_merged_by(body, i)) continue;
    TileReduce merged = *get_if<TileReduce>(body[i + 1]);
    merged.result = get_if<Declare>(body[i])->name;
    const auto at = body.begin() + static_cast<std::ptrdiff_t>(i);
    *at = make_stmt(std::move(merged));
    body.erase(at + 1, at + 3);
  }
  return body;
}

}  // namespace

Kernel merge_reductions(const Kernel& kernel) {
  Kernel result = kernel;
  result.body = rewrite_bodies(kernel.body, merge);
  return result;
}

}  // namespace insum::passes
