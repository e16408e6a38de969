#include "loop_ir/rewrite.h"

namespace insum::loops {

namespace {

using Visit = std::function<void(const ExprPtr&)>;

void visit_expr(const ExprPtr& expr, const Visit& visit) {
  if (!expr) return;
  visit(expr);
  const auto all = [&](const std::vector<ExprPtr>& list) {
    for (const ExprPtr& e : list) visit_expr(e, visit);
  };
  match(
      expr, [](const Literal&) {}, [](const Name&) {},
      [&](const Load& n) { visit_expr(n.array, visit), visit_expr(n.index, visit); },
      [&](const Pointer& n) { visit_expr(n.array, visit), visit_expr(n.index, visit); },
      [&](const Binary& n) { visit_expr(n.left, visit), visit_expr(n.right, visit); },
      [&](const Unary& n) { visit_expr(n.operand, visit); }, [&](const Cast& n) { visit_expr(n.operand, visit); },
      [&](const Call& n) { all(n.arguments); },
      [&](const Ternary& n) { visit_expr(n.condition, visit), visit_expr(n.yes, visit), visit_expr(n.no, visit); },
      [&](const List& n) { all(n.items); },
      [&](const TileLoad& n) { visit_expr(n.pointer, visit), visit_expr(n.stride, visit); });
}

}  // namespace

void for_each_expr(const Body& body, const Visit& visit) {
  for (const StmtPtr& stmt : body) for_each_expr(stmt, visit);
}

void for_each_expr(const StmtPtr& stmt, const Visit& visit) {
  const auto exprs = [&](std::initializer_list<ExprPtr> list) {
    for (const ExprPtr& e : list) visit_expr(e, visit);
  };
  match(
      stmt, [&](const Declare& n) { exprs({n.value}); }, [&](const Update& n) { exprs({n.target, n.value}); },
      [&](const TileUpdate& n) { exprs({n.pointer, n.stride, n.value}); },
      [&](const ScatterUpdate& n) { exprs({n.offset, n.value, n.stride}); },
      [&](const For& n) { exprs({n.begin, n.end}), for_each_expr(n.body, visit); },
      [&](const While& n) { exprs({n.condition}), for_each_expr(n.body, visit); },
      [&](const If& n) { exprs({n.condition}), for_each_expr(n.body, visit); },
      [&](const Continue& n) { exprs({n.condition}); }, [](const Comment&) {},
      [&](const Allocate& n) { exprs({n.count}); },
      [&](const ParallelFor& n) {
        exprs({n.begin, n.end, n.prefix, n.weight});
        if (n.scatter) exprs({n.scatter->target, n.scatter->count});
        for_each_expr(n.body, visit);
      },
      [&](const TileFor& n) { exprs({n.begin, n.end}), for_each_expr(n.body, visit); },
      [&](const TileReduce& n) { exprs({n.begin, n.end}), for_each_expr(n.body, visit); },
      [&](const Effect& n) { exprs({n.call}); });
}

Body rewrite_bodies(const Body& body, const std::function<Body(Body)>& rule) {
  Body out;
  const auto with_body = [&](const auto& node) {
    auto copy = node;
    copy.body = rewrite_bodies(node.body, rule);
    return make_stmt(std::move(copy));
  };
  for (const StmtPtr& stmt : body) {
    StmtPtr now = stmt;
    if (const auto* n = get_if<For>(stmt)) now = with_body(*n);
    if (const auto* n = get_if<While>(stmt)) now = with_body(*n);
    if (const auto* n = get_if<If>(stmt)) now = with_body(*n);
    if (const auto* n = get_if<ParallelFor>(stmt)) now = with_body(*n);
    if (const auto* n = get_if<TileFor>(stmt)) now = with_body(*n);
    if (const auto* n = get_if<TileReduce>(stmt)) now = with_body(*n);
    out.push_back(now);
  }
  return rule(std::move(out));
}

}  // namespace insum::loops
