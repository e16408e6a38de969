#include "passes/ordered_sums.h"

#include <algorithm>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

bool reads_memory(const ExprPtr& expr) {
  bool found = false;
  for_each_expr(expr, [&](const ExprPtr& e) { found |= get_if<Load>(e) || get_if<Call>(e); });
  return found;
}

/// The offset grows with the loop: of its terms one is the variable, maybe times something that is not
/// computed inside, and nothing else of the loop is in it.
bool grows_with(const ExprPtr& offset, const std::string& var, const std::set<std::string>& inside) {
  if (const auto* n = get_if<Name>(offset)) return n->text == var;
  const auto* sum = get_if<Binary>(offset);
  if (!sum || (sum->op != "+" && sum->op != "*")) return false;
  std::set<std::string> own = inside;
  own.insert(var);
  for (const auto& [moving, fixed] : {std::pair(sum->left, sum->right), {sum->right, sum->left}}) {
    if (uses(fixed, own) || reads_memory(fixed) || !grows_with(moving, var, inside)) continue;
    return sum->op == "+" || get_if<Name>(fixed) || as_integer(fixed).value_or(0) > 0;
  }
  return false;
}

ExprPtr element(const ExprPtr& array, const ExprPtr& index, const Type& type) {
  return make_expr(Load{array, index}, type);
}

}  // namespace

bool is_ordered(const Scatter& scatter) {
  return scatter.in_order && !is_integer(scatter.type.element);  // the least of 0 and -0 is the first one
}

bool lanes_update_apart(const Body& body) {
  bool apart = true;
  for_each_stmt(body, [&](const StmtPtr& s) {
    const auto* loop = get_if<For>(s);
    if (!loop || !loop->lanes) return;
    std::set<std::string> inside;
    for_each_stmt(loop->body, [&](const StmtPtr& inner) {
      if (const auto* n = get_if<Declare>(inner)) inside.insert(n->name);
      if (const auto* n = get_if<For>(inner)) inside.insert(n->var);
    });
    for_each_stmt(loop->body, [&](const StmtPtr& inner) {
      if (const auto* n = get_if<ScatterUpdate>(inner)) apart &= grows_with(n->offset, loop->var, inside);
    });
  });
  return apart;
}

Body ordered_storage(const ParallelFor& loop, const ExprPtr& items, const OrderedCopies& names) {
  const Scatter& s = *loop.scatter;
  const ExprPtr all = invoke("insum::rt::checked_mul", {name(names.parts), s.count});
  return {make_stmt(Declare{Type{}, names.parts,
                            invoke("insum::rt::cuda::ordered_parts<" + to_string(s.type) + ">",
                                   {items ? items : name("insum::rt::cuda::unknown_items"), s.count}),
                            true, ""}),
          make_stmt(Allocate{s.type, names.copies, all})};
}

Body over_parts(const ParallelFor& loop, const OrderedCopies& names, const std::string& group,
                const std::string& total, Body work) {
  const Scatter& s = *loop.scatter;
  const ExprPtr part = name(names.part);
  const auto bound = [&](const std::string& variable, const ExprPtr& number) {
    return make_stmt(
        Declare{Type{}, variable,
                invoke("insum::rt::cuda::ordered_begin", {loop.begin, loop.end, number, name(names.parts)}),
                true, ""});
  };
  const Type pointer{ElementType::dependent, to_string(s.type) + "*"};
  const ExprPtr identity = invoke(op_tag(s.op) + "::identity<" + to_string(s.type) + ">", {}, s.type);
  Body body = {bound(loop.chunk_begin, part), bound(loop.chunk_end, add(part, integer(1)))};
  if (total.empty()) {
    body.push_back(make_stmt(Declare{pointer, names.copy,
                                     make_expr(Binary{"+", name(names.copies), mul(part, s.count)}, pointer),
                                     false, ""}));
  } else {
    body.push_back(make_stmt(Declare{s.type, total, identity, false, ""}));
  }
  body.insert(body.end(), work.begin(), work.end());
  For parts{.var = names.part,
            .begin = group_call(group, "index"),
            .end = name(names.parts),
            .body = std::move(body)};
  parts.step = group_call(group, "count");
  return {make_stmt(std::move(parts))};
}

Launch add_up_copies(const ParallelFor& loop, const OrderedCopies& names, std::set<std::string>& taken) {
  const Scatter& s = *loop.scatter;
  Launch result;
  result.group = fresh_name("group", taken);
  result.items = s.count;
  const std::string at = fresh_name("element", taken);
  const ExprPtr copy = element(name(names.copies), add(mul(name(names.part), s.count), name(at)), s.type);
  For parts{.var = names.part,
            .begin = integer(0),
            .end = name(names.parts),
            .body = {make_stmt(Update{element(s.target, name(at), s.type), s.op, copy})}};
  For elements{.var = at,
               .begin = group_call(result.group, "index"),
               .end = s.count,
               .body = {make_stmt(std::move(parts))}};
  elements.step = group_call(result.group, "count");
  result.body = {make_stmt(std::move(elements))};
  return result;
}

}  // namespace insum::passes
