#include "passes/reserve_rows.h"

#include <optional>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

const Call* call_in(const StmtPtr& stmt) {
  if (const auto* effect = get_if<Effect>(stmt))
    return effect->when_checking ? nullptr : get_if<Call>(effect->call);
  const auto* declare = get_if<Declare>(stmt);
  return declare && declare->constant ? get_if<Call>(declare->value) : nullptr;
}

/// `part` where the call is part.template level<n>().push or .at, or part.values.push.
std::string part_of(const Call& call) {
  const std::size_t level = call.function.find(".template level<"),
                    values = call.function.find(".values.push");
  if (level != std::string::npos && (call.function.ends_with(".push") || call.function.ends_with(".at")))
    return call.function.substr(0, level);
  return values != std::string::npos ? call.function.substr(0, values) : "";
}

/// Statements [first, values] of a body: calls of the outer levels, the push to the last level, that of the
/// value.
struct Appending {
  std::string part;
  std::size_t first = 0, values = 0;
};

std::optional<Appending> appending_in(const Body& body) {
  for (std::size_t s = 0; s < body.size(); ++s) {
    const Call* value = call_in(body[s]);
    if (!value || !value->function.ends_with(".values.push")) continue;
    Appending found{part_of(*value), s, s};
    while (found.first > 0) {
      const Call* before = call_in(body[found.first - 1]);
      if (!before || part_of(*before) != found.part || before->function.ends_with(".values.push")) break;
      --found.first;
    }
    const Call* last = found.first < s ? call_in(body[s - 1]) : nullptr;
    if (last && last->function.ends_with(".push") && get_if<Effect>(body[s - 1])) return found;
  }
  return std::nullopt;
}

bool mentions(const StmtPtr& stmt, const std::string& part) {
  bool found = false;
  const auto is_of_part = [&](const std::string& text) {
    return text.starts_with(part) && (text.size() == part.size() || text[part.size()] == '.');
  };
  for_each_expr(stmt, [&](const ExprPtr& e) {
    if (const auto* call = get_if<Call>(e)) found |= is_of_part(call->function);
    if (const auto* name = get_if<Name>(e)) found |= is_of_part(name->text);
  });
  return found;
}

/// The one body of a loop that appends: the loop's own or that of a condition in it. Null if there are
/// others, or if the part is used in another way.
const Body* appending_body(const Body& body, const std::string& part) {
  const auto here = appending_in(body);
  const Body* found = here && here->part == part ? &body : nullptr;
  for (std::size_t s = 0; s < body.size(); ++s) {
    if (found == &body && s >= here->first && s <= here->values) continue;
    if (!mentions(body[s], part)) continue;
    const auto* branch = get_if<If>(body[s]);
    const Body* inner = branch && !branch->constant && !found ? appending_body(branch->body, part) : nullptr;
    if (!inner) return nullptr;
    found = inner;
  }
  return found;
}

std::string part_appended_to(const Body& body) {
  if (const auto here = appending_in(body)) return here->part;
  for (const StmtPtr& stmt : body)
    if (const auto* branch = get_if<If>(stmt))
      if (const std::string part = part_appended_to(branch->body); !part.empty()) return part;
  return "";
}

/// Names that change from one iteration to the next.
std::set<std::string> names_changed_in(const Body& body) {
  std::set<std::string> names;
  for_each_stmt(body, [&](const StmtPtr& s) {
    if (const auto* n = get_if<Declare>(s)) names.insert(n->name);
    if (const auto* n = get_if<For>(s)) names.insert(n->var);
    if (const auto* n = get_if<EntryReduce>(s)) names.insert({n->result, n->var});
    if (const auto* n = get_if<TileReduce>(s)) names.insert({n->result, n->var});
    if (const auto* n = get_if<Update>(s))
      if (const auto* target = get_if<Name>(n->target)) names.insert(target->text);
  });
  return names;
}

/// How often a `while` appends at most: a union of two what is left of both, an intersection what is left of
/// the first.
ExprPtr appends_of(const ExprPtr& condition) {
  const auto* n = get_if<Binary>(condition);
  if (!n) return nullptr;
  if (n->op == "<") return sub(n->right, n->left);
  const ExprPtr left = appends_of(n->left);
  if (n->op == "&&") return left;
  const ExprPtr right = appends_of(n->right);
  return n->op == "||" && left && right ? add(left, right) : nullptr;
}

StmtPtr effect(const std::string& function, std::vector<ExprPtr> arguments) {
  return make_stmt(Effect{make_expr(Call{function, std::move(arguments)}, {}), false});
}

/// What follows the loop: the parents of the row, if it has entries, and its end. Null where a parent is
/// another one in each iteration.
std::optional<Body> closing(const Body& body, const Appending& appending, const std::string& row,
                            std::set<std::string> changed) {
  const ExprPtr count = make_expr(Call{row + ".count", {}}, {});
  Body out;
  for (std::size_t s = appending.first; s + 1 < appending.values; ++s) {
    const Call& call = *call_in(body[s]);
    for (const ExprPtr& argument : call.arguments)
      if (uses(argument, changed)) return std::nullopt;
    if (const auto* declare = get_if<Declare>(body[s])) {
      if (!call.function.ends_with(".at")) return std::nullopt;
      changed.erase(declare->name);
      out.push_back(body[s]);
    } else {  // coordinates side by side, as in coo
      if (!call.function.ends_with(".push") || call.arguments.size() != 1) return std::nullopt;
      const std::string level = call.function.substr(0, call.function.size() - 5);
      out.push_back(effect(level + ".repeat", {call.arguments[0], count}));
    }
  }
  const Call& last = *call_in(body[appending.values - 1]);
  std::vector<ExprPtr> parent(last.arguments.begin(), last.arguments.end() - 1);
  for (const ExprPtr& argument : parent)
    if (uses(argument, changed)) return std::nullopt;
  out.push_back(effect(row + ".close", parent));
  return out;
}

Body replaced(const Body& body, const Body* at, const Appending& appending, const StmtPtr& by) {
  Body out;
  for (std::size_t s = 0; s < body.size(); ++s) {
    if (&body == at && s >= appending.first && s <= appending.values) {
      if (s == appending.values) out.push_back(by);
      continue;
    }
    const auto* branch = get_if<If>(body[s]);
    out.push_back(
        branch ? make_stmt(If{branch->condition, replaced(branch->body, at, appending, by), branch->constant})
               : body[s]);
  }
  return out;
}

/// `loop` between the opening and the closing of its row; false where it has none.
template <class Loop>
bool reserve(const Loop& loop, const ExprPtr& runs, std::set<std::string> changed,
             const std::set<std::string>& kept, std::set<std::string>& names, Body& out) {
  const std::string part = part_appended_to(loop.body);
  const Body* body = part.empty() || !runs || kept.count(part) ? nullptr : appending_body(loop.body, part);
  if (!body) return false;
  const Appending appending = *appending_in(*body);
  changed.merge(names_changed_in(loop.body));
  const Call &last = *call_in((*body)[appending.values - 1]), &value = *call_in((*body)[appending.values]);
  std::set<std::string> taken = names;
  const std::string row = fresh_name(part + "_row", taken);
  auto end = closing(*body, appending, row, changed);
  if (!end) return false;
  names = std::move(taken);
  const std::string level = last.function.substr(0, last.function.size() - 5);  // without .push
  const ExprPtr writer =
      make_expr(Call{"insum::rt::row_writer", {name(level), name(part + ".values"), runs}}, {});
  out.push_back(make_stmt(Declare{Type{ElementType::dependent, "auto"}, row, writer, false, ""}));
  Loop rest = loop;
  rest.body = replaced(loop.body, body, appending,
                       effect(row + ".push", {last.arguments.back(), value.arguments[0]}));
  out.push_back(make_stmt(std::move(rest)));
  const ExprPtr some = make_expr(Binary{">", make_expr(Call{row + ".count", {}}, {}), integer(0)},
                                 Type{ElementType::boolean, ""});
  out.push_back(make_stmt(If{some, std::move(*end)}));
  return true;
}

}  // namespace

Kernel reserve_rows(const Kernel& kernel) {
  Kernel result = kernel;
  std::set<std::string> names = names_in(kernel),
                        kept;  // parts of results whose entries have their places already
  for_each_stmt(kernel.body, [&](const StmtPtr& s) {
    if (const auto* loop = get_if<ParallelFor>(s);
        loop && loop->assembly && (loop->assembly->fill || loop->assembly->counted))
      kept.insert(loop->assembly->part);
  });
  result.body = rewrite_bodies(kernel.body, [&](const Body& body) {
    Body out;
    for (const StmtPtr& stmt : body) {
      const auto* counted = get_if<For>(stmt);
      const auto* merging = get_if<While>(stmt);
      const bool plain = counted && !counted->simd && counted->unroll == 1;
      if (plain && reserve(*counted, sub(counted->end, counted->begin), {counted->var}, kept, names, out))
        continue;
      if (merging && reserve(*merging, appends_of(merging->condition), {}, kept, names, out)) continue;
      out.push_back(stmt);
    }
    return out;
  });
  return result;
}

}  // namespace insum::passes
