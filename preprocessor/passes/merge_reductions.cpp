#include "passes/merge_reductions.h"

#include <algorithm>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

bool updates(const StmtPtr& stmt, const std::string& name) {
  bool found = false;
  for_each_stmt({stmt}, [&](const StmtPtr& s) {
    const auto* update = get_if<Update>(s);
    const auto* target = update ? get_if<Name>(update->target) : nullptr;
    found |= target && target->text == name;
  });
  return found;
}

/// Threads combine into it, by its address.
bool refers(const StmtPtr& stmt, const std::string& name) {
  bool found = false;
  for_each_stmt({stmt}, [&](const StmtPtr& s) {
    const auto* loop = get_if<ParallelFor>(s);
    if (loop && loop->scatter)
      for_each_expr(loop->scatter->target, [&](const ExprPtr& e) {
        const auto* variable = get_if<Name>(e);
        found |= variable && variable->text == name;
      });
  });
  return found;
}

/// What a reduction of either kind declares.
struct Reduction {
  std::string result;
  Type type;
  Combine op;
};

std::optional<Reduction> as_reduction(const StmtPtr& stmt) {
  if (const auto* n = get_if<TileReduce>(stmt)) return Reduction{n->result, n->type, n->op};
  if (const auto* n = get_if<EntryReduce>(stmt)) return Reduction{n->result, n->type, n->op};
  return std::nullopt;
}

StmtPtr with_result(const StmtPtr& stmt, const std::string& name) {
  const auto renamed = [&](auto node) {
    node.result = name;
    return make_stmt(std::move(node));
  };
  if (const auto* n = get_if<TileReduce>(stmt)) return renamed(*n);
  return renamed(*get_if<EntryReduce>(stmt));
}

/// declare v = identity; constants; reduce r; v op= r  where nothing else writes v: the place of the
/// reduction.
std::optional<std::size_t> merged_by(const Body& body, std::size_t i) {
  const auto* declare = get_if<Declare>(body[i]);
  if (!declare || declare->constant || !declare->tile.empty()) return std::nullopt;
  std::size_t at = i + 1;
  while (at < body.size() && get_if<Declare>(body[at]) && !uses(body[at], {declare->name})) ++at;
  if (at + 1 >= body.size()) return std::nullopt;
  const auto reduction = as_reduction(body[at]);
  const auto* update = get_if<Update>(body[at + 1]);
  if (!reduction || !update || !updates(body[at + 1], declare->name)) return std::nullopt;
  const auto* value = get_if<Name>(update->value);
  if (!value || value->text != reduction->result || update->op != reduction->op) return std::nullopt;
  if (!(declare->type == reduction->type) || uses(body[at], {declare->name})) return std::nullopt;
  const bool again = std::any_of(body.begin() + static_cast<std::ptrdiff_t>(at) + 2, body.end(),
                                 [&](const StmtPtr& stmt) { return updates(stmt, declare->name); });
  return again ? std::nullopt : std::optional(at);
}

/// declare v = identity; constants; v = value  where nothing else writes v: the place of the value.
std::optional<std::size_t> set_by(const Body& body, std::size_t i) {
  const auto* declare = get_if<Declare>(body[i]);
  if (!declare || declare->constant || !declare->tile.empty()) return std::nullopt;
  std::size_t at = i + 1;
  while (at < body.size() && get_if<Declare>(body[at]) && !uses(body[at], {declare->name})) ++at;
  const auto* update = at < body.size() ? get_if<Update>(body[at]) : nullptr;
  if (!update || update->op != Combine::store || !updates(body[at], declare->name)) return std::nullopt;
  const bool again = std::any_of(
      body.begin() + static_cast<std::ptrdiff_t>(at) + 1, body.end(),
      [&](const StmtPtr& stmt) { return updates(stmt, declare->name) || refers(stmt, declare->name); });
  return again ? std::nullopt : std::optional(at);
}

Body declare_where_set(Body body) {
  for (std::size_t i = 0; i < body.size(); ++i) {
    const auto at = set_by(body, i);
    if (!at) continue;
    Declare set = *get_if<Declare>(body[i]);
    set.value = get_if<Update>(body[*at])->value;
    set.constant = true;
    body[*at] = make_stmt(std::move(set));
    body.erase(body.begin() + static_cast<std::ptrdiff_t>(i--));
  }
  return body;
}

Body merge(Body body) {
  for (std::size_t i = 0; i < body.size(); ++i) {
    const auto at = merged_by(body, i);
    if (!at) continue;
    const auto place = body.begin() + static_cast<std::ptrdiff_t>(*at);
    *place = with_result(*place, get_if<Declare>(body[i])->name);
    body.erase(place + 1);
    body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return body;
}

}  // namespace

Kernel merge_reductions(const Kernel& kernel) {
  Kernel result = kernel;
  result.body = rewrite_bodies(rewrite_bodies(kernel.body, merge), declare_where_set);
  return result;
}

}  // namespace insum::passes
