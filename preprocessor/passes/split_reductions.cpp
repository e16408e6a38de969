#include "passes/split_reductions.h"

#include <algorithm>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

bool is_associative(Combine op) {
  return op == Combine::add || op == Combine::mul || op == Combine::min || op == Combine::max;
}

/// The one update of the loop's body, when all that the body does is to combine values into a scalar from
/// outside.
const Update* only_update(const Body& body) {
  const Update* update = nullptr;
  bool other = false;
  std::vector<std::string> local;
  for_each_stmt(body, [&](const StmtPtr& stmt) {
    if (const auto* n = get_if<Declare>(stmt)) {
      other |= !n->constant;
      local.push_back(n->name);
    } else if (const auto* n = get_if<Update>(stmt)) {
      other |= update != nullptr;
      update = n;
    } else {
      other |= !get_if<Continue>(stmt) && !get_if<If>(stmt) && !get_if<Comment>(stmt);
    }
  });
  const auto* target = update ? get_if<Name>(update->target) : nullptr;
  if (other || !target || update->target->pack || !is_associative(update->op)) return nullptr;
  if (std::find(local.begin(), local.end(), target->text) != local.end()) return nullptr;
  int mentions = 0;
  for_each_expr(body, [&](const ExprPtr& e) {
    const auto* name = get_if<Name>(e);
    mentions += name && name->text == target->text;
  });
  return mentions == 1 ? update : nullptr;
}

/// Compilers vectorize sums of whole numbers themselves, unless they are gathered.
bool gains(const Body& body, const Type& type) {
  bool gathered = false;
  for (const StmtPtr& stmt : body)
    if (get_if<Declare>(stmt))
      for_each_expr(stmt, [&](const ExprPtr& e) { gathered |= get_if<Load>(e) != nullptr; });
  return gathered || !is_integer(type.element);
}

/// Loops of so few steps have one sum anyhow, and compilers write them out where nothing keeps them from it.
bool is_short(const For& loop) {
  constexpr long long most = 7;
  const auto begin = as_integer(loop.begin), end = as_integer(loop.end);
  return begin && end && *end - *begin <= most;
}

Body with_target(const Body& body, const Update* update, const ExprPtr& target) {
  Body result;
  for (const StmtPtr& stmt : body) {
    if (const auto* n = get_if<If>(stmt)) {
      result.push_back(make_stmt(If{n->condition, with_target(n->body, update, target), n->constant}));
    } else if (get_if<Update>(stmt) == update) {
      result.push_back(make_stmt(Update{target, update->op, update->value}));
    } else {
      result.push_back(stmt);
    }
  }
  return result;
}

Body split(const Body& body, std::set<std::string>& names) {
  Body result;
  for (const StmtPtr& stmt : body) {
    const auto* loop = get_if<For>(stmt);
    const Update* update = loop && !loop->simd && loop->unroll == 1 ? only_update(loop->body) : nullptr;
    if (!update || is_short(*loop) || !gains(loop->body, update->target->type)) {
      result.push_back(stmt);
      continue;
    }
    const std::string sum = get_if<Name>(update->target)->text;
    const Type type = update->target->type;
    const std::string part = fresh_name(sum + "_part", names), whole = fresh_name(sum + "_entries", names);
    result.push_back(make_stmt(EntryReduce{whole, loop->var, part, type, update->op, loop->begin, loop->end,
                                           with_target(loop->body, update, name(part, type))}));
    result.push_back(make_stmt(Update{update->target, update->op, name(whole, type)}));
  }
  return result;
}

}  // namespace

Kernel split_reductions(const Kernel& kernel) {
  Kernel result = kernel;
  std::set<std::string> names = names_in(kernel);
  result.body = rewrite_bodies(kernel.body, [&](Body body) { return split(body, names); });
  return result;
}

}  // namespace insum::passes
